// What a drawing asks of the engine: only the newest request counts, and an answer that comes late is not shown beside
// newer words.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test from 'node:test';
import { createLatestQuery } from '../../../web/elements/lesson/latest-query.ts';

/** A latest query whose answers come when the test lets them, and the answers that it has shown. */
function slowAsker() {
  /** @type {Map<string, { resolve: (found: string) => void, reject: (error: Error) => void }>} */
  const under = new Map();
  /** @type {string[]} */
  const shown = [];
  /** @type {unknown[]} */
  const failures = [];
  let busy = 0;
  const ask = createLatestQuery(
    (/** @type {string} */ words, /** @type {number} */ head) =>
      /** @type {Promise<string>} */ (
        new Promise((resolve, reject) => under.set(`${words} ${head}`, { resolve, reject }))
      ),
    {
      show: (found) => shown.push(found),
      fail: (error) => failures.push(error),
      busy: (is) => (busy += is ? 1 : -1),
    },
  );
  return {
    ...{ ask, under, shown, failures },
    isBusy: () => busy > 0,
    /** @param {string} name */
    async answer(name) {
      under.get(name)?.resolve(name);
      await new Promise(setImmediate);
    },
  };
}

test('an answer about words that have changed since is dropped, and a failure too', async () => {
  const { ask, under, shown, failures, isBusy, answer } = slowAsker();
  ask('old', 1);
  ask(null, 1); // the words change, and the engine reads the new ones
  await answer('old 1');
  assert.deepEqual(shown, []);
  assert.equal(isBusy(), false);

  ask('old', 2);
  ask(null, 2);
  ask('new', 2);
  under.get('old 2')?.reject(new Error('of the old words'));
  await new Promise(setImmediate);
  await answer('new 2');
  assert.deepEqual(shown, ['new 2']);
  assert.deepEqual(failures, []);
  assert.equal(isBusy(), false);
});

test('what was dropped is asked again when it is wanted again', async () => {
  const { ask, shown, answer } = slowAsker();
  ask('old', 1);
  ask(null, 1);
  await answer('old 1');
  ask('old', 1);
  await answer('old 1');
  assert.deepEqual(shown, ['old 1']);
});

test('the same is asked once, and shown again only while it is what was asked last', async () => {
  const { ask, under, shown, answer } = slowAsker();
  ask.again();
  ask('words', 1);
  ask.again();
  assert.deepEqual(shown, []);
  await answer('words 1');
  under.delete('words 1');
  ask('words', 1);
  ask.again();
  assert.equal(under.size, 0);
  assert.deepEqual(shown, ['words 1', 'words 1']);
  ask('words', 2);
  ask.again();
  ask(null, 2);
  ask.again();
  await answer('words 2');
  assert.deepEqual(shown, ['words 1', 'words 1']);
});

test('the drawings of lessons ask through exhibits, so that none keeps an old question', async () => {
  const folder = new URL('../../../web/lessons/', import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const asking = [];
  let drawings = 0;
  for (const file of files) {
    const source = await readFile(new URL(file, folder), 'utf8');
    if (source.includes('createLatestQuery(')) asking.push(file);
    if (/[ (=]exhibit\(\{/.test(source)) drawings++;
  }
  assert.deepEqual(asking, ['exhibit.ts']);
  assert.ok(drawings > 30, `${drawings}`);
});
