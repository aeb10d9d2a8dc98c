// The shown sequence: its tokens, and the model's prediction below each.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { Shown } from './tasks.ts';
import type { Texts } from './texts.ts';
import type { Look } from './training-model.ts';

export function sequenceStrip({ words }: Texts, sequence: Shown, { said }: Look) {
  const { lang } = sequence;

  function token(word: string, i: number) {
    const target = sequence.targets[i];
    const counts = target !== null;
    const right = counts && said[i] === target;
    const spoken =
      counts && sayText(right ? words.sayRight : words.sayWrong, { said: said[i], target });
    return html`<li data-right=${counts ? String(right) : null}>
      <bdi lang=${lang}>${word}</bdi>
      <bdi class="training-said" lang=${lang} aria-hidden="true">${counts ? said[i] : '·'}</bdi>
      <span class="spoken">${spoken}</span>
    </li>`;
  }

  return html`<div class="training-sequence">
    <p class="training-strip-key">
      <span>${words.stripGiven}</span>
      <span>${words.stripSaid}</span>
    </p>
    <ol class="training-strip" aria-label=${words.strip}>${sequence.words.map(token)}</ol>
  </div>`;
}
