// Boards of changes: the score without each head, and with parts of a second text.

import { RAMP_STEPS, signedRampOf } from '../../../views/color.ts';
import { percentText, roundedText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';
import { say, sayText } from '../../../ui/text.ts';
import { float32 } from '../float32.ts';
import { partName, quoted, tokensOf } from './names.ts';
import type { Theme } from '../../../views/color.ts';
import type { PlainTensor } from 'headwise';
import type { Messages } from '../../../words/en/causes.ts';
import type { ShownBoard } from './board.ts';
import type { Board, Over, Patched, Taken } from './messages.ts';
import type { Asked, CausesState } from './state.ts';

const HEADS = { names: 72, least: 56, most: 112, lines: 1 };

/** @param scale the value with the strongest colour */
function coloredCell(value: number, scale: number, theme: Theme) {
  const ramp = signedRampOf(theme);
  const part = scale > 0 ? Math.max(-1, Math.min(1, value / scale)) : 0;
  const step = Number.isFinite(part) ? Math.round(((part + 1) / 2) * (RAMP_STEPS - 1)) : 0;
  return { fill: ramp.css[step], ink: ramp.ink[step], lines: [roundedText(value)] };
}

const largest = (values: ArrayLike<number>) =>
  Array.from(values).reduce((most, one) => Math.max(most, Math.abs(one)), 0);

/** A board of signed numbers, a row for each layer. */
function signedBoard(
  { data, shape: [layers, columns] }: PlainTensor,
  scale: number,
  names: { title: string; columns: readonly string[]; nameOf: ShownBoard['nameOf'] },
  { cell }: CausesState,
  messages: Messages,
): ShownBoard {
  return {
    ...names,
    rows: Array.from({ length: layers }, (_, at) => sayText(messages.headsRow, { layer: at + 1 })),
    corner: '',
    size: HEADS,
    chosen: cell,
    strong: null,
    cellOf: (row, column, theme) => coloredCell(data[row * columns + column], scale, theme),
  };
}

export function headsBoard(state: CausesState, { effects }: Board, messages: Messages) {
  const [, count] = effects.shape;
  const { of } = state;
  const nameOf: ShownBoard['nameOf'] = ({ row, column }) => {
    const value = roundedText(effects.data[row * count + column]);
    return sayText(messages.headsCell, {
      place: startOf(takenName(row * count + column, count, of, messages)),
      value,
    });
  };
  const columns = of === 'heads' ? headColumns(count, messages) : partColumns(messages);
  const names = { title: messages.tabHeads, columns, nameOf };
  return signedBoard(effects, largest(effects.data), names, state, messages);
}

const headColumns = (heads: number, messages: Messages) =>
  Array.from({ length: heads }, (_, at) => sayText(messages.headsColumn, { head: at + 1 }));

/** The columns of a board of layers' parts. */
export const partColumns = (messages: Messages) => [messages.partsAttention, messages.partsMlp];

/** A name at the start of a sentence. */
const startOf = (name: string) => name[0].toLocaleUpperCase() + name.slice(1);

/** The part without which a cell is computed. @param count columns */
function takenName(index: number, count: number, of: Taken, messages: Messages) {
  const layer = Math.floor(index / count);
  const column = index % count;
  if (of === 'heads') return partName({ kind: 'head', layer, head: column, value: 0 }, messages);
  if (column === 0) return sayText(messages.partHeads, { layer: layer + 1 });
  return partName({ kind: 'mlp', layer, value: 0 }, messages);
}

/** Index of the largest and the smallest number. */
function extremes(data: ArrayLike<number>) {
  let [most, least] = [0, 0];
  for (let i = 1; i < data.length; i++) {
    if (data[i] > data[most]) most = i;
    if (data[i] < data[least]) least = i;
  }
  return { most, least };
}

export function headsSaid({ of }: CausesState, { base, effects }: Board, messages: Messages) {
  const [, count] = effects.shape;
  const { most, least } = extremes(effects.data);
  return sayText(of === 'heads' ? messages.headsSaid : messages.partsSaid, {
    base: roundedText(base),
    most: takenName(least, count, of, messages),
    mostScore: roundedText(base + effects.data[least]),
    least: takenName(most, count, of, messages),
    leastScore: roundedText(base + effects.data[most]),
  });
}

/** Whether a board of patching has a column for each head. */
export const isOfHeads = (over: Over) => over === 'heads' || over === 'patterns';

function patchColumns(
  asked: Asked,
  { names, normalized }: Patched,
  over: Over,
  messages: Messages,
) {
  const [, count] = normalized.shape;
  if (isOfHeads(over)) return headColumns(count, messages);
  return tokensOf(asked).map((token, at) => {
    const other = names[at]?.trim() ?? '';
    return other === token ? token : `${token} ← ${other}`;
  });
}

export function patchPlace(
  { asked, over }: CausesState,
  patched: Patched,
  { row, column }: { row: number; column: number },
  messages: Messages,
) {
  if (isOfHeads(over)) return sayText(messages.partHead, { layer: row + 1, head: column + 1 });
  const token = patched.names[column] ?? '';
  return sayText(messages.patchAt, {
    layer: row + 1,
    token: quoted(token || String(asked?.position), messages),
  });
}

export function patchBoard(state: CausesState, patched: Patched, messages: Messages) {
  const { asked, over } = state;
  if (!asked) return null;
  const { normalized } = patched;
  const [, count] = normalized.shape;
  const names = {
    title: messages.tabPatch,
    columns: patchColumns(asked, patched, over, messages),
    nameOf: (place: { row: number; column: number }) =>
      sayText(messages.patchCell, {
        place: patchPlace(state, patched, place, messages),
        value: roundedText(normalized.data[place.row * count + place.column]),
      }),
  };
  return signedBoard(normalized, 1, names, state, messages);
}

/** A share of the way, which may be negative or above 100 %. */
const wayText = (share: number) =>
  percentText(Math.abs(share) < 0.005 ? 0 : share).replace('-', '−');

/** The positions of the difference in the stream, before the first layer and before the last. */
function streamSaid(
  { into, from, names, normalized: { data } }: Patched,
  layers: number,
  count: number,
  messages: Messages,
) {
  const mostIn = (layer: number) => {
    const row = data.subarray(layer * count, (layer + 1) * count);
    const { most } = extremes(row);
    return { token: quoted(names[most] ?? '', messages), share: wayText(row[most]) };
  };
  const [first, last] = [mostIn(0), mostIn(layers - 1)];
  return sayText(messages.patchMoves, {
    ...first,
    ...{ other: last.token, otherShare: last.share, layer: layers },
    ...{ into: roundedText(into), from: roundedText(from) },
  });
}

export function patchSaid(state: CausesState, patched: Patched, messages: Messages) {
  const { into, from, effects, normalized } = patched;
  if (into === from) return sayText(messages.patchSame, { into: roundedText(into) });
  const [layers, count] = normalized.shape;
  if (state.over === 'residual') return streamSaid(patched, layers, count, messages);
  const { most } = extremes(normalized.data);
  const place = { row: Math.floor(most / count), column: most % count };
  const part = patchPlace(state, patched, place, messages);
  return sayText(messages.patchSaid, {
    into: roundedText(into),
    from: roundedText(from),
    part: startOf(part),
    score: roundedText(into + effects.data[most]),
    share: wayText(normalized.data[most]),
  });
}

/** The chosen cell of patching with all digits. */
export function patchDetail(state: CausesState, patched: Patched, messages: Messages) {
  const { cell } = state;
  if (!cell) return null;
  const { into, effects } = patched;
  const value = effects.data[cell.row * effects.shape[1] + cell.column];
  return html`<p>
    ${say(messages.patchOpened, {
      place: patchPlace(state, patched, cell, messages),
      ...{ value: float32(value), into: float32(into), score: float32(into + value) },
    })}
  </p>`;
}

/** The change of a head's absence with all digits. */
export function headOpened(
  board: Board,
  { row, column }: { row: number; column: number },
  messages: Messages,
) {
  const { base, effects } = board;
  const value = effects.data[row * effects.shape[1] + column];
  const places = { base: float32(base), value: float32(value), score: float32(base + value) };
  return html`<p>${say(messages.headOpened, places)}</p>`;
}
