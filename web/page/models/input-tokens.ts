// The tokens of a text, as the model reads them.
// Tokens of one word are joined; the prediction is shown for the chosen token.

import { rove } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { ownWords } from '../../ui/text.ts';
import { visible } from './tokens.ts';
import type { Template } from '../../ui/template.ts';
import type { Written } from './tokens.ts';

interface Piece {
  name: string;
  /** shown where it differs from the name */
  id?: number;
  /** whether it continues the word of the token before */
  joins: boolean;
  isWritten: boolean;
}

export function piecesOf(
  names: readonly string[],
  ids: readonly number[],
  words: readonly number[] | undefined,
  written: readonly Written[],
): Piece[] {
  const joins = (i: number) =>
    i > 0 && words !== undefined && words[i] >= 0 && words[i] === words[i - 1];
  return [
    ...names.map((name, i) => ({ name, id: ids[i], joins: joins(i), isWritten: false })),
    ...written.map(({ name, id }) => ({ name, id, joins: false, isWritten: true })),
  ];
}

/** @param choose null: tokens cannot be chosen */
export function inputTokens(
  label: string,
  pieces: readonly Piece[],
  chosen: number | null,
  choose: ((position: number) => void) | null,
): Template {
  return html`<div class="models-pieces" role="group" aria-label=${label} ref=${rove}>
    ${pieces.map(({ name, id, joins, isWritten }, i) => {
      const number = id === undefined || name === String(id) ? null : String(id);
      return html`<button
        type="button"
        class="models-piece"
        data-joins=${joins}
        data-written=${isWritten}
        aria-pressed=${choose && String(i === chosen)}
        tabindex=${choose && (i === (chosen ?? 0) ? '0' : '-1')}
        @click=${choose && (() => choose(i))}
      >
        ${ownWords(visible(name))}
        ${number && html`<span class="models-id">${number}</span>`}
      </button>`;
    })}
  </div>`;
}
