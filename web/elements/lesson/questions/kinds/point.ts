// Question kind: a head or a cell, selected in the live map.

import { html } from '../../../../ui/template.ts';
import { sayText } from '../../../../ui/text.ts';
import type { Field, Kit } from '../card.ts';

type Selection = { head: number; query: number | null; key: number | null };

export function createPoint({ words, drawn, solved, lab, label }: Kit): Field {
  const wantsHead = 'head' in solved.right;
  const start = (drawn.shown as any).selection;
  let pieces: readonly string[] = [];

  function read(): Record<string, number> | null {
    const { head, query, key } = lab.getState().selection as Selection;
    // head 1 is selected before the first click
    if (wantsHead) return query === null && key === null && head === start.head ? null : { head };
    return query === null || key === null ? null : { query, key };
  }

  function said({ head, query, key }: Record<string, number>) {
    if (wantsHead) return sayText(words.pointHead, { head: head + 1 });
    return sayText(words.pointCell, {
      row: query + 1,
      word: pieces[query] ?? '',
      column: key + 1,
      other: pieces[key] ?? '',
    });
  }

  return {
    view() {
      const place = read();
      return html`<div role="group" aria-labelledby=${label}>
        <p class="question-hint">${words.pointHint}</p>
        <p class="question-pointed" role="status">
          ${place && sayText(words.pointsAt, { place: said(place) })}
        </p>
      </div>`;
    },
    problem: words.pointWrong,
    read,
    describe: (place) => said(place as any),
    update(frame) {
      pieces = frame.first.tokens.map(({ piece }) => piece);
    },
  };
}
