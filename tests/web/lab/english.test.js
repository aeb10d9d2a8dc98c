// A model of English in the lab: any text is pieces to it, and what the lab takes apart is what the model itself computes, to
// the last bit. The models here are small ones of the same kinds, as they come from their initial values.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import * as formats from 'headwise/formats';
import { createTransformer, learnPieces, readModel, writeModel } from 'headwise/training';
import { toEightBits } from '../../../web/models/training/english/eight-bits.ts';
import { markedSentences } from '../../../web/models/training/english/relations.ts';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { changeState, START_STATE } from '../../../web/elements/lab/state/state.ts';
import { englishSource, loadEnglish, wordsOf } from '../../../web/elements/models/english.ts';

const CONFIG = /** @type {const} */ ({
  contextLen: 40,
  embedDim: 96,
  numHeads: 3,
  numLayers: 2,
  mlpDim: 32,
  activation: 'gelu',
  tied: true,
  seed: 3,
});
/** Blocks as the original has them, and as most models of today do. */
const KINDS = /** @type {const} */ ([
  { positions: 'learned', norm: 'post' },
  { positions: 'rotary', norm: 'pre' },
]);
const ROLES = [{ layer: 1, head: 2, name: 'previousToken', score: 0.5, positional: 1 }];
const TEXTS = [
  'The teacher opened the door because she was tired.',
  'i bought a new laptop!!',
  '“Don’t,” said Zoë — naïve, 42 times.',
  '你好，世界 👍🏽',
  'for (let i = 0; i < n; i++) sum += x[i];',
];

/** @type {any} */
let engine;
/** @type {{ kind: string, model: any, file: Uint8Array }[]} */
let made;
/** @type {Uint8Array} */
let file;
before(async () => {
  engine = await load();
  const vocab = learnPieces(
    markedSentences().map(({ text }) => text),
    400,
  );
  const about = { roles: JSON.stringify(ROLES), measured: '7' };
  made = KINDS.map((kind) => {
    const sizes = { vocabSize: vocab.length, ...CONFIG, ...kind };
    const first = /** @type {any} */ (createTransformer(engine, sizes));
    const given = writeModel({ config: first.config, state: first.stateDict(), vocab, about });
    const small = toEightBits(formats, given);
    const { config, state } = readModel(small);
    const model = /** @type {any} */ (createTransformer(engine, config));
    model.loadStateDict(state); // in 8 bits, as the page has it
    return { kind: kind.positions, model, file: small };
  });
  file = made[0].file;
});
after(() => engine?.dispose());

test('what it says of itself is in its file', () => {
  const source = englishSource(file);
  const { name, trained, layers, limit, fixed, measured, words, roles } = source;
  assert.deepEqual(
    { name, trained, layers, limit, measured, words, roles },
    {
      name: 'english',
      trained: true,
      layers: 2,
      limit: 40,
      measured: 7,
      words: null,
      roles: ROLES,
    },
  );
  assert.deepEqual(fixed, { width: 96, heads: 3, causal: true });
  assert.equal(source.fits({ before: null, after: null })('anything'), true);
  assert.equal(source.whole?.vocab.length, made[0].model.config.vocabSize);
  assert.ok(source.whole?.vocab.includes('the'));
});

/**
 * @param {Uint8Array} of a model
 * @param {Partial<import('../../../web/elements/lab/state/state.ts').LabState>} part
 */
async function answerOf(of, part) {
  const source = englishSource(of);
  const wanted = changeState(START_STATE, { ...part, model: source.name });
  const question = questionOf(wanted, tokenizeState([source], wanted));
  assert.ok(question);
  assert.equal(question.source, source);
  const { signal } = new AbortController();
  return answerQuestion(engine, createLayers(), question, signal, true);
}

for (const [index, { positions }] of KINDS.entries()) {
  for (const text of TEXTS) {
    for (const layer of [0, 1]) {
      test(`${positions}, layer ${layer} of ${JSON.stringify(text)}: the model's own numbers`, async () => {
        const { model, file: of } = made[index];
        const { attention, trace, question } = await answerOf(of, { text, layer });
        const ids = question.queries.map(({ id }) => id);
        assert.ok(ids.every((id) => id >= 0));
        const own = model.forward(ids, { trace: true }).trace.layers[layer];
        assert.ok(trace);
        assert.deepEqual(attention, own.attention.data);
        assert.deepEqual(trace.first.x.data, own.input.data);
        assert.deepEqual(trace.input.data, (own.attentionInput ?? own.input).data);
        assert.deepEqual((trace.turnedQuery ?? trace.query).data, own.query.data);
        assert.deepEqual((trace.turnedKey ?? trace.key).data, own.key.data);
        for (const step of /** @type {const} */ (['value', 'scores', 'heads'])) {
          assert.deepEqual(trace[step].data, own[step].data, step);
        }
        assert.deepEqual(trace.output.data, own.attentionOutput.data);
      });
    }
  }
}

test('pieces are joined to words', () => {
  const { tokenizer } = englishSource(file);
  for (const text of TEXTS) {
    const { tokens } = tokenizer.encode(text);
    const words = wordsOf(/** @type {any} */ (tokens));
    assert.deepEqual(
      words.map(({ text: word }) => word),
      text.split(' '),
    );
    assert.equal(
      words.reduce((sum, { count }) => sum + count, 0),
      tokens.length,
    );
    for (const { text: word, start, end } of words) assert.equal(text.slice(start, end), word);
  }
});

test('its file is fetched once, when it is wanted; after an error it is asked for again', async (t) => {
  let asked = 0;
  const server = createServer((_request, response) => {
    if (asked++ === 0) response.writeHead(404).end();
    else response.end(file);
  });
  await new Promise((resolve) => server.listen(0, () => resolve(undefined)));
  t.after(() => server.close());
  const url = `http://localhost:${/** @type {any} */ (server.address()).port}/english.safetensors`;
  await assert.rejects(
    loadEnglish(url),
    /english\.safetensors: expected the English model, got 404/,
  );
  const [source, same] = await Promise.all([loadEnglish(url), loadEnglish(url)]);
  assert.equal(source, same);
  assert.equal(asked, 2);
  assert.equal(source.name, 'english');
});
