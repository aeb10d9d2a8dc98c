// Memo: the result of the newest inputs, for work that is too expensive to repeat in every frame.

/** A function that computes again when one of its inputs is another than in the previous call. */
export function createMemo<T>() {
  let previous: { inputs: readonly unknown[]; result: T } | null = null;
  return (inputs: readonly unknown[], compute: () => T): T => {
    const isSame = previous?.inputs.every((input, i) => Object.is(input, inputs[i]));
    if (!previous || !isSame) previous = { inputs, result: compute() };
    return previous.result;
  };
}
