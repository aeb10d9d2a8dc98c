// Results below the table: failures, skipped tests and reasons, environment, copy button.

import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { createCopyButton } from '../copy-button.ts';
import type { Messages } from '../../words/en/check.ts';
import type { Started, SuiteOutcome } from './run.ts';

/** Number of failures shown for a suite: a broken engine has a thousand. The text lists all. */
const FAULTS_SHOWN = 20;

export function describeFaults({ name, faults }: SuiteOutcome, messages: Messages) {
  if (faults.length === 0) return null;
  const more = faults.length - FAULTS_SHOWN;
  return html`<section class="faults">
    <h2>${sayText(messages.faultsTitle, { suite: name })}</h2>
    ${listOf(faults.slice(0, FAULTS_SHOWN))}
    ${more > 0 && html`<p>${sayText(messages.faultsMore, { count: more })}</p>`}
  </section>`;
}

/** Skipped tests with the same reason, merged. */
export function describeLeftOut(outcomes: readonly SuiteOutcome[], messages: Messages) {
  const count = outcomes.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  if (count === 0) return null;
  return html`<details class="left-out">
    <summary>${sayText(messages.leftOutTitle, { count })}</summary>
    ${outcomes.map(({ name, leftOut }) => {
      const reasons = [...new Set(leftOut.map(({ why }) => why))];
      return [
        reasons.length > 0 && html`<h3>${name}</h3>`,
        reasons.map((reason) => {
          const cases = leftOut.filter(({ why }) => why === reason);
          return html`<p>${reason}</p>${listOf(cases.map(({ what }) => what))}`;
        }),
      ];
    })}
  </details>`;
}

export function describeWhere({ backend, browser }: Started, messages: Messages) {
  return html`<section class="where">
    <h2>${messages.ranTitle}</h2>
    <p>${sayText(messages.engine, { ...backend })}</p>
    <p>${backend.reason}</p>
    <p>${browser}</p>
  </section>`;
}

function listOf(texts: readonly string[]) {
  return html`<ul>${texts.map((text) => html`<li>${text}</li>`)}</ul>`;
}

/** The button that copies the result; where the page may not copy, the result is shown. */
export function createCopy(text: string, messages: Messages) {
  const button = createCopyButton({
    text: () => text,
    words: messages,
    classes: 'button plain',
    onRefused,
  });
  const view = (isShown: boolean) =>
    html`<div class="copy">
      ${button.element}
      <pre tabindex="0" role="region" aria-label=${messages.textLabel} hidden=${!isShown}>${text}</pre>
    </div>`;
  const root = createRoot(view(false));

  function onRefused() {
    root.render(view(true));
    const shown = root.element.querySelector('pre') as HTMLElement;
    getSelection()?.selectAllChildren(shown);
    shown.focus();
  }

  return root.element;
}
