// Edits a number: by typing, by a slider, or by a switch. The switch is for a mask's yes or no.

import { button, segments } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { ownWords, say } from '../../../ui/text.ts';
import { plainText } from '../../../ui/format.ts';
import { editNameOf } from './editable.ts';
import { wordsAt } from './names.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { LayerActions } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Explanation } from './explain.ts';

export function createEditor(messages: Messages, edit: NonNullable<LayerActions['edit']>) {
  /** the edited number; null: none can be edited now */
  let at: { name: string; answer: Answer; explanation: Explanation } | null = null;
  /** ends of the slider, which stay while a number is edited */
  let range = { min: 0, max: 1 };
  let input: HTMLInputElement;
  let slider: HTMLInputElement;

  /** @param live an intermediate value, as while a slider moves */
  function write(value: number, live: boolean = false) {
    if (!at || !Number.isFinite(value)) return;
    edit({ ...at.answer.question.byHand, [at.name]: Math.fround(value) }, live);
  }

  function submit(event: Event) {
    event.preventDefault();
    if (input.value === '') return;
    keep(input.value);
    write(Number(input.value));
  }

  function restore() {
    if (!at) return;
    const { [at.name]: _, ...rest } = at.answer.question.byHand;
    edit(rest);
  }

  /** Accepts the field's text as saved: the state has it. */
  function keep(text: string) {
    input.value = input.defaultValue = text;
  }

  const view = () => {
    const cell = at?.explanation.cell;
    const isMask = cell?.matrix === 'mask';
    const isWord = cell !== undefined && cell.matrix.startsWith('tokens');
    const isEdited = at !== null && Object.hasOwn(at.answer.question.byHand, at.name);
    const choices = [
      { value: true, text: messages.provMaskMay },
      { value: false, text: messages.provMaskMayNot },
    ];
    return html`<form class="editor" hidden=${at === null} @submit=${submit}>
      <h3>${messages.provEdit}</h3>
      <input type="range" step="any" aria-label=${messages.provEditRange} hidden=${isMask}
        .min=${String(range.min)} .max=${String(range.max)}
        ref=${(element: HTMLInputElement) => (slider = element)}
        @input=${() => write(Number(slider.value), true)} />
      <div class="edit-row" hidden=${isMask}>
        <input type="number" step="any" class="edit-number" aria-label=${messages.provEditLabel}
          ref=${(element: HTMLInputElement) => (input = element)} />
        ${button(messages.provEditSet, null, { look: 'quiet', classes: 'filled', submit: true })}
        ${button(messages.provEditBack, restore, { look: 'quiet', hidden: !isEdited })}
      </div>
      ${isMask && segments(null, choices, at?.explanation.value === 0, (may) => write(may ? 0 : 1))}
      ${
        isWord && at
          ? html`<p class="meaning">
              ${say(messages.provEditWord, { token: ownWords(wordsAt(at.answer, cell).token, 'word') })}
            </p>`
          : null
      }
    </form>`;
  };
  const root = createRoot(view());

  return {
    element: root.element,
    /** @param answer null: no number can be edited now */
    update(answer: Answer | null, explanation: Explanation) {
      const { cell, value } = explanation;
      const name = answer && editNameOf(answer, cell);
      const isFresh = name !== null && name !== at?.name;
      at = answer && name !== null ? { name, answer, explanation } : null;
      if (isFresh) {
        const isShare = cell.matrix === 'attention';
        const most = isShare ? 1 : rangeOf(value);
        range = { min: isShare ? 0 : -most, max: most };
      }
      root.render(view());
      if (!at || cell.matrix === 'mask') return;
      // the editor does not overwrite a value while the reader types or drags it
      const isTyped = input.matches(':focus') && input.value !== input.defaultValue;
      if (!isFresh && (isTyped || slider.matches(':active'))) return;
      keep(plainText(value));
      slider.value = String(value);
    },
  };
}

/** The slider's range for a number. */
function rangeOf(value: number) {
  const size = Math.max(1, 2 * Math.abs(value));
  return 10 ** Math.ceil(Math.log10(size));
}
