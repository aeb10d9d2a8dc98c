// Placeholders in the texts of lessons.

import { ownWords } from '../../ui/text.ts';
import { richText } from './symbols.ts';
import type { Child } from '../../ui/template.ts';
import type { Frame } from '../lab/frame.ts';

/** Placeholders for words of the sentence, which are set in another style. */
const WORDS = ['word', 'names', 'other'];

/**
 * The second of two words: the selected key, unless there is none or it is the first word itself.
 *
 * @param row index of the first
 * @param count number of words
 */
export function otherOf(
  { state, selection }: Pick<Frame, 'state' | 'selection'>,
  row: number,
  count: number,
) {
  const key = selection.key ?? state.selection.key;
  if (key !== null && key < count && key !== row) return key;
  return row === 1 ? 0 : Math.min(1, count - 1);
}

export function placeholdersOf({
  state,
  selection,
  first,
  answer,
  messages,
}: Frame): Record<string, string> {
  const heads = answer?.question.heads ?? state.heads;
  const width = answer?.question.width ?? state.width;
  const words = first.tokens.map(({ piece }) => piece);
  const { head } = selection;
  const query = state.selection.query ?? 0;
  // the rows of a head when rows are split in the order of memory
  const from = Math.floor((head * words.length) / heads);
  const to = Math.floor(((head + 1) * words.length - 1) / heads);
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' });
  return {
    heads: String(heads),
    width: String(width),
    headDim: String(width / heads),
    // a query, a key and a value in each head
    kept: String(3 * width),
    tokens: String(words.length),
    word: words[query] ?? words[0] ?? '',
    other: words[otherOf({ state, selection: state.selection }, query, words.length)] ?? '',
    head: String(head + 1),
    names: list.format(words.slice(from, to + 1)),
  };
}

/** A text of a lesson with the present values of its placeholders. */
export function lessonText(message: string, places: Record<string, string>): Child[] {
  const children = Object.entries(places).map(([name, value]) => [
    name,
    WORDS.includes(name) ? ownWords(value, 'word') : value,
  ]);
  return richText(message, Object.fromEntries(children));
}
