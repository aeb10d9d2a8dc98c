// Text input of the model, or token ids for a model without a tokenizer.

import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { OpenModel } from './open-model.ts';
import type { Input } from './worker-messages.ts';

/** Number of initial ids, without a tokenizer. */
const FIRST_IDS = 8;
const PAUSE = 150;

/**
 * @param text initial text
 * @param onChange called when the reader has typed
 */
export function createText(
  { opened, messages }: OpenModel,
  text: string | undefined,
  onChange: () => void,
) {
  const { tokenizes, pairs, sample, config, kind } = opened;
  const lastId = config.vocabSize - 1;
  const firstIds = Array.from({ length: FIRST_IDS }, (_, i) => Math.min(lastId, i + 1)).join(' ');
  const areas: Partial<Record<'text' | 'pair' | 'target', HTMLTextAreaElement>> = {};
  let timer = 0;
  let isTyped = false;

  function type() {
    isTyped = true;
    clearTimeout(timer);
    timer = window.setTimeout(onChange, PAUSE);
  }

  const field = (name: keyof typeof areas, label: string, value: string, rows: number) =>
    html`<label class="models-field">
      <span>${label}</span>
      <textarea
        rows=${rows}
        spellcheck="false"
        aria-describedby="models-wrong"
        @input=${type}
        ref=${(area: HTMLTextAreaElement) => {
          area.value = value;
          areas[name] = area;
        }}
      ></textarea>
    </label>`;
  const view = (wrong: string) => html`<div class="models-text">
    ${
      tokenizes
        ? field('text', messages.textLabel, text || sample || messages.example, 2)
        : field('text', messages.idsLabel, firstIds, 1)
    }
    ${pairs && field('pair', messages.pairLabel, '', 1)}
    ${
      kind === 'encoder-decoder' &&
      field('target', messages.targetLabel, String(config.startId ?? 0), 1)
    }
    ${!tokenizes && html`<p class="models-hint">${sayText(messages.idsHint, { last: lastId })}</p>`}
    <p class="models-wrong" id="models-wrong">${wrong}</p>
  </div>`;
  const { element, render } = createRoot(view(''));
  const typed = (name: keyof typeof areas) => areas[name]?.value ?? '';

  return {
    element,
    /** @returns null: there is no valid input */
    read(): Input | null {
      render(view(''));
      const own = typed('text');
      if (tokenizes && own.trim() === '') return null;
      const ids = tokenizes ? [] : idsOf(own, lastId);
      const target = areas.target ? idsOf(typed('target'), lastId) : undefined;
      if (ids === null || target === null) {
        render(view(sayText(messages.idsWrong, { last: lastId })));
        return null;
      }
      const pair = typed('pair');
      return {
        ...(tokenizes ? { text: own } : { ids }),
        ...(pair.trim() !== '' && { pair }),
        ...(target && { target }),
      };
    },
    /** The typed text, for a model with a tokenizer. */
    value: () => (tokenizes ? typed('text') : ''),
    /** Whether the reader has typed. */
    isTyped: () => isTyped,
    /** Replaces the typed text. */
    replace(next: string) {
      if (areas.text) areas.text.value = next;
      if (areas.pair) areas.pair.value = '';
      onChange();
    },
    stop: () => clearTimeout(timer),
  };
}

/** @returns null: not ids from 0 to the last */
export function idsOf(value: string, lastId: number): number[] | null {
  const found = value.trim().split(/[\s,]+/);
  const numbers = found.map(Number);
  const fit = found.every((one, i) => /^\d+$/.test(one) && numbers[i] <= lastId);
  return fit ? numbers : null;
}
