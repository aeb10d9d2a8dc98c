// "Check this engine here" in Firefox and in WebKitGTK: every suite passes there as well. Only with HEADWISE_TEST_ALL.

import assert from 'node:assert/strict';
import test from 'node:test';
import { read } from '../../conformance/read.js';
import { loaders } from '../../conformance/suites.js';
import { withPage } from '../support/browsers.js';
import { careful } from '../support/chromium.js';

const suites = await Promise.all(loaders.map((open) => open(read)));
const total = suites.reduce((sum, { cases }) => sum + cases.length, 0);

/** Presses the button and reads what the page says in the end. The body of a function. */
const TRY = `
  const until = async (find) => {
    for (;;) {
      const found = find();
      if (found) return found;
      await new Promise(requestAnimationFrame);
    }
  };
  (await until(() => document.querySelector('.primary'))).click();
  const end = await until(() =>
    document.querySelector('.verdict:not([data-state=""]), .failure:not([hidden])'),
  );
  const rows = [...document.querySelectorAll('tbody tr')];
  return {
    verdict: end.textContent,
    rows: rows.map((row) => [...row.cells].map((cell) => cell.textContent).join(', ')),
    faults: [...document.querySelectorAll('.faults li')].map((fault) => fault.textContent),
    where: document.querySelector('.where')?.textContent,
  };
`;

/**
 * @param {import('node:test').TestContext} t
 * @param {any} seen
 */
function expectAll(t, { verdict, rows, faults, where }) {
  t.diagnostic([verdict, ...rows, where].join('; '));
  assert.deepEqual(faults, []);
  assert.match(verdict, new RegExp(`^All ${total} cases pass\\.`));
  assert.equal(rows.length, suites.length);
}

if (process.env.HEADWISE_TEST_ALL) {
  for (const name of /** @type {const} */ (['Firefox', 'WebKitGTK'])) {
    test(name, (t) =>
      withPage(name, { headers: careful, path: 'check.html' }, async ({ run }) =>
        expectAll(t, await run(TRY)),
      ),
    );
  }
}
