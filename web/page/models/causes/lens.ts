// The lens as a board: the model's own prediction after each layer, a row for each, at each token.

import { neutralRampOf, RAMP_STEPS } from '../../../views/color.ts';
import { exactText, percentText, roundedText } from '../../../ui/format.ts';
import { sayText } from '../../../ui/text.ts';
import { table } from '../../../ui/number-table.ts';
import { ownWords } from '../../../ui/text.ts';
import { visible } from '../tokens.ts';
import { quoted, tokensOf } from './names.ts';
import type { Template } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { ShownBoard } from './board.ts';
import type { LensPlace } from './messages.ts';
import type { Asked, CausesState, Lens, Word } from './state.ts';

/** Most tokens of the board, which ends at the chosen one. */
export const MOST_COLUMNS = 16;

const SIZE = { names: 96, least: 68, most: 112, lines: 2 };

/** The first token of the board and the number of its columns. */
export function windowOf({ read, position }: Asked, count: number) {
  if (read.reading.predicts === 'classes') return { first: 0, columns: 1 };
  const last = read.reading.predicts === 'tokens' && position === count - 1 ? position : null;
  const columns = Math.min(MOST_COLUMNS, count);
  const end = last ?? Math.min(count - 1, Math.max(position + 3, columns - 1));
  return { first: Math.max(0, end - columns + 1), columns };
}

export function lensBoard(
  { asked, word, cell }: CausesState,
  { rows, first, places }: Lens,
  messages: Messages,
): ShownBoard | null {
  if (!asked || !word) return null;
  const names = places.map((place) => rowName(place, messages));
  const columns = columnsOf(asked, first, rows[0].length);
  return {
    title: messages.tabLens,
    rows: names.toReversed(),
    columns,
    corner: '',
    size: SIZE,
    chosen: cell && { row: rows.length - 1 - cell.row, column: cell.column },
    strong: asked.position - first,
    cellOf(row, column, theme) {
      const found = rows[rows.length - 1 - row][column];
      if (!found) return null;
      const [guess] = found.guesses;
      const ramp = neutralRampOf(theme);
      const step = Math.round((guess.probability || 0) * (RAMP_STEPS - 1));
      const lines = [visible(guess.token), shareOf(guess)];
      return { fill: ramp.css[step], ink: ramp.ink[step], lines };
    },
    nameOf({ row, column }) {
      const found = rows[rows.length - 1 - row]?.[column];
      const at = { row: names[rows.length - 1 - row], token: columns[column] };
      if (!found) return sayText(messages.lensWait, at);
      const [guess] = found.guesses;
      const share = shareOf(guess);
      const isOfText = asked.read.reading.predicts === 'classes';
      return sayText(isOfText ? messages.lensCellText : messages.lensCell, {
        ...at,
        guess: visible(guess.token),
        share,
      });
    },
  };
}

/** The probability, or the value of a regression, which has none. */
const shareOf = ({ probability, logit }: { probability: number; logit: number }) =>
  Number.isNaN(probability) ? roundedText(logit) : percentText(probability);

/** The rows of the lens, the input first. */
export function placesOf(layers: number, hasMiddle: boolean): LensPlace[] {
  const all = Array.from({ length: layers }, (_, layer) => [
    ...(hasMiddle ? [{ layer, at: 'middle' } as const] : []),
    { layer, at: 'out' } as const,
  ]);
  return [{ layer: 0, at: 'in' }, ...all.flat()];
}

export function rowName({ layer, at }: LensPlace, messages: Messages) {
  if (at === 'in') return messages.lensIn;
  return sayText(at === 'middle' ? messages.lensMiddle : messages.lensRow, { layer: layer + 1 });
}

function columnsOf(asked: Asked, first: number, count: number) {
  if (asked.read.reading.predicts === 'classes') return [''];
  return tokensOf(asked).slice(first, first + count);
}

/** The layer from which the word leads, in words. */
export function lensSaid(
  { asked, word }: CausesState,
  { rows, first, places: all }: Lens,
  messages: Messages,
): string | null {
  if (!asked || !word) return null;
  const isOfText = asked.read.reading.predicts === 'classes';
  const column = rows
    .filter((_, row) => all[row].at !== 'middle')
    .map((row) => row[isOfText ? 0 : asked.position - first]);
  if (column.some((one) => !one)) return null;
  const cells = column.map((one) => one!);
  const last = cells.at(-1)!;
  const share = shareOf(last.own);
  const of = (one: (typeof cells)[number]) => ({
    other: quoted(one.guesses[0].token, messages),
    otherShare: shareOf(one.guesses[0]),
  });
  const leads = (one: (typeof cells)[number]) => one.guesses[0].id === word.id;
  const places = { word: quoted(word.name, messages), share };
  if (!leads(last)) return sayText(messages.lensNever, { ...places, ...of(last) });
  let layer = cells.length - 1;
  while (layer > 0 && leads(cells[layer - 1])) layer--;
  if (layer === 0) return sayText(messages.lensAlways, places);
  const text = layer === 1 ? messages.lensStart : messages.lensFrom;
  return sayText(text, { ...places, layer, ...of(cells[layer - 1]) });
}

/** The numbers of the chosen cell. */
export function lensDetail(
  { asked, word, cell }: CausesState,
  { rows, first, places }: Lens,
  messages: Messages,
): Template | null {
  const found = cell && rows[cell.row]?.[cell.column];
  if (!asked || !word || !cell || !found) return null;
  const isThere = found.guesses.some(({ id }) => id === word.id);
  const own: Word & (typeof found)['own'] = { ...word, ...found.own };
  const all = found.guesses.map(({ id, token, ...rest }) => ({ id, name: token, ...rest }));
  const token = columnsOf(asked, first, rows[0].length)[cell.column];
  const row = rowName(places[cell.row], messages);
  return table({
    kind: 'causes-numbers',
    caption: token === '' ? row : sayText(messages.lensOpened, { row, token }),
    headings: [messages.lensWord, messages.lensProbability, messages.lensLogit],
    rows: [...all, ...(isThere ? [] : [own])].map(({ id, name, probability, logit }) => ({
      name: ownWords(visible(name)),
      cells: [exactText(Math.fround(probability)), exactText(logit)],
      isCurrent: id === word.id,
    })),
  });
}
