// Placeholder of the views while a model or the engine loads.

import { h, setAttribute, setText } from '../../ui/dom.ts';
import { percentText } from '../../ui/format.ts';
import { ENGLISH } from './state/state.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Frame } from './frame.ts';

export function createLoadingPlaceholder(messages: Messages) {
  const text = h('p', null);
  const bar = h('progress', { max: '1', 'aria-label': messages.modelAwaited });
  const element = h('div', { class: 'awaiting', hidden: true }, text, bar);
  return {
    element,
    /** @param isOfWords whether the view on the screen is about the sentence */
    update({ waiting, awaited, arrived }: Frame, isOfWords: boolean) {
      element.hidden = !waiting || !isOfWords;
      if (element.hidden) return;
      // the line above says that a model is loading
      const isModel = awaited === ENGLISH;
      setText(text, isModel ? percentText(arrived ?? 0) : messages.starting);
      bar.hidden = !isModel;
      setAttribute(bar, 'value', arrived === null ? null : String(arrived));
    },
  };
}
