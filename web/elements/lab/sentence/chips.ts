// Token chips: the tokens of a sentence as a row.
// They show the selection, the amount of attention, and unknown words.

import { rove } from '../../../ui/controls.ts';
import { stepOf } from '../../../views/scale.ts';
import { html, memo } from '../../../ui/template.ts';
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

/** A row of chips. A hover changes few of 256: the others are kept. */
export function createChipRow(label: string, { onPreview, onLock, onFocus }: ChipEvents) {
  const chips: ReturnType<typeof memo<Parameters<typeof chip>>>[] = [];

  function indexOf({ target, currentTarget }: Event) {
    const button = (target as Element).closest('button');
    return button ? [...(currentTarget as Element).children].indexOf(button) : null;
  }

  function focus(event: Event) {
    const index = indexOf(event);
    if (index !== null) onFocus(index);
    if ((event.target as Element).matches(':focus-visible')) onPreview(index);
  }

  function lock(event: Event) {
    const index = indexOf(event);
    if (index !== null) onLock(index);
  }

  function chipAt(tokens: readonly Token[], i: number, isStop: boolean, marks: ChipMarks | null) {
    const { piece, word } = tokens[i];
    const goesOn = word !== undefined && word === tokens[i + 1]?.word;
    chips[i] ??= memo(chip);
    if (!marks) return chips[i](piece, goesOn, isStop, null, null, -1, null, false);
    const { valueOf, scale, ramp, from, to, kept, unknown, unknownText } = marks;
    const step = valueOf ? stepOf(scale, valueOf(i) || 0) : -1;
    const mark = i === from ? 'from' : i === to ? 'to' : null;
    const title = unknown.has(i) ? unknownText : null;
    const tint = step < 0 ? null : ramp;
    return chips[i](piece, goesOn, isStop, title, tint, step, mark, i === kept);
  }

  /**
   * @param count number of tokens that are shown
   * @param stop the chip that receives the Tab key
   */
  return (
    tokens: readonly Token[],
    { count, stop, dir }: { count: number; stop: number; dir: string },
    marks: ChipMarks | null,
  ) => html`<div
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
    ${tokens.slice(0, count).map((_, i) => chipAt(tokens, i, i === stop, marks))}
  </div>`;
}

/**
 * @param unknown description of a word that the wanted model does not know
 * @param ramp null: no colours
 * @param step a step of the ramp
 */
function chip(
  piece: string,
  goesOn: boolean,
  isStop: boolean,
  unknown: string | null,
  ramp: Ramp | null,
  step: number,
  mark: string | null,
  isKept: boolean,
) {
  const colors = { 'background-color': ramp?.css[step] ?? '', color: ramp?.ink[step] ?? '' };
  return html`<button
    type="button"
    class="chip"
    .tabIndex=${isStop ? 0 : -1}
    title=${unknown}
    aria-pressed=${isKept && 'true'}
    data-goes-on=${goesOn}
    data-mark=${mark}
    data-tinted=${ramp !== null}
    data-unknown=${unknown !== null}
    vars=${colors}
  >
    ${ownWords(piece)}${unknown !== null && html`<span class="spoken">, ${unknown}</span>`}
  </button>`;
}
