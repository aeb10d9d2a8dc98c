// The check page: runs the test suites on this browser's engine.
// It starts on request and shows the results.

import { button, labelledSegments } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { createCopy, describeFaults, describeLeftOut, describeWhere } from './results.ts';
import { runSuites } from './run.ts';
import { suitesTable } from './table.ts';
import { loadCheckWords } from '../../words/check.ts';
import { startPage } from '../small/page.ts';
import type { LoadOptions, Message, Started } from './run.ts';
import type { SuiteRun } from './table.ts';

const { messages, show: page } = await startPage(loadCheckWords, {
  lead: ({ what, passes }) => `${what} ${passes}`,
});

const ENGINES: Record<'page' | 'single' | 'relaxed', Pick<LoadOptions, 'simd' | 'threads'>> = {
  page: { simd: 'fixed', threads: 'auto' },
  single: { simd: 'fixed', threads: 1 },
  relaxed: { simd: 'relaxed', threads: 'auto' },
};

type EngineName = keyof typeof ENGINES;

const state = {
  engine: 'page' as EngineName,
  /** stops the present run; null: none runs */
  end: null as (() => void) | null,
  started: null as Started | null,
  startTime: 0,
  /** the suites of the last run */
  runs: [] as SuiteRun[],
  /** whether a run has ended */
  hasRun: false,
  status: '',
  verdict: '' as '' | 'passed' | 'failed',
  failure: null as { code: string; detail: string } | null,
  /** copies the result of a finished run */
  copy: null as HTMLElement | null,
};

show();

function show() {
  const { started, runs, copy } = state;
  const isRunning = state.end !== null;
  const first = state.hasRun ? messages.again : messages.start;
  page(
    html`${engineChoice(isRunning)}
      <div class="actions">
        ${button(isRunning ? messages.stop : first, press, { look: 'primary' })}
        <p class="note">${messages.cost}</p>
      </div>
      <p class="verdict" role="status" data-state=${state.verdict}>${state.status}</p>
      <div class="failure" role="alert" hidden=${!state.failure}>
        ${state.failure && describeFailure(state.failure)}
      </div>
      <div class="results">
        ${
          started &&
          html`${suitesTable(runs, messages)}<p class="explained">${messages.explained}</p>`
        }
        ${started && copy && [copy, describeRun(started)]}
      </div>`,
  );
}

function engineChoice(isRunning: boolean) {
  const choices = (
    [
      ['page', messages.enginePage],
      ['single', messages.engineSingle],
      ['relaxed', messages.engineRelaxed],
    ] as const
  )
    // without isolation the page's own engine has one thread anyway
    .filter(([name]) => name !== 'single' || crossOriginIsolated)
    .map(([value, text]) => ({ value, text, disabled: isRunning }));
  const { engineLabel } = messages;
  return labelledSegments(engineLabel, engineLabel, choices, state.engine, (name) => {
    state.engine = name;
    show();
  });
}

function describeRun(started: Started) {
  const outcomes = state.runs.flatMap(({ outcome }) => outcome ?? []);
  return [
    outcomes.map((outcome) => describeFaults(outcome, messages)),
    describeLeftOut(outcomes, messages),
    describeWhere(started, messages),
  ];
}

function describeFailure({ code, detail }: { code: string; detail: string }) {
  const reasons: Record<string, string> = {
    unsupported: messages.errorUnsupported,
    fetch: messages.errorFetch,
  };
  return html`<p class="failure-what">${reasons[code] ?? messages.failed}</p>
    <p class="failure-detail">${sayText(messages.errorDetail, { detail })}</p>`;
}

function press() {
  if (state.end !== null) stop();
  else start();
  show();
}

function start() {
  Object.assign(state, { started: null, runs: [], copy: null, failure: null });
  state.startTime = performance.now();
  say(messages.fetching);
  state.hasRun = true;
  state.end = runSuites(ENGINES[state.engine], (message) => {
    hear(message);
    show();
  });
}

function stop() {
  state.end?.();
  endRun();
  say(messages.stopped);
}

/** Suites that were running wait again. */
function endRun() {
  state.end = null;
  for (const run of state.runs) run.done = null;
}

function hear(message: Message) {
  switch (message.kind) {
    case 'started':
      state.started = message;
      state.runs = message.suites.map((suite) => ({ suite, done: null, outcome: null }));
      break;
    case 'progress': {
      const run = state.runs[message.suite];
      run.done = message.done;
      if (message.done === 0) say(sayText(messages.running, { suite: run.suite.name }));
      break;
    }
    case 'outcome':
      state.runs[message.suite].outcome = message.outcome;
      break;
    case 'finished':
      endRun();
      state.copy = createCopy(message.text, messages);
      sayVerdict();
      break;
    case 'failed':
      endRun();
      state.failure = message;
      say('');
  }
}

function sayVerdict() {
  const outcomes = state.runs.flatMap(({ outcome }) => outcome ?? []);
  const cases = outcomes.reduce((sum, one) => sum + one.cases, 0);
  const failed = cases - outcomes.reduce((sum, one) => sum + one.passed, 0);
  const seconds = ((performance.now() - state.startTime) / 1000).toFixed(1);
  const verdict = sayText(failed === 0 ? messages.allPass : messages.someFail, { cases, failed });
  const took = sayText(messages.took, { seconds });
  say(`${verdict} ${took}`, failed === 0 ? 'passed' : 'failed');
}

function say(status: string, verdict: '' | 'passed' | 'failed' = '') {
  state.status = status;
  state.verdict = verdict;
}
