// The panel's text about a mixture or a difference of heads.
// Its name, its number, the meaning, and the numbers beside it. panel/panel.ts renders it.

import { headHue, markOf, signedRampOf } from '../../../views/color.ts';
import { chooseBars } from '../panel/bars.ts';
import { ownWords, say, sayText } from '../../../ui/text.ts';
import { shortText } from '../../../ui/format.ts';
import { valueAt } from '../frame.ts';
import { shownMask } from '../answer/head-maps.ts';
import { blendText, shownValue, strongestInColumn, strongestInRow } from './shown-value.ts';
import type { Child } from '../../../ui/template.ts';
import type { Answer } from '../answer/answer.ts';
import type { Bar, BarList } from '../panel/bars.ts';
import type { LayerFrame } from '../frame.ts';
import type { Blend } from './blend.ts';

export interface SelectionText {
  /** name of the blend that the number belongs to */
  name: string;
  title: Child;
  value: number | null;
  meaning: Child;
  /** numbers along the row or the column */
  list: BarList;
  /** numbers of all heads */
  across: BarList | null;
}

/** @returns null: the heads' own maps are shown, or nothing is selected */
export function blendSelectionText(frame: LayerFrame): SelectionText | null {
  const { blend, answer, selection, messages } = frame;
  const { head, query, key } = selection;
  if (!blend || !answer || (query === null && key === null)) return null;
  const isMix = blend.kind === 'mix';
  const row = query ?? strongestInColumn(frame, head, key ?? 0);
  const column = key ?? strongestInRow(frame, head, row);
  const words = {
    query: ownWords(answer.rowTokens[row], 'word'),
    key: ownWords(answer.columnTokens[column], 'word'),
  };
  const name = blendText(frame, blend);
  const value = shownValue(frame, head, row, column);
  if (query === null) {
    return {
      name,
      title: say(isMix ? messages.columnTitle : messages.blendColumnTitle, words),
      value: null,
      meaning: say(isMix ? messages.columnMeaning : messages.blendColumnMeaning, words),
      list: {
        heading: say(isMix ? messages.columnList : messages.blendColumnList, words),
        ...alongColumn(frame, answer, column),
      },
      across: null,
    };
  }
  const list = {
    heading: say(isMix ? messages.rowList : messages.blendRowList, words),
    ...alongRow(frame, answer, row, key),
  };
  if (key === null) {
    const rowMeaning = {
      mix: messages.rowMeaning,
      head: messages.blendRowMeaning,
      run: messages.blendRunRowMeaning,
    }[blend.kind];
    return {
      name,
      title: say(isMix ? messages.rowTitle : messages.blendRowTitle, words),
      value,
      meaning: say(rowMeaning, words),
      list,
      across: null,
    };
  }
  return {
    name,
    title: say(isMix ? messages.cellTitle : messages.blendPairTitle, words),
    value,
    meaning: say(meaningOf(frame, blend, row, column), { ...words, ...compared(frame, blend) }),
    list,
    across: {
      heading: isMix ? messages.blendMixList : messages.pairList,
      ...acrossHeads(frame, blend, row, column),
    },
  };
}

function meaningOf(
  { messages, selection, answer }: LayerFrame,
  blend: Blend,
  row: number,
  column: number,
) {
  const masked = answer !== null && shownMask(blend, answer)?.(row, column);
  if (blend.kind === 'mix') return masked ? messages.cellMaskedOut : messages.blendMixMeaning;
  if (blend.kind === 'run') return messages.blendRunMeaning;
  if (blend.head === selection.head) return messages.blendSelf;
  return masked ? messages.blendMasked : messages.blendHeadMeaning;
}

/** The two numbers of a difference, and the heads or runs that they belong to. */
function compared({ answer, selection }: LayerFrame, blend: Blend): Record<string, string> {
  const { head, query, key } = selection;
  if (!answer || query === null || key === null) return {};
  const from = blend.other ?? answer;
  const base = valueAt(from, blend.kind === 'run' ? head : blend.head, query, key);
  return {
    head: String(head + 1),
    other: String(blend.head + 1),
    value: shortText(valueAt(answer, head, query, key), 3),
    base: shortText(base, 3),
  };
}

type Numbers = Omit<BarList, 'heading'>;

/** @param key the selected key */
function alongRow(frame: LayerFrame, answer: Answer, row: number, key: number | null): Numbers {
  const { head } = frame.selection;
  const valueOf = (column: number) => shownValue(frame, head, row, column);
  const { indexes, more } = chooseBars(frame.messages, answer.columns, valueOf, key);
  return listOf(
    frame,
    indexes.map((column) => ({
      label: answer.columnTokens[column],
      value: valueOf(column),
      selection: { head, query: row, key: column },
      current: column === key,
    })),
    more,
  );
}

function alongColumn(frame: LayerFrame, answer: Answer, column: number): Numbers {
  const { head } = frame.selection;
  const valueOf = (row: number) => shownValue(frame, head, row, column);
  const { indexes, more } = chooseBars(frame.messages, answer.rows, valueOf, null);
  return listOf(
    frame,
    indexes.map((row) => ({
      label: answer.rowTokens[row],
      value: valueOf(row),
      selection: { head, query: row, key: column },
      current: false,
    })),
    more,
  );
}

/** The same pair in every head: the terms of a mixture with their weights, or every difference. */
function acrossHeads(frame: LayerFrame, blend: Blend, query: number, key: number): Numbers {
  const { answer, messages, look, selection } = frame;
  if (!answer) return { items: [], more: null };
  const isMix = blend.kind === 'mix';
  const items = Array.from({ length: answer.question.heads }, (_, head) => ({
    label: sayText(messages.head, { head: head + 1 }),
    ...(isMix && {
      suffix: sayText(messages.blendShare, { percent: Math.round(100 * blend.weights[head]) }),
      color: markOf(headHue(head), look.theme),
    }),
    value: isMix ? valueAt(answer, head, query, key) : shownValue(frame, head, query, key),
    selection: { head, query, key },
    current: !isMix && head === selection.head,
  }));
  return listOf(frame, items, null);
}

function listOf(
  { blend, look }: LayerFrame,
  items: (Omit<Bar, 'color'> & { color?: string })[],
  more: string | null,
): Numbers {
  const signed = Boolean(blend?.scale.signed);
  const { css } = signedRampOf(look.theme);
  const [less, most] = [css[0], css[css.length - 1]];
  const colorOf = (value: number) => (!signed ? look.colors.ink : value < 0 ? less : most);
  return {
    items: items.map((item) => ({ color: colorOf(item.value), ...item })),
    more,
    signed,
  };
}
