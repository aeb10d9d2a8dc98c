// The model that the page shows first, asked layer by layer: what the lab takes apart is what the model itself computes,
// to the last bit; and words that it does not know are said to be so.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import { createTransformer, grammar as grammarTask, headRoles, readModel } from 'headwise/training';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { nameCell, parseCell } from '../../../web/elements/lab/answer/cells.ts';
import { numberOf } from '../../../web/elements/lab/answer/grids.ts';
import { exactValue } from '../../../web/elements/lab/provenance/exact.ts';
import { explain } from '../../../web/elements/lab/provenance/explain.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { nearestWords } from '../../../web/elements/lab/sentence/nearest-words.ts';
import { tokenizeState, replaceWord } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { changeState, EXAMPLE, START_STATE } from '../../../web/elements/lab/state/state.ts';
import { readProof } from '../../../web/lessons/roles/experiment.ts';
import { openTrail } from '../../../web/elements/lab/state/trail.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';

const { config, vocab, state, about } = readModel(
  await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url)),
);
const roles = JSON.parse(about.roles);
/** Two kinds are enough to ask with: what may stand after "the", and everything else. */
const kinds = {
  of: vocab
    .map((word) => (/^(dog|cat|king)s?$/.test(word) ? 'n' : word === 'the' ? 't' : 'x'))
    .join(''),
  after: { n: 'x', t: 'n', x: 'tx' },
};
const name = START_STATE.model;
const model = createTrainedSource(
  { name, config, vocab, kinds, roles, measured: Number(about.measured), example: EXAMPLE },
  async () => state,
);
const sources = [model, untrained];

/** @typedef {import('../../../web/elements/lab/answer/answer.ts').Answer} Answer */

/** @type {any} as the lab asks it, its answers at once instead of later */
let engine;
before(async () => {
  engine = await load();
});
after(() => engine?.dispose());

/**
 * @param {Partial<import('../../../web/elements/lab/state/state.ts').LabState>} [change]
 */
async function ask(change = {}, from = sources) {
  const wanted = changeState(START_STATE, change);
  const reading = tokenizeState(from, wanted);
  const question = questionOf(wanted, reading);
  assert.ok(question);
  const { signal } = new AbortController();
  return answerQuestion(engine, createLayers(), question, signal, true);
}

/** @param {string} text */
const tokensOf = (text) => model.tokenizer.encode(text).tokens.map(({ id }) => id);

/** @returns {import('headwise/training').Transformer} */
const make = () => /** @type {any} */ (createTransformer(engine, config));

/** @param {Record<string, { data: Float32Array, shape: readonly number[] }>} [parameters] */
function run(parameters = state, text = START_STATE.text) {
  const whole = make();
  whole.loadStateDict(parameters);
  const { trace } = whole.forward(tokensOf(text), { trace: true });
  whole.dispose();
  assert.ok(trace);
  return trace.layers;
}

/**
 * Follows a number through all layers, and asserts that each number is what it was computed from.
 * @param {Answer[]} answers of each layer
 * @param {string} from name of a cell of the last layer
 * @returns {{ matrices: Set<string>, ends: number }} those on the way, and the inputs it ends at
 */
function followAll(answers, from) {
  const seen = new Set();
  let ends = 0;
  /** @param {string} name @param {number} layer */
  function follow(name, layer) {
    const key = `${layer}/${name}`;
    if (seen.has(key)) return;
    seen.add(key);
    const said = explain(answers[layer], name);
    assert.ok(said, key);
    assert.ok(Object.is(said.result, said.value), `${key} (${said.kind})`);
    const { cell, kind, terms, parts, bias } = said;
    const made = [...terms.flatMap(({ factors }) => factors), ...parts, ...(bias ? [bias] : [])];
    if (kind === 'given') {
      ends++;
      assert.match(cell.matrix, /^(tokens|positions|[Wb]_[QKVO12]|gainE?|shiftE?|mask)$/);
      return;
    }
    // a few terms of each sum: all are followed in the same way
    for (const factor of made.filter((one) => one.cell !== null).slice(0, 3)) {
      const at = parseCell(factor.cell ?? '');
      assert.ok(at);
      const below = at.layer ?? layer;
      if (at.layer !== undefined) assert.equal(at.layer, layer - 1);
      const { layer: _, ...own } = at;
      const there = numberOf(answers[below], own);
      assert.ok(Object.is(there, factor.value), `${key}: ${factor.cell}, ${there}`);
      follow(nameCell(own), below);
    }
  }
  follow(from, answers.length - 1);
  return { matrices: new Set([...seen].map((key) => key.split('.')[0])), ends };
}

