// Live region for screen readers: one sentence about the selection.
// Polite, and after the arrow keys have rested.

import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { shownValue, strongestInColumn, strongestInRow } from './blend/shown-value.ts';
import { shortText } from '../../ui/format.ts';
import { shownMask } from './answer/head-maps.ts';
import type { LayerFrame, MapFrame } from './frame.ts';

const REST = 120;

/**
 * The texts about numbers are loaded with the first hovered number.
 *
 * @returns empty if nothing is selected
 */
export async function sentenceOfLayer(frame: LayerFrame): Promise<string> {
  const { answer, messages, cell } = frame;
  if (answer && cell) {
    const { spokenNumber } = await import('./provenance/spoken-number.ts');
    const text = spokenNumber(messages, answer, cell);
    if (text !== null) return text;
  }
  return frame.shares ? sentenceOfMaps(frame) : '';
}

/** @returns empty if nothing is selected */
export function sentenceOfMaps(frame: MapFrame): string {
  const { maps, selection, messages } = frame;
  const { head, query, key } = selection;
  if (!maps || (query === null && key === null)) return '';
  const row = query ?? strongestInColumn(frame, head, key ?? 0);
  const column = key ?? strongestInRow(frame, head, row);
  const masked =
    query !== null && key !== null && Boolean(shownMask(frame.blend, maps)?.(query, key));
  const said = patternsOf(frame);
  const message =
    query === null
      ? said.column
      : key === null
        ? said.row
        : masked
          ? messages.sayMasked
          : said.pair;
  return sayText(message, {
    head: head + 1,
    other: (frame.blend?.head ?? 0) + 1,
    query: maps.rowTokens[row],
    key: maps.columnTokens[column],
    value: shortText(shownValue(frame, head, row, column)),
  });
}

/**
 * The sentences about the maps: about the heads' own maps, or about their mixture or difference.
 */
function patternsOf({ blend, messages: m }: MapFrame) {
  const all = {
    none: { pair: m.sayCell, row: m.sayRow, column: m.sayColumn },
    mix: { pair: m.sayMix, row: m.sayMixRow, column: m.sayMixColumn },
    head: { pair: m.sayLess, row: m.sayLessRow, column: m.sayLessColumn },
    run: { pair: m.sayLessRun, row: m.sayLessRunRow, column: m.sayLessRunColumn },
  };
  return all[blend?.kind ?? 'none'];
}

export function createLiveRegion() {
  // a new node each time: an equal sentence is announced again
  const view = (text: string) =>
    html`<div class="spoken" role="status" aria-live="polite">${new Text(text)}</div>`;
  const root = createRoot(view(''));
  let timer = 0;

  return {
    element: root.element,
    /** @param sentence computed when it is announced */
    say(sentence: () => string | Promise<string>) {
      clearTimeout(timer);
      const mine = window.setTimeout(async () => {
        const text = await sentence();
        if (mine === timer) root.render(view(text));
      }, REST);
      timer = mine;
    },
  };
}
