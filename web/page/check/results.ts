// Results below the table: failures, skipped tests and reasons, environment, copy button.

import { fillText, h } from '../../ui/dom.ts';
import { createCopyButton } from '../copy-button.ts';
import type { Messages } from '../../words/en/check.ts';
import type { Started, SuiteOutcome } from './run.ts';

/** Number of failures shown for a suite: a broken engine has a thousand. The text lists all. */
const FAULTS_SHOWN = 20;

export function describeFaults({ name, faults }: SuiteOutcome, messages: Messages) {
  if (faults.length === 0) return null;
  const more = faults.length - FAULTS_SHOWN;
  return h(
    'section',
    { class: 'faults' },
    h('h2', null, fillText(messages.faultsTitle, { suite: name })),
    h('ul', null, ...faults.slice(0, FAULTS_SHOWN).map((fault) => h('li', null, fault))),
    more > 0 ? h('p', null, fillText(messages.faultsMore, { count: more })) : null,
  );
}

/** Skipped tests with the same reason, merged. */
export function describeLeftOut(outcomes: readonly SuiteOutcome[], messages: Messages) {
  const count = outcomes.reduce((sum, { leftOut }) => sum + leftOut.length, 0);
  if (count === 0) return null;
  const summary = h('summary', null, fillText(messages.leftOutTitle, { count }));
  const element = h('details', { class: 'left-out' }, summary);
  for (const { name, leftOut } of outcomes) {
    if (leftOut.length > 0) element.append(h('h3', null, name));
    for (const reason of new Set(leftOut.map(({ why }) => why))) {
      const cases = leftOut.filter(({ why }) => why === reason);
      element.append(
        h('p', null, reason),
        h('ul', null, ...cases.map(({ what }) => h('li', null, what))),
      );
    }
  }
  return element;
}

export function describeWhere({ backend, browser }: Started, messages: Messages) {
  return h(
    'section',
    { class: 'where' },
    h('h2', null, messages.ranTitle),
    h('p', null, fillText(messages.engine, { ...backend })),
    h('p', null, backend.reason),
    h('p', null, browser),
  );
}

export function createCopy(text: string, messages: Messages) {
  const button = h('button', { type: 'button', class: 'plain' });
  const shown = h(
    'pre',
    { tabindex: 0, role: 'region', 'aria-label': messages.textLabel, hidden: true },
    text,
  );
  createCopyButton(button, {
    text: () => text,
    words: messages,
    // the reader copies by hand where the page may not
    onRefused() {
      shown.hidden = false;
      getSelection()?.selectAllChildren(shown);
      shown.focus();
    },
  });
  return h('div', { class: 'copy' }, button, shown);
}
