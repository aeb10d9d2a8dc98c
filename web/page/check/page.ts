// The check page: runs the test suites on this browser's engine.
// It starts on request and shows the results.

import { fillText, h } from '../../ui/dom.ts';
import { createCopy, describeFaults, describeLeftOut, describeWhere } from './results.ts';
import { runSuites } from './run.ts';
import { createTable } from './table.ts';
import { loadCheckWords } from '../../words/check.ts';
import { findLanguage } from '../language.ts';
import { fillColumn } from '../subpage.ts';
import type { LoadOptions, Message, Started, SuiteOutcome } from './run.ts';

const { language } = findLanguage();
const messages = await loadCheckWords(language);

const ENGINES: Record<'page' | 'single' | 'relaxed', Pick<LoadOptions, 'simd' | 'threads'>> = {
  page: { simd: 'fixed', threads: 'auto' },
  single: { simd: 'fixed', threads: 1 },
  relaxed: { simd: 'relaxed', threads: 'auto' },
};

let chosen: keyof typeof ENGINES = 'page';
/** stops the present run */
let end: (() => void) | null = null;
let table: ReturnType<typeof createTable> | null = null;
let started: Started | null = null;
let outcomes: SuiteOutcome[] = [];
let startTime = 0;

// ---- elements ------------------------------------------------------------------------------------------------

const button = h('button', { type: 'button', class: 'primary', onclick: press }, messages.start);
const cost = h('p', { class: 'note' }, messages.cost);
const status = h('p', { class: 'verdict', role: 'status' });
const failure = h('div', { class: 'failure', role: 'alert', hidden: true });
const results = h('div', { class: 'results' });
const choices = (
  [
    ['page', messages.enginePage],
    ['single', messages.engineSingle],
    ['relaxed', messages.engineRelaxed],
  ] as const
)
  // without isolation the page's own engine has one thread anyway
  .filter(([name]) => name !== 'single' || crossOriginIsolated)
  .map(([name, label]) => {
    const onclick = () => choose(name);
    return { name, element: h('button', { type: 'button', onclick }, label) };
  });

fillColumn(
  messages.title,
  `${messages.what} ${messages.passes}`,
  h(
    'div',
    { class: 'choice', role: 'group', 'aria-label': messages.engineLabel },
    h('span', { 'aria-hidden': 'true' }, messages.engineLabel),
    h('div', { class: 'segments' }, ...choices.map(({ element }) => element)),
  ),
  h('div', { class: 'actions' }, button, cost),
  status,
  failure,
  results,
);
choose(chosen);

function choose(name: keyof typeof ENGINES) {
  chosen = name;
  for (const one of choices) one.element.ariaPressed = String(one.name === name);
}

// ---- events --------------------------------------------------------------------------------------------------

function press() {
  if (end !== null) stop();
  else start();
}

function start() {
  started = null;
  table = null;
  outcomes = [];
  startTime = performance.now();
  failure.hidden = true;
  results.replaceChildren();
  say(messages.fetching, '');
  setRunning(true);
  end = runSuites(ENGINES[chosen], hear);
}

function stop() {
  end?.();
  for (const row of table?.rows ?? []) row.stop();
  setRunning(false);
  say(messages.stopped, '');
}

function setRunning(running: boolean) {
  if (!running) end = null;
  button.textContent = running ? messages.stop : messages.again;
  for (const { element } of choices) element.disabled = running;
}

function hear(message: Message) {
  switch (message.kind) {
    case 'started':
      started = message;
      table = createTable(message.suites, messages);
      results.append(table.element, h('p', { class: 'explained' }, messages.explained));
      break;
    case 'progress':
      if (message.done === 0) announce(message.suite);
      table?.rows[message.suite].progress(message.done);
      break;
    case 'outcome':
      outcomes.push(message.outcome);
      table?.rows[message.suite].end(message.outcome);
      break;
    case 'finished':
      setRunning(false);
      finish(message.text);
      break;
    case 'failed':
      setRunning(false);
      for (const row of table?.rows ?? []) row.stop();
      fail(message.code, message.detail);
  }
}

function announce(suite: number) {
  say(fillText(messages.running, { suite: started?.suites[suite].name ?? '' }), '');
}

/** @param text the result as plain text */
function finish(text: string) {
  const cases = outcomes.reduce((sum, one) => sum + one.cases, 0);
  const failed = cases - outcomes.reduce((sum, one) => sum + one.passed, 0);
  const seconds = ((performance.now() - startTime) / 1000).toFixed(1);
  const verdict = fillText(failed === 0 ? messages.allPass : messages.someFail, { cases, failed });
  say(`${verdict} ${fillText(messages.took, { seconds })}`, failed === 0 ? 'passed' : 'failed');
  const after = [
    createCopy(text, messages),
    ...outcomes.map((outcome) => describeFaults(outcome, messages)),
    describeLeftOut(outcomes, messages),
    started && describeWhere(started, messages),
  ];
  for (const one of after) if (one !== null) results.append(one);
}

function fail(code: string, detail: string) {
  const reasons: Record<string, string> = {
    unsupported: messages.errorUnsupported,
    fetch: messages.errorFetch,
  };
  say('', '');
  failure.replaceChildren(
    h('p', { class: 'failure-what' }, reasons[code] ?? messages.failed),
    h('p', { class: 'failure-detail' }, fillText(messages.errorDetail, { detail })),
  );
  failure.hidden = false;
}

function say(text: string, state: '' | 'passed' | 'failed') {
  status.textContent = text;
  status.dataset.state = state;
}
