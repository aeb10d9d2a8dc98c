// Token chips: the tokens of a sentence as a row.
// They show the selection, the amount of attention, and unknown words.

import { rove } from '../../../ui/controls.ts';
import { stepOf } from '../../../views/scale.ts';
import { html } from '../../../ui/template.ts';
import { ownWords } from '../../../ui/text.ts';
import type { Ramp } from '../../../views/color.ts';
import type { Scale } from '../../../views/scale.ts';
import type { Token } from '../answer/tokenizer.ts';

export interface ChipMarks {
  /** a token's part of the selected token's attention; null: no colours */
  valueOf: ((index: number) => number) | null;
  scale: Scale;
  ramp: Ramp;
  /** the query, the key, and the token that stays selected */
  from: number | null;
  to: number | null;
  kept: number | null;
  /** the words that the wanted model does not know */
  unknown: ReadonlySet<number>;
  /** description of each of them */
  unknownText: string;
}

export interface ChipEvents {
  /** called with the token under the pointer or the keyboard's focus */
  onPreview: (index: number | null) => void;
  onLock: (index: number) => void;
  /** called with the token that receives the focus */
  onFocus: (index: number) => void;
}

/**
 * @param count number of tokens that are shown
 * @param stop the chip that receives the Tab key
 */
export function chipRow(
  label: string,
  tokens: readonly Token[],
  { count, stop, dir }: { count: number; stop: number; dir: string },
  marks: ChipMarks | null,
  { onPreview, onLock, onFocus }: ChipEvents,
) {
  const indexOf = ({ target, currentTarget }: Event) => {
    const chip = (target as Element).closest('button');
    return chip ? [...(currentTarget as Element).children].indexOf(chip) : null;
  };
  const focus = (event: Event) => {
    const index = indexOf(event);
    if (index !== null) onFocus(index);
    if ((event.target as Element).matches(':focus-visible')) onPreview(index);
  };
  const lock = (event: Event) => {
    const index = indexOf(event);
    if (index !== null) onLock(index);
  };
  return html`<div
    class="chips"
    role="group"
    aria-label=${label}
    dir=${dir}
    hidden=${tokens.length === 0}
    ref=${rove}
    @pointerover=${(event: Event) => onPreview(indexOf(event))}
    @pointerleave=${() => onPreview(null)}
    @focusin=${focus}
    @focusout=${() => onPreview(null)}
    @click=${lock}
  >
    ${tokens.slice(0, count).map(({ piece, word }, i) => {
      const goesOn = word !== undefined && word === tokens[i + 1]?.word;
      return chip(piece, goesOn, i === stop, i, marks);
    })}
  </div>`;
}

const NO_COLORS = { 'background-color': '', color: '' };

function chip(piece: string, goesOn: boolean, isStop: boolean, i: number, marks: ChipMarks | null) {
  const step = marks?.valueOf ? stepOf(marks.scale, marks.valueOf(i) || 0) : -1;
  const isTinted = marks !== null && step >= 0;
  const unknownText = marks?.unknown.has(i) ? marks.unknownText : null;
  return html`<button
    type="button"
    class="chip"
    .tabIndex=${isStop ? 0 : -1}
    title=${unknownText}
    aria-pressed=${i === marks?.kept && 'true'}
    data-goes-on=${goesOn}
    data-mark=${i === marks?.from ? 'from' : i === marks?.to && 'to'}
    data-tinted=${isTinted}
    data-unknown=${unknownText !== null}
    vars=${
      isTinted
        ? { 'background-color': marks.ramp.css[step], color: marks.ramp.ink[step] }
        : NO_COLORS
    }
  >
    ${ownWords(piece)}
    ${unknownText !== null && html`<span class="spoken">, ${unknownText}</span>`}
  </button>`;
}
