// Fits a label into its width, with an ellipsis if needed.
// The only file that shortens texts by measuring them.

/** Most characters of a label: no label has room for more, so the rest is never measured. */
export const LABEL_LETTERS = 256;

/** @param context with its font set */
export function fitText(
  context: Pick<CanvasRenderingContext2D, 'measureText'>,
  text: string,
  room: number,
) {
  const letters = firstLetters(text);
  const measurable = letters.join('');
  const isWhole = measurable.length === text.length;
  if (isWhole && context.measureText(text).width <= room) return text;
  const shortened = (count: number) => `${letters.slice(0, count).join('')}…`;
  let fits = 1;
  let tooMany = isWhole ? letters.length : letters.length + 1;
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1;
    if (context.measureText(shortened(middle)).width <= room) fits = middle;
    else tooMany = middle;
  }
  return shortened(fits);
}

export function firstLetters(text: string) {
  // a letter is one or two UTF-16 units
  return [...text.slice(0, 2 * LABEL_LETTERS)].slice(0, LABEL_LETTERS);
}
