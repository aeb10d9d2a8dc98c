// The state of a tab's long work: its progress with a button that stops it, or the reason why there is no result.

import { button } from '../../../ui/controls.ts';
import { percentText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';
import { quoteEngine, sayText } from '../../../ui/text.ts';
import type { Child } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { Work } from './state.ts';

export function progressView(
  work: Work<unknown>,
  messages: Messages,
  actions: { goOn: () => void; stop: () => void },
): Child {
  if (work.type === 'failed') {
    return html`<p class="models-wrong">${quoteEngine(messages.failed, work.detail)}</p>`;
  }
  if (work.type === 'stopped') {
    return html`<div class="causes-work">
      <span>${messages.stopped}</span>
      ${button(messages.goOn, actions.goOn, { look: 'second' })}
    </div>`;
  }
  if (work.type !== 'working') return null;
  return html`<div class="causes-work">
    <progress max="1" value=${work.done} aria-label=${messages.tabsLabel}></progress>
    <span class="tabular">${sayText(messages.working, { share: percentText(work.done) })}</span>
    ${button(messages.stop, actions.stop, { look: 'second' })}
  </div>`;
}
