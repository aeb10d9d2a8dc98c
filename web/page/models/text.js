// Input of the model: a text with a tokenizer, else ids.

import { fillText, h, setText } from '../../elements/shared/dom.js';

/** What there is to read before anything is typed, without a tokenizer. */
const FIRST_IDS = 8;
const PAUSE = 150;

/**
 * @param {object} options
 * @param {import('./connection.js').Opened} options.opened
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {string} [options.text] to begin with
 * @param {() => void} options.onChange
 */
export function createText({ opened, messages, text, onChange }) {
  const { tokenizes, pairs, sample, config, kind } = opened;
  const last = config.vocabSize - 1;
  const wrong = h('p', { class: 'models-wrong', id: 'models-wrong' });
  const ids = Array.from({ length: FIRST_IDS }, (_, i) => Math.min(last, i + 1)).join(' ');
  const input = fieldOf(
    tokenizes ? messages.textLabel : messages.idsLabel,
    tokenizes ? text || sample || messages.example : ids,
    tokenizes ? 2 : 1,
  );
  const target =
    kind === 'encoder-decoder'
      ? fieldOf(messages.targetLabel, String(config.startId ?? 0), 1)
      : null;
  const pair = pairs ? fieldOf(messages.pairLabel, '', 1) : null;
  const hint = tokenizes ? null : fillText(messages.idsHint, { last });
  let timer = 0;

  /** @param {string} label @param {string} value @param {number} rows */
  function fieldOf(label, value, rows) {
    const area = h('textarea', {
      ...{ rows, spellcheck: 'false', 'aria-describedby': 'models-wrong' },
      oninput: () => {
        clearTimeout(timer);
        timer = window.setTimeout(onChange, PAUSE);
      },
    });
    area.value = value;
    return { area, element: h('label', { class: 'models-field' }, h('span', null, label), area) };
  }

  /**
   * @param {HTMLTextAreaElement} area
   * @returns {number[] | null} null: these are no ids of this model
   */
  function idsOf({ value }) {
    const found = value.trim().split(/[\s,]+/);
    const numbers = found.map(Number);
    const fit = found.every((one, i) => /^\d+$/.test(one) && numbers[i] <= last);
    return fit ? numbers : null;
  }

  return {
    element: h(
      'div',
      { class: 'models-text' },
      input.element,
      pair?.element,
      target?.element,
      hint && h('p', { class: 'models-hint' }, hint),
      wrong,
    ),
    /** @returns {{ text?: string, pair?: string, ids?: number[], target?: number[] } | null} null: there is nothing that it could read */
    read() {
      setText(wrong, '');
      if (tokenizes && input.area.value.trim() === '') return null;
      const own = tokenizes ? { text: input.area.value } : { ids: idsOf(input.area) };
      const decoder = target ? idsOf(target.area) : undefined;
      if (own.ids === null || decoder === null) {
        setText(wrong, fillText(messages.idsWrong, { last }));
        return null;
      }
      return /** @type {{ text?: string, pair?: string, ids?: number[] }} */ ({
        ...own,
        ...(pair && pair.area.value.trim() !== '' && { pair: pair.area.value }),
        ...(decoder && { target: decoder }),
      });
    },
    /** What was typed, where it is a text. */
    value: () => (tokenizes ? input.area.value : ''),
    stop: () => clearTimeout(timer),
  };
}
