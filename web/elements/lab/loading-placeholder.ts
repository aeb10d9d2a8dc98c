// Placeholder of the views while a model or the engine loads.

import { percentText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { ENGLISH } from './state/state.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Frame } from './frame.ts';

/**
 * @param frame null: before the first
 * @param isOfWords whether the view on the screen is about the sentence
 */
export function loadingPlaceholder(messages: Messages, frame: Frame | null, isOfWords: boolean) {
  // the line above says that a model is loading
  const isModel = frame?.awaited === ENGLISH;
  return html`<div class="awaiting" hidden=${!frame?.waiting || !isOfWords}>
    <p>${isModel ? percentText(frame.arrived ?? 0) : messages.starting}</p>
    <progress
      max="1"
      value=${frame?.arrived}
      aria-label=${messages.modelAwaited}
      hidden=${!isModel}
    ></progress>
  </div>`;
}
