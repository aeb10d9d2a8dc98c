// The elements in strict TypeScript with React, Svelte and Vue: their checkers report no error, and apps need no declarations
// of their own. Only with HEADWISE_TEST_ALL: the frameworks are part of what tests/package/apps installs.

import test, { before } from 'node:test';
import { freshApp, installed, prepareApps, within } from './support.js';

if (process.env.HEADWISE_TEST_ALL) {
  before(prepareApps);

  for (const [name, source, checker, args] of /** @type {const} */ ([
    ['React, and without a framework', 'react', 'typescript/bin/tsc', ['-p', '.']],
    [
      'Svelte',
      'svelte',
      'svelte-check/bin/svelte-check',
      ['--tsconfig', './tsconfig.json', '--fail-on-warnings'],
    ],
    ['Vue', 'vue', 'vue-tsc/bin/vue-tsc.js', ['-p', '.']],
  ])) {
    test(`${name}: properties, events and references have types`, async () => {
      const cwd = await freshApp(`types-${source}`, source);
      await within(process.execPath, [installed(checker), ...args], { cwd });
    });
  }
}
