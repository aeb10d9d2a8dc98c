// Token chips: the tokens of a sentence as a row.
// They show the selection, the amount of attention, and unknown words.

import { rove } from '../../../ui/controls.ts';
import { stepOf } from '../../../views/scale.ts';
import { createMemo } from '../../../ui/memo.ts';
import { html } from '../../../ui/template.ts';
import { ownWords } from '../../../ui/text.ts';
import type { Child, Template } from '../../../ui/template.ts';
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
  const memos: ReturnType<typeof createMemo<Template>>[] = [];

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

  function chipAt(i: number, tokens: readonly Token[], stop: number, marks: ChipMarks | null) {
    const { piece, word } = tokens[i];
    const step = marks?.valueOf ? stepOf(marks.scale, marks.valueOf(i) || 0) : -1;
    const chip: Chip = {
      piece,
      goesOn: word !== undefined && word === tokens[i + 1]?.word,
      isStop: i === stop,
      isKept: i === marks?.kept,
      mark: i === marks?.from ? 'from' : i === marks?.to ? 'to' : null,
      color: marks?.ramp.css[step],
      textColor: marks?.ramp.ink[step],
      unknown: marks?.unknown.has(i) ? marks.unknownText : null,
    };
    memos[i] ??= createMemo();
    return memos[i](Object.values(chip), () => chipView(chip));
  }

  /**
   * @param count number of tokens that are shown
   * @param stop the chip that receives the Tab key
   * @param behind placed behind the chips
   */
  return (
    tokens: readonly Token[],
    { count, stop, dir }: { count: number; stop: number; dir: string },
    marks: ChipMarks | null,
    behind: Child,
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
    ${tokens.slice(0, count).map((_, i) => chipAt(i, tokens, stop, marks))}${behind}
  </div>`;
}

interface Chip {
  piece: string;
  /** whether the next chip is a piece of the same word */
  goesOn: boolean;
  /** whether it receives the Tab key */
  isStop: boolean;
  isKept: boolean;
  mark: 'from' | 'to' | null;
  color: string | undefined;
  textColor: string | undefined;
  /** description of a word that the wanted model does not know */
  unknown: string | null;
}

const chipView = ({ piece, goesOn, isStop, isKept, mark, color, textColor, unknown }: Chip) =>
  html`<button
    type="button"
    class="chip"
    .tabIndex=${isStop ? 0 : -1}
    title=${unknown}
    aria-pressed=${isKept && 'true'}
    data-goes-on=${goesOn}
    data-mark=${mark}
    data-tinted=${color !== undefined}
    data-unknown=${unknown !== null}
    vars=${{ 'background-color': color ?? '', color: textColor ?? '' }}
  >
    ${ownWords(piece)}${unknown !== null && html`<span class="spoken">, ${unknown}</span>`}
  </button>`;
