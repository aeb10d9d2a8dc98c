// Table of the suites: waiting, running, and result.
// On a narrow screen each row is a card; the ARIA roles still describe a table.

import { fillText, h, setText } from '../../ui/dom.ts';
import type { Messages } from '../../words/en/check.ts';
import type { SuiteHead, SuiteOutcome } from './run.ts';

type State = 'waiting' | 'running' | 'passed' | 'failed';

export function createTable(suites: readonly SuiteHead[], messages: Messages) {
  const rows = suites.map((suite) => createRow(suite, messages));
  const { suite, original, cases, passed, leftOut, difference, share } = messages;
  const names = [suite, original, cases, passed, leftOut, difference, share];
  const heads = names.map((name) => h('th', { role: 'columnheader', scope: 'col' }, name));
  const element = h(
    'table',
    { class: 'suites', role: 'table', 'aria-label': messages.tableLabel },
    h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, ...heads)),
    h('tbody', { role: 'rowgroup' }, ...rows.map((row) => row.element)),
  );
  return { element, rows };
}

function createRow({ name, version, cases }: SuiteHead, messages: Messages) {
  const mark = h('span', { class: 'mark', role: 'img' });
  const bar = h('progress', { max: cases, value: 0 });
  const title = h('th', { role: 'rowheader', scope: 'row' }, mark, name, bar);
  const number = (label: string, text = '') =>
    h('td', { role: 'cell', class: 'number', 'data-label': label }, text);
  const passed = number(messages.passed);
  const leftOut = number(messages.leftOut);
  const difference = number(messages.differenceShort);
  const share = number(messages.shareShort);
  const original = h('td', { role: 'cell', class: 'original' }, version);
  const all = [title, original, number(messages.cases, `${cases}`)];
  const element = h('tr', { role: 'row' }, ...all, passed, leftOut, difference, share);

  const words = {
    waiting: messages.stateWaiting,
    running: messages.stateRunning,
    passed: messages.statePassed,
    failed: messages.stateFailed,
  };
  function show(state: State) {
    element.dataset.state = state;
    mark.ariaLabel = words[state];
    bar.hidden = state !== 'running';
  }
  show('waiting');

  return {
    element,
    progress(done: number) {
      if (element.dataset.state !== 'running') show('running');
      bar.value = done;
      bar.ariaLabel = fillText(messages.progress, { done, cases, suite: name });
    },
    stop() {
      if (element.dataset.state === 'running') show('waiting');
    },
    end(outcome: SuiteOutcome) {
      show(outcome.passed === cases && outcome.faults.length === 0 ? 'passed' : 'failed');
      setText(passed, `${outcome.passed}`);
      setText(leftOut, `${outcome.leftOut.length}`);
      // without a number there is no difference
      const measured = outcome.passed > 0 && Number.isFinite(outcome.ulps + outcome.share);
      const percent = Math.ceil(100 * outcome.share);
      const used = percent > 100 ? messages.percentOver : fillText(messages.percent, { percent });
      setText(difference, measured ? outcome.ulps.toFixed(1) : messages.nothing);
      setText(share, measured ? used : messages.nothing);
    },
  };
}
