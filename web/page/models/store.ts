// A state as one value, which changes only by events.

export type Store<State, Event> = ReturnType<typeof createStore<State, Event>>;

/** @param changed called after each event */
export function createStore<State, Event>(
  first: State,
  reduce: (state: State, event: Event) => State,
  changed: (state: State, before: State) => void,
) {
  let state = first;
  return {
    get: () => state,
    dispatch(event: Event) {
      const before = state;
      state = reduce(state, event);
      changed(state, before);
    },
  };
}
