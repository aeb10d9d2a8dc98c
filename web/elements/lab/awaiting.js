// Placeholder of the views while a model or the engine loads.

import { h, setAttribute, setText } from '../shared/dom.js';
import { percentText } from '../shared/format.js';
import { ENGLISH } from './state/state.js';

/** @param {import('../messages/en.js').Messages} messages */
export function createAwaiting(messages) {
  const text = h('p', null);
  const bar = h('progress', { max: '1', 'aria-label': messages.modelAwaited });
  const element = h('div', { class: 'awaiting', hidden: true }, text, bar);
  return {
    element,
    /**
     * @param {import('./frame.js').Frame} frame
     * @param {boolean} isOfWords whether the view on the screen is about the sentence
     */
    update({ waiting, awaited, arrived }, isOfWords) {
      element.hidden = !waiting || !isOfWords;
      if (element.hidden) return;
      // that a model is loading is said above
      const isModel = awaited === ENGLISH;
      setText(text, isModel ? percentText(arrived ?? 0) : messages.starting);
      bar.hidden = !isModel;
      setAttribute(bar, 'value', arrived === null ? null : String(arrived));
    },
  };
}
