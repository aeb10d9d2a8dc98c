// Text input of the model, or token ids for a model without a tokenizer.

import { fillText, h, setText } from '../../ui/dom.ts';
import type { Opened } from './worker-messages.ts';
import type { Messages } from '../../words/en/models.ts';

/** Number of initial ids, without a tokenizer. */
const FIRST_IDS = 8;
const PAUSE = 150;

/** @param options.text initial text */
export function createText({
  opened,
  messages,
  text,
  onChange,
}: {
  opened: Opened;
  messages: Messages;
  text?: string;
  onChange: () => void;
}) {
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

  function fieldOf(label: string, value: string, rows: number) {
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

  /** @returns null: not valid ids of this model */
  function idsOf({ value }: HTMLTextAreaElement): number[] | null {
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
    /** @returns null: there is no valid input */
    read(): { text?: string; pair?: string; ids?: number[]; target?: number[] } | null {
      setText(wrong, '');
      if (tokenizes && input.area.value.trim() === '') return null;
      const own = tokenizes ? { text: input.area.value } : { ids: idsOf(input.area) };
      const decoder = target ? idsOf(target.area) : undefined;
      if (own.ids === null || decoder === null) {
        setText(wrong, fillText(messages.idsWrong, { last }));
        return null;
      }
      return {
        ...own,
        ...(pair && pair.area.value.trim() !== '' && { pair: pair.area.value }),
        ...(decoder && { target: decoder }),
      } as { text?: string; pair?: string; ids?: number[] };
    },
    /** The typed text, for a model with a tokenizer. */
    value: () => (tokenizes ? input.area.value : ''),
    stop: () => clearTimeout(timer),
  };
}