test('a weight of the second layer is followed through the first layer to the words, without an end between', async () => {
  const answers = [await ask({ layer: 0 }), await ask({ layer: 1 })];
  const { matrices, ends } = followAll(answers, 'attention.2.5.1');
  for (const name of ['1/x', '1/mlpSum', '1/mlpOutput', '1/activated', '1/hidden', '1/middle']) {
    assert.ok(matrices.has(name), name);
  }
  for (const name of ['0/norm', '0/attention', '0/x', '0/tokens', '0/positions']) {
    assert.ok(matrices.has(name), name);
  }
  assert.ok(ends > 20, `${ends}`);
});

test('a network with a gate is followed through the gate and through the other half', async () => {
  const gatedConfig = { ...config, gated: true, activation: /** @type {const} */ ('silu') };
  /** @type {import('headwise/training').Transformer} */
  const whole = /** @type {any} */ (createTransformer(engine, { ...gatedConfig, seed: 5 }));
  const parameters = whole.stateDict();
  whole.dispose();
  const gated = createTrainedSource(
    { name, config: gatedConfig, vocab, kinds, roles, measured: 1, example: EXAMPLE },
    async () => parameters,
  );
  const answers = [];
  for (const layer of [0, 1]) answers.push(await ask({ layer }, [gated, untrained]));
  const { matrices } = followAll(answers, 'attention.2.5.1');
  for (const name of ['1/activated', '1/hidden', '1/W_1', '1/middle', '0/tokens']) {
    assert.ok(matrices.has(name), name);
  }
  const said = explain(answers[1], 'activated.5.3');
  assert.ok(said);
  assert.equal(said.kind, 'gated');
  const [gate, other] = said.parts.map(({ value }) => value);
  const silu = gate / (1 + Math.exp(-gate));
  assert.ok(Math.abs(silu * other - said.value) <= 1e-6 * Math.abs(silu * other) + 1e-7);
  assert.deepEqual(
    said.parts.map(({ cell }) => cell),
    ['hidden.5.3', `hidden.5.${config.mlpDim + 3}`],
  );
});

test('the trail opens the layer of its last number, and comes back', () => {
  const trail = ['attention.2.5.1', 'middle.5.0', '0/norm.5.0'];
  const down = openTrail(trail, 1);
  assert.deepEqual(down, { layer: 0, trail: ['1/attention.2.5.1', '1/middle.5.0', 'norm.5.0'] });
  assert.deepEqual(openTrail(down.trail.slice(0, 2), 0), { layer: 1, trail: trail.slice(0, 2) });
  assert.deepEqual(openTrail(['x.1.2'], 1), { trail: ['x.1.2'] });
  const kept = changeState(START_STATE, down);
  assert.deepEqual([kept.layer, kept.trail], [0, down.trail]);
  assert.equal(parseCell('100/norm.5.0'), null);
  assert.equal(parseCell('0/0/norm.5.0'), null);
});

