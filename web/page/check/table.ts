// Table of the suites: waiting, running, and result.

import { cardTable } from '../../ui/card-table.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { Messages } from '../../words/en/check.ts';
import type { SuiteHead, SuiteOutcome } from './run.ts';

/** A suite, and how far it has run. */
export interface SuiteRun {
  suite: SuiteHead;
  /** number of cases that are done; null: it does not run */
  done: number | null;
  outcome: SuiteOutcome | null;
}

type State = 'waiting' | 'running' | 'passed' | 'failed';

export function suitesTable(runs: readonly SuiteRun[], messages: Messages) {
  const { differenceShort, shareShort } = messages;
  const number = (head: string, label = head) => ({ head, label, kind: 'number' });
  const columns = [
    { head: messages.suite, label: '' },
    { head: messages.original, label: '', kind: 'original' },
    number(messages.cases),
    number(messages.passed),
    number(messages.leftOut),
    number(messages.difference, differenceShort),
    number(messages.share, shareShort),
  ];
  const rows = runs.map((run) => ({ state: stateOf(run), cells: cellsOf(run, messages) }));
  return cardTable('suites', messages.tableLabel, columns, rows);
}

function stateOf({ suite, done, outcome }: SuiteRun): State {
  if (!outcome) return done === null ? 'waiting' : 'running';
  return outcome.passed === suite.cases && outcome.faults.length === 0 ? 'passed' : 'failed';
}

function cellsOf(run: SuiteRun, messages: Messages) {
  const { suite, done, outcome } = run;
  const { name, version, cases } = suite;
  const words = {
    waiting: messages.stateWaiting,
    running: messages.stateRunning,
    passed: messages.statePassed,
    failed: messages.stateFailed,
  };
  const state = stateOf(run);
  const title = html`<span class="mark" role="img" aria-label=${words[state]}></span>${name}
    <progress
      max=${cases}
      .value=${done ?? 0}
      aria-label=${sayText(messages.progress, { done: done ?? 0, cases, suite: name })}
      hidden=${state !== 'running'}
    ></progress>`;
  const counts = outcome
    ? [`${outcome.passed}`, `${outcome.leftOut.length}`, ...measured(outcome, messages)]
    : ['', '', '', ''];
  return [title, version, `${cases}`, ...counts];
}

/** The largest difference, and its share of the tolerance; without a number there is none. */
function measured({ passed, ulps, share }: SuiteOutcome, messages: Messages) {
  if (passed === 0 || !Number.isFinite(ulps + share)) return [messages.nothing, messages.nothing];
  const percent = Math.ceil(100 * share);
  const used = percent > 100 ? messages.percentOver : sayText(messages.percent, { percent });
  return [ulps.toFixed(1), used];
}
