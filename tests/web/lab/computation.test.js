// Only the newest question counts: an answer that comes late is never drawn over a newer one. The
// engine here is a stand-in whose answers the test lets go one by one.

import assert from 'node:assert/strict';
import test from 'node:test';
import { HeadwiseError } from '../../../src/js/arguments/errors.ts';
import { createComputation } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf as askOf } from '../../../web/elements/lab/answer/question.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { changeState, DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';

// as it is by the second question on a page
createComputation(async () => Promise.reject(), { onAnswer() {}, onError() {} }).prepare();
await import('../../../web/elements/lab/answer/answer.ts');

/** @param {string} text */
function questionOf(text) {
  const { tokens } = wordTokenizer.encode(text);
  const reading = {
    ...{ first: { tokens, truncated: false }, second: null },
    ...{ source: untrained, model: untrained, unknown: [] },
  };
  const state = changeState(DEFAULT_STATE, { heads: 1 });
  const question = askOf(state, reading);
  assert.ok(question);
  return { ...question, detailed: false };
}

/** Lets everything that waits for nothing happen. */
const rest = () => new Promise(setImmediate);

function createSlowEngine() {
  /** @type {{ length: number, finish: () => void, fail: (error: Error) => void, signal: AbortSignal }[]} */
  const forwards = [];
  const engine = {
    backend: { simd: 'fixed', threads: 1, reason: '', version: '0', compiler: '' },
    disposed: 0,
    embed: async (/** @type {number[]} */ ids) => ({ x: { data: null, shape: [ids.length, 64] } }),
    createMultiHeadAttention: async () => ({
      stateDict: async () => ({}),
      /**
       * @param {{ shape: number[] }} x
       * @param {unknown} _key
       * @param {unknown} _value
       * @param {{ signal: AbortSignal }} options
       */
      forward: (x, _key, _value, { signal }) =>
        new Promise((resolve, reject) => {
          const [length] = x.shape;
          forwards.push({
            length,
            signal,
            finish: () => resolve({ attention: { data: new Float32Array(length * length) } }),
            fail: reject,
          });
        }),
      dispose: async () => {},
    }),
    dispose: async () => {
      engine.disposed++;
    },
  };
  return { engine, forwards };
}

function watch() {
  const { engine, forwards } = createSlowEngine();
  /** @type {number[]} */
  const drawn = [];
  /** @type {unknown[]} */
  const errors = [];
  let loads = 0;
  const load = /** @type {any} */ (
    async () => {
      loads++;
      return engine;
    }
  );
  let restarts = 0;
  const computation = createComputation(load, {
    onAnswer: (answer) => drawn.push(answer.rows),
    onError: (error) => errors.push(error),
    onRestart: () => restarts++,
  });
  return {
    computation,
    engine,
    forwards,
    drawn,
    errors,
    loads: () => loads,
    restarts: () => restarts,
  };
}

test('while one answer is awaited, only the newest of the next questions is asked', async () => {
  const { computation, forwards, drawn } = watch();
  computation.ask(questionOf('a'));
  await rest();
  computation.ask(questionOf('a b'));
  computation.ask(questionOf('a b c'));
  computation.ask(questionOf('a b c d'));
  await rest();
  assert.equal(forwards.length, 1);
  assert.equal(forwards[0].signal.aborted, true);
  forwards[0].finish(); // an engine that does not stop: its late answer is not drawn
  await rest();
  assert.deepEqual(drawn, []);
  assert.equal(forwards[1].length, 4);
  forwards[1].finish();
  await rest();
  assert.deepEqual(drawn, [4]);
});

test('answers are drawn in the order of their questions', async () => {
  const { computation, forwards, drawn } = watch();
  for (const text of ['a', 'a b', 'a b c']) {
    computation.ask(questionOf(text));
    await rest();
    forwards.at(-1)?.finish();
    await rest();
  }
  assert.deepEqual(drawn, [1, 2, 3]);
});

test('a question taken back is not answered', async () => {
  const { computation, forwards, drawn, errors } = watch();
  computation.ask(questionOf('a b'));
  await rest();
  computation.forget();
  forwards[0].finish();
  await rest();
  assert.deepEqual([drawn, errors], [[], []]);
  computation.ask(questionOf('a'));
  await rest();
  forwards[1].finish();
  await rest();
  assert.deepEqual(drawn, [1]);
});

test('the failure of an older question is not shown; that of the newest is', async () => {
  const { computation, forwards, errors, drawn } = watch();
  computation.ask(questionOf('a'));
  await rest();
  computation.ask(questionOf('a b'));
  forwards[0].fail(new Error('old'));
  await rest();
  assert.deepEqual(errors, []);
  const failure = new Error('new');
  forwards[1].fail(failure);
  await rest();
  assert.deepEqual(errors, [failure]);
  assert.deepEqual(drawn, []);
});

test('trying again starts a new engine with the same question', async () => {
  const { computation, engine, forwards, errors, drawn, loads } = watch();
  computation.ask(questionOf('a b'));
  await rest();
  forwards[0].fail(new Error('broken'));
  await rest();
  assert.equal(errors.length, 1);
  await computation.retry();
  await rest();
  assert.equal(engine.disposed, 1);
  assert.equal(loads(), 2);
  forwards[1].finish();
  await rest();
  assert.deepEqual(drawn, [2]);
});

test('an engine that ended by itself is replaced once, and asked the same', async () => {
  const { computation, engine, forwards, errors, drawn, loads, restarts } = watch();
  const gone = new HeadwiseError('internal', 'the worker stopped');
  computation.ask(questionOf('a b'));
  await rest();
  forwards[0].fail(gone);
  await rest();
  assert.deepEqual([engine.disposed, loads(), restarts(), errors.length], [1, 2, 1, 0]);
  forwards[1].fail(gone);
  await rest();
  assert.deepEqual([loads(), restarts(), errors], [2, 1, [gone]]);
  // after an answer the next end is another one
  await computation.retry();
  await rest();
  forwards[2].finish();
  await rest();
  computation.ask(questionOf('a'));
  await rest();
  forwards[3].fail(gone);
  await rest();
  forwards[4].finish();
  await rest();
  assert.deepEqual([loads(), restarts(), drawn], [4, 2, [2, 1]]);
});

test('what is closed answers nothing and ends its engine', async () => {
  const { computation, engine, forwards, drawn } = watch();
  computation.ask(questionOf('a'));
  await rest();
  await computation.close();
  forwards[0].finish();
  await rest();
  assert.deepEqual(drawn, []);
  assert.equal(engine.disposed, 1);
});