for (const layer of [0, 1]) {
  test(`layer ${layer + 1}: every step has the bits that it has in the model`, async () => {
    const own = run()[layer];
    const { trace, attention, question } = await ask({ layer });
    assert.ok(trace);
    assert.equal(question.causal, true);
    assert.deepEqual(attention, own.attention.data);
    assert.deepEqual(trace.first.x.data, own.input.data);
    for (const step of /** @type {const} */ (['query', 'value', 'scores', 'masked', 'heads'])) {
      assert.deepEqual(trace[step].data, own[step].data, step);
    }
    assert.deepEqual(trace.contributions.data, own.contributions.data);
    assert.deepEqual(trace.output.data, own.attentionOutput.data);
    // the training's norm adds in another order: within a few roundings of numbers of this size
    const normed = trace.normed?.output.data ?? [];
    const far = own.middle?.data.map((value, i) => Math.abs(value - normed[i])) ?? [NaN];
    assert.ok(Math.max(...far) <= 8 * 2 ** -23, String(Math.max(...far)));
  });

  test(`layer ${layer + 1}: what is said of a number ends on that number`, async () => {
    const answer = await ask({ layer });
    for (const cell of [
      'x.9.3',
      'query.2.9.3',
      'attention.1.9.1',
      'output.9.4',
      'norm.9.4',
      'gain.0.4',
    ]) {
      const said = explain(answer, cell);
      assert.ok(said, cell);
      assert.equal(said.result, said.value, cell);
      assert.equal(said.kind === 'given', cell === 'gain.0.4', cell);
      const exact = exactValue(answer, cell);
      if (typeof exact === 'number') assert.ok(Math.abs(exact - said.value) < 1e-5, cell);
      else assert.ok(said.kind === 'given' || (cell === 'x.9.3' && layer > 0), cell);
    }
  });

  test(`layer ${layer + 1}: another vector for a word is another in the whole model`, async () => {
    const row = vocab.indexOf('horse');
    const cell = `vocabulary.${row}.5`;
    assert.ok(parseCell(cell));
    const { data, shape } = state['embedding.weight'];
    const changed = Float32Array.from(data);
    changed[row * shape[1] + 5] = 2.5;
    const own = run({ ...state, 'embedding.weight': { data: changed, shape } })[layer];
    const answer = await ask({ layer, edits: { [cell]: 2.5 } });
    assert.deepEqual(answer.attention, own.attention.data);
    assert.notDeepEqual(answer.attention, run()[layer].attention.data);
  });
}

test('two sentences: queries of one, keys and values of the other, each through the layers before', async () => {
  const { trace, question } = await ask({ second: EXAMPLE.second });
  assert.ok(trace?.second);
  assert.equal(question.causal, false);
  assert.deepEqual(trace.second.x.data, run(state, EXAMPLE.second)[1].input.data);
  assert.deepEqual(trace.attention.shape, [4, 14, 12]);
});

test('its heads are called what they are measured to do', async () => {
  const whole = make();
  whole.loadStateDict(state);
  const measured = await headRoles(whole, grammarTask().heldOut(model.measured));
  whole.dispose();
  assert.equal(model.roles.length, config.numLayers * config.numHeads);
  measured.forEach(({ layer, head, best }, i) => {
    const { score, positional, ...said } = model.roles[i];
    const offset = best.offset === undefined ? {} : { offset: best.offset };
    assert.deepEqual(said, { layer, head, name: best.name, ...offset });
    assert.deepEqual([score, positional], [+best.score.toFixed(2), +best.positional.toFixed(2)]);
  });
  const clear = model.roles.filter(({ score }) => score > 0.8).map(({ name: role }) => role);
  assert.ok(new Set(clear).size >= 4, clear.join());
});

test('a word that it does not know leaves the sentence to the untrained vectors', async () => {
  const reading = tokenizeState(sources, { ...START_STATE, text: 'The zebra sees Dogs.' });
  assert.equal(reading.source, untrained);
  assert.equal(reading.model, model);
  assert.deepEqual(
    reading.unknown.map(({ token, index, second }) => [token.piece, index, second]),
    [['zebra', 1, false]],
  );
  assert.ok(reading.first.tokens.every(({ id }) => id >= 0));
  const second = tokenizeState(sources, { ...START_STATE, second: 'They see zebras' });
  assert.deepEqual([second.unknown.length, second.unknown[0].second], [1, true]);
  const known = tokenizeState(sources, { ...START_STATE, text: 'THE Dogs SLEEP.' });
  assert.equal(known.source, model);
  assert.deepEqual(
    known.first.tokens.map(({ id }) => vocab[id]),
    ['the', 'dogs', 'sleep', '.'],
  );
  // its signs are no words of the page
  assert.equal(tokenizeState(sources, { ...START_STATE, text: 'a <pad> dog' }).unknown.length, 3);
});

test('a slip of the pen is offered first, then what can stand there', () => {
  const offered = (/** @type {string} */ text) => {
    const reading = tokenizeState(sources, { ...START_STATE, text });
    return nearestWords(reading, reading.unknown[0]);
  };
  assert.equal(offered('the dgos sleep')[0], 'dogs');
  assert.ok(offered('the girsl sleep').includes('girls'));
  assert.ok(offered('the zebra sleep').every((word) => /^(dog|cat|king)s?$/.test(word)));
  assert.equal(offered('zzzz').length, 3);
});

