// Question kind: a typed number or shape.

import { html } from '../../../../ui/template.ts';
import { readPart, readShape } from '../read-answer.ts';
import type { Field, Kit } from '../card.ts';

export function createNumber({ words, locale, numbers, solved: { right, decimals } }: Kit): Field {
  return createTyped({
    label: words.numberLabel,
    problem: words.numberWrong,
    mode: 'decimal',
    // the answer to a question for percents is above 1
    read: (text) => readPart(Number(right) > 1 ? text.replace(/%\s*$/, '') : text, locale),
    describe: (value) =>
      value === right && decimals !== undefined
        ? numbers.fixed(Number(value), decimals)
        : numbers.short(Number(value)),
  });
}

export function createShape({ words, numbers }: Kit): Field {
  return createTyped({
    label: words.shapeLabel,
    problem: words.shapeWrong,
    mode: 'text',
    read: readShape,
    describe: (shape) => numbers.shape(shape as number[]),
  });
}

/** @param options.mode mode of an on-screen keyboard */
function createTyped({
  label,
  problem,
  mode,
  read,
  describe,
}: {
  label: string;
  problem: string;
  mode: string;
  read: (text: string) => unknown;
  describe: (value: unknown) => string;
}): Field {
  let typed = '';
  return {
    view: (isLocked, problem) => html`<label class="question-typed">
      <span>${label}</span>
      <input
        type="text"
        inputmode=${mode}
        autocomplete="off"
        spellcheck="false"
        maxlength="40"
        dir="ltr"
        disabled=${isLocked}
        aria-invalid=${problem && 'true'}
        aria-describedby=${problem}
        @input=${({ target }: Event) => (typed = (target as HTMLInputElement).value)}
      />
    </label>`,
    problem,
    read: () => read(typed),
    describe,
  };
}
