// Shows the exhibit of the present scene.

import { exhibits } from '../../lessons/exhibits.ts';
import { h, quoteEngine, setAttribute } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import type { Exhibit, Kit, Values } from '../../lessons/exhibit-types.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Frame } from '../lab/frame.ts';
import type { Lab } from '../lab/lab.ts';

export function createExhibits(messages: Messages, lab: Lab) {
  const failure = h('p', { class: 'exhibit-failure', role: 'alert', hidden: true });
  const holder = h('div', { class: 'exhibit-holder' });
  const element = h('div', { class: 'exhibit-frame', hidden: true }, holder, failure);
  const made: Map<string, Exhibit> = new Map();
  let shown: Exhibit | null = null;
  let busy = 0;
  let waiters: (() => void)[] = [];

  const kit: Kit = {
    messages,
    engine: lab.engine,
    setValues(values) {
      const { lesson } = lab.getState();
      if (lesson) {
        lab.setState({ lesson: { ...lesson, values: { ...lesson.values, ...values } } });
      }
    },
    setState: (part) => lab.setState(part),
    busy(is) {
      busy += is ? 1 : -1;
      setAttribute(element, 'aria-busy', busy > 0 ? 'true' : null);
      if (is) failure.hidden = true;
      else if (busy === 0) {
        for (const waiter of waiters) waiter();
        waiters = [];
      }
    },
    fail(error) {
      const detail = messageOf(error);
      quoteEngine(failure, messages.lessonFailed, detail);
      failure.hidden = false;
    },
  };

  return {
    element,
    /** @param covered whether the lab hides the result */
    update(
      frame: Frame,
      place: {
        lesson: { id: string; scenes: readonly { exhibit?: string }[] };
        number: number;
        values: Values;
      } | null,
      covered: boolean = false,
    ) {
      const name = place?.lesson.scenes[place.number].exhibit ?? '';
      const kind = Object.hasOwn(exhibits, name) ? exhibits[name] : null;
      element.hidden = kind === null;
      lab.withhold(covered || kind?.lab === 'withheld');
      setAttribute(lab.places.exhibit, 'data-alone', kind?.lab ? '' : null);
      const exhibit = kind && (made.get(name) ?? kind.create(kit));
      if (exhibit !== shown) shown?.close?.();
      shown = exhibit;
      if (!place || !exhibit) return;
      made.set(name, exhibit);
      if (holder.firstChild !== exhibit.element) holder.replaceChildren(exhibit.element);
      setAttribute(element, 'data-kind', name);
      const { answer, selection, first, second, state } = frame;
      const words = first.tokens.map(({ piece }) => piece);
      exhibit.update({
        frame,
        values: place.values,
        trace: answer && !frame.stale ? answer.trace : null,
        words,
        keys: second ? second.tokens.map(({ piece }) => piece) : words,
        head: selection.head,
        row: Math.min(selection.query ?? state.selection.query ?? 0, Math.max(0, words.length - 1)),
        width: element.clientWidth,
      });
    },
    /** Resolves when no drawing waits for the engine. */
    isDrawn: () =>
      busy === 0
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve(undefined))),
  };
}
