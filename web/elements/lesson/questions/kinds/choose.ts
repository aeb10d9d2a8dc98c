// Question kind: one of several answers.

import { html } from '../../../../ui/template.ts';
import type { Field, Kit } from '../card.ts';

let count = 0;

export function createChoose({ words, option, drawn, label }: Kit): Field {
  const name = `headwise-question-${++count}`;
  let chosen: string | null = null;
  return {
    view: (isLocked) => html`
      <div class="question-options" role="radiogroup" aria-labelledby=${label}>
        ${(drawn.options ?? []).map(
          (key) => html`<label>
            <input
              type="radio"
              name=${name}
              value=${key}
              disabled=${isLocked}
              @change=${() => (chosen = key)}
            />
            <span>${option(key)}</span>
          </label>`,
        )}
      </div>
    `,
    problem: words.chooseWrong,
    read: () => chosen,
    describe: (key) => option(String(key)),
  };
}
