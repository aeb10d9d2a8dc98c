// Texts in place of parts of an open model that come with layers that are still to be read.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { headName } from './choices.ts';
import type { Child, Template } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Arrived } from './state.ts';
import type { Head, Kind } from './worker-messages.ts';

/** The layer that is read: the one after the newest, then the rest of the model. */
export function arrivingText({ count, of }: Arrived, messages: Messages) {
  const layer = count + 1;
  return count < of ? sayText(messages.readingLayer, { layer, of }) : messages.readingRest;
}

/** @param own says which part comes, and when */
export function comingText(own: string, arrived: Arrived, messages: Messages): Child {
  return html`${own} <span>${arrivingText(arrived, messages)}</span>`;
}

/**
 * The text in place of a view, or of the map of a head.
 *
 * @param state.isComing whether the layer of the head is still to be read
 * @returns null: it is there
 */
export function placeholder(
  {
    view,
    at,
    kind = 'self',
    arrived,
    isComing,
  }: { view: string; at: Head; kind?: Kind; arrived: Arrived | null; isComing: boolean },
  messages: Messages,
): Template | null {
  if (arrived === null) return null;
  const views = new Map([
    ['steps', messages.comesSteps],
    ['causes', messages.comesCauses],
    ['contacts', messages.comesContacts],
  ]);
  const whole = views.get(view);
  if (whole) return html`<p class="models-hint">${comingText(whole, arrived, messages)}</p>`;
  if (!isComing) return null;
  const own = sayText(messages.comesMap, { name: headName(at, messages) });
  const text = comingText(kind === 'cross' ? messages.comesCross : own, arrived, messages);
  return html`<p class="models-hint models-hold">${text}</p>`;
}