test('a replaced word keeps its place and its capital', () => {
  const text = 'Zebra sees the zebra.';
  const tokens = model.tokenizer.encode(text).tokens;
  assert.equal(replaceWord(text, tokens[0], 'dog'), 'Dog sees the zebra.');
  assert.equal(replaceWord(text, tokens[3], 'dog'), 'Zebra sees the dog.');
});

test('it takes as many words as it was trained on', () => {
  const { first } = tokenizeState(sources, { ...START_STATE, text: 'dog '.repeat(40) });
  assert.deepEqual([first.tokens.length, first.truncated], [config.contextLen, true]);
});

/** The sentences of the lesson on roles. */
const lesson = /** @type {any} */ (lessons.find(({ id }) => id === 'roles'));
const [RIGHT, WRONG] = [0, 3].map((scene) => String(stateOfScene(lesson, scene).text));

test('in the first sentence each head of the layer is good for one word', async () => {
  const network = make();
  network.loadStateDict(state);
  const ids = tokensOf(START_STATE.text);
  const corrected = (/** @type {[number, number][]} */ removeHeads) => {
    const { logits } = network.forward(ids, { removeHeads });
    const size = vocab.length;
    return ids.map((_, row) => {
      const scores = logits.data.subarray(row * size, (row + 1) * size);
      return vocab[scores.indexOf(Math.max(...scores))];
    });
  };
  const whole = corrected([]);
  assert.deepEqual(
    whole,
    ids.map((id) => vocab[id]),
    'nothing to correct',
  );
  const changes = Array.from({ length: config.numHeads }, (_, head) => {
    const without = corrected([[START_STATE.layer, head]]);
    return whole.flatMap((word, i) => (without[i] === word ? [] : [`${word} ${without[i]}`]));
  });
  assert.deepEqual(changes, [['her them'], ['her him'], ['follows follow'], ['girl girls']]);
});

test('the lesson says of the heads what they do', async () => {
  const { attention, columns, rows } = await ask({ text: RIGHT });
  const best = (/** @type {number} */ head, /** @type {number} */ row) => {
    const from = (head * rows + row) * columns;
    const shares = attention.subarray(from, from + columns);
    return shares.indexOf(Math.max(...shares));
  };
  const named = (/** @type {string} */ role) =>
    model.roles
      .filter(({ layer, name: own }) => layer === 1 && own === role)
      .map(({ head }) => head);
  // it -> bird, follow -> girls, tree -> this
  assert.deepEqual(
    named('pronounToAntecedent').map((head) => best(head, 12)),
    [7, 7],
  );
  assert.deepEqual(
    named('verbToSubject').map((head) => best(head, 5)),
    [1],
  );
  assert.deepEqual(
    named('nounToDeterminer').map((head) => best(head, 4)),
    [3],
  );
  const first = model.roles.filter(
    ({ layer, name: own }) => layer === 0 && own === 'previousToken',
  );
  assert.equal(first.length, 2);
});

test('the lesson says which mistake is not found without which head', async () => {
  const whole = make();
  whole.loadStateDict(state);
  const tokens = tokensOf(WRONG);
  /** @param {[number, number][]} removed @returns {Promise<string[]>} what is corrected */
  const corrected = async (...removed) => {
    const { said } = await readProof(/** @type {any} */ (whole), tokens, removed);
    return said.flatMap((id, i) => (id === tokens[i] ? [] : [`${vocab[tokens[i]]} ${vocab[id]}`]));
  };
  const all = await corrected();
  assert.deepEqual(all, ['trees tree', 'follows follow', 'it they', 'them it']);
  const without = (/** @type {string} */ word) => all.filter((one) => !one.startsWith(word));
  assert.deepEqual(await corrected([1, 0]), all);
  assert.deepEqual(await corrected([1, 1]), without('them'));
  assert.deepEqual(await corrected([1, 2]), without('follows'));
  assert.deepEqual(await corrected([1, 3]), without('trees'));
  const { others } = await readProof(/** @type {any} */ (whole), tokens, [[1, 2]]);
  assert.equal(others.accuracy.toFixed(3), '0.981'); // as on the model's card
  whole.dispose();
});

test('a model whose heads the lab cannot show is refused', () => {
  const described = { name, vocab, kinds, roles, measured: 1, example: EXAMPLE };
  const narrow = { ...described, config: { ...config, headDim: 4 } };
  assert.throws(
    () => createTrainedSource(narrow, async () => state),
    /grammar: expected heads as wide as x together, \d+, got 4 of 4/,
  );
});
