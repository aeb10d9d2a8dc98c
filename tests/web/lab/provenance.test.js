// Where numbers come from: every number of a trace is what its terms end on, to the bit; the float64 value is near; and what
// was changed by hand is followed by everything after it and by nothing else. The engine is the package, in Node.

import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { load } from 'headwise';
import { createTransformer } from 'headwise/training';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { nameCell, parseCell, stepOf } from '../../../web/elements/lab/answer/cells.ts';
import { MATRICES } from '../../../web/elements/lab/answer/matrices.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { gridOf, numberOf } from '../../../web/elements/lab/answer/grids.ts';
import { exactValue, stepAt } from '../../../web/elements/lab/provenance/exact.ts';
import { editNameOf } from '../../../web/elements/lab/provenance/editable.ts';
import { explain } from '../../../web/elements/lab/provenance/explain.ts';
import { sourcesOf } from '../../../web/elements/lab/provenance/sources.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { changeState, DEFAULT_STATE } from '../../../web/elements/lab/state/state.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { stepsOf } from '../../../web/elements/lab/answer/layer-steps.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { shortText } from '../../../web/ui/format.ts';
import { Random } from '../../api/support/random.js';

/** @import { Answer } from '../../../web/elements/lab/answer/answer.ts' */
/** @import { LabState } from '../../../web/elements/lab/state/state.ts' */

const engine = await load();
after(() => engine.dispose());
const random = new Random(5);

const VOCAB = ['one', 'cat', 'sat', 'on', 'mat', 'eine', 'katze'];
const sizes = { vocabSize: 7, contextLen: 16, embedDim: 32, numHeads: 4, numLayers: 2, seed: 3 };
/**
 * @param {string} name
 * @param {Partial<import('headwise/training').TransformerConfig>} block
 */
function sourceWith(name, block) {
  const model = createTransformer(engine, { ...sizes, ...block });
  return createTrainedSource(
    {
      ...{ name, config: model.config, vocab: VOCAB, kinds: { of: '', after: {} } },
      ...{ roles: [], measured: 0, example: { text: '', second: '' } },
    },
    async () => model.stateDict(),
  );
}
const SOURCES = [
  sourceWith('turning', { norm: 'pre', positions: 'rotary' }),
  sourceWith('unbiased', { norm: 'pre', positions: 'rotary', bias: false }),
  sourceWith('unnormed', { norm: 'none', bias: false }),
];

/**
 * @param {Partial<LabState>} part
 * @returns {Promise<Answer>}
 */
async function answerFor(part) {
  const state = changeState(DEFAULT_STATE, { text: 'one cat sat on one mat', width: 32, ...part });
  const question = questionOf(state, tokenizeState([...SOURCES, untrained], state));
  assert.ok(question);
  const signal = new AbortController().signal;
  // the engine here answers at once, which is as good as later
  return answerQuestion(/** @type {any} */ (engine), createLayers(), question, signal, true);
}

/** Every matrix of an answer, with its head. @param {Answer} answer */
function matricesOf(answer) {
  return Object.entries(MATRICES).flatMap(([matrix, { perHead }]) => {
    const heads = perHead ? [...Array(answer.question.heads).keys()] : [null];
    return heads.flatMap((head) => {
      const grid = gridOf(answer, matrix, head);
      return grid ? [{ matrix, head, grid }] : [];
    });
  });
}

/**
 * Some cells of every matrix.
 * @param {Answer} answer
 * @param {number} count of each
 */
function someCells(answer, count) {
  return matricesOf(answer).flatMap(({ matrix, head, grid }) =>
    Array.from({ length: count }, () =>
      nameCell({
        matrix,
        head,
        row: random.integer(0, grid.rows - 1),
        column: random.integer(0, grid.columns - 1),
      }),
    ),
  );
}

/** @param {string} name */
function cellOf(name) {
  const cell = parseCell(name);
  assert.ok(cell, name);
  return cell;
}

const KINDS = ['given', 'products', 'plus', 'scaled', 'masked', 'power', 'share', 'copy'];
const OF_NORMS = ['mean', 'spread', 'normed'];

for (const [title, part] of /** @type {[string, Partial<LabState>][]} */ ([
  ['one sentence', {}],
  ['masked', { causal: true, padding: 1, heads: 2 }],
  ['two sentences, unscaled', { second: 'eine Katze', scaled: false, heads: 8 }],
  ['norm first, turned', { model: 'turning' }],
  ['norm first, turned, the second layer', { model: 'turning', layer: 1, causal: true }],
  ['norm first, turned, two sentences', { model: 'turning', second: 'eine Katze' }],
  ['norm first, turned, without biases', { model: 'unbiased', layer: 1 }],
  ['without norms and biases', { model: 'unnormed', layer: 1 }],
])) {
  test(`${title}: the terms end on the engine's number, to the bit`, async () => {
    const answer = await answerFor(part);
    const kinds = new Set();
    const steps = stepsOf(answer.question.source.block);
    for (const name of someCells(answer, 12)) {
      const explanation = explain(answer, name);
      assert.ok(explanation, name);
      const { value, result, kind, terms, parts, bias } = explanation;
      kinds.add(kind);
      assert.ok(Object.is(value, result), `${name} (${kind}): ${value}, ${result}`);
      for (const factor of [...terms.flatMap(({ factors }) => factors), ...parts]) {
        if (factor.cell === null || cellOf(factor.cell).layer !== undefined) continue;
        const found = numberOf(answer, cellOf(factor.cell));
        assert.ok(Object.is(found, factor.value), `${name}: ${factor.cell}`);
      }
      if (bias) assert.ok(bias.cell?.startsWith('b_'));
      assert.ok(steps.includes(stepOf(name, steps)), name);
    }
    const { norm, rotary } = answer.question.source.block;
    const all = [
      ...KINDS,
      ...(norm === 'none' ? [] : OF_NORMS),
      ...(rotary ? ['turned'] : []),
      ...(answer.question.layer > 0 ? ['activated', 'below'] : []),
    ];
    assert.deepEqual([...kinds].sort(), all.sort());
  });

  test(`${title}: the float64 value is near, all the way from the words`, async () => {
    const answer = await answerFor(part);
    let compared = 0;
    for (const name of someCells(answer, 4)) {
      const value = Number(explain(answer, name)?.value);
      const ideal = exactValue(answer, name);
      if (ideal === null) continue;
      compared++;
      assert.equal(typeof ideal, 'number');
      const scale = Math.max(1, Math.abs(Number(ideal)));
      if (Number.isFinite(value)) {
        assert.ok(Math.abs(value - Number(ideal)) < 2e-5 * scale, `${name}: ${value}, ${ideal}`);
      } else assert.equal(ideal, value, name);
    }
    assert.ok(compared > 60);
  });
}

/** How a sum is shown: each running sum, and the number that it ends on. @param {number} value */
const shown = (value) => shortText(value, 4);
const WORDS = [...VOCAB, 'dog', 'ran', 'the', 'house', 'near', 'it', 'was', 'old'];

test('a sum in lanes is told in plain order, and ends on the number that the formula has', async () => {
  let lines = 0;
  for (let i = 0; i < 40; i++) {
    const length = random.integer(1, 12);
    const words = Array.from({ length }, () => WORDS[random.integer(0, WORDS.length - 1)]);
    const answer = await answerFor({ text: words.join(' '), seed: i, causal: i % 2 === 1 });
    const matrices = [
      ['attention', i % 4],
      ['mean', null],
      ['variance', null],
    ];
    for (const [matrix, head] of /** @type {[string, number | null][]} */ (matrices)) {
      const row = random.integer(0, length - 1);
      const name = nameCell({ matrix, head, row, column: 0 });
      const { terms, parts, lanes, total } = explain(answer, name) ?? assert.fail(name);
      const divided = matrix === 'attention' ? parts[1] : parts[0];
      assert.equal(shown(terms[terms.length - 1].running), shown(divided.value), name);
      assert.equal(divided.value, total, name);
      // each line is the one above it and its term, as far as the digits go
      let above = 0;
      for (const { product, running } of terms) {
        const away = Math.abs(
          Number(shown(above)) + Number(shown(product)) - Number(shown(running)),
        );
        assert.ok(away < 2.5e-4, `${name}: ${above} + ${product} = ${running}`);
        above = running;
        lines++;
      }
      const ends = lanes.map((lane) => lane.at(-1) ?? 0);
      const halves = [ends[0] + ends[1], ends[2] + ends[3]].map(Math.fround);
      assert.equal(Math.fround(halves[0] + halves[1]), total, name);
    }
  }
  assert.ok(lines > 1000);
});

test('a step between neighbouring float32 numbers', () => {
  assert.equal(stepAt(1), 2 ** -23);
  assert.equal(stepAt(-4.5), 2 ** -21);
  assert.equal(stepAt(0), 2 ** -149);
});

test('what is lit are lines of matrices that there are', async () => {
  const answer = await answerFor({ second: 'eine Katze' });
  for (const name of someCells(answer, 2)) {
    for (const { matrix, head, row, column } of sourcesOf(answer, cellOf(name))) {
      const grid = gridOf(answer, matrix, head);
      assert.ok(grid, `${name}: ${matrix}`);
      assert.ok((row ?? 0) < grid.rows && (column ?? 0) < grid.columns, `${name}: ${matrix}`);
    }
  }
});

/**
 * The matrices in which some number differs.
 * @param {Answer} before
 * @param {Answer} now
 */
function changedMatrices(before, now) {
  const changed = matricesOf(now).filter(({ matrix, head, grid }) => {
    const other = gridOf(before, matrix, head);
    for (let row = 0; row < grid.rows; row++) {
      for (let column = 0; column < grid.columns; column++) {
        const cell = { matrix, head, row, column };
        if (!other || !Object.is(numberOf(now, cell), numberOf(before, cell))) return true;
      }
    }
    return false;
  });
  return changed.map(({ matrix, head }) => (head === null ? matrix : `${matrix}.${head}`));
}

const AFTER = ['concatenated', 'output', 'sum', 'mean', 'variance', 'norm'];
const ofHead = (/** @type {number} */ head, /** @type {string[]} */ ...names) =>
  names.map((name) => `${name}.${head}`);

test('a changed number is followed by everything after it and by nothing else', async () => {
  const before = await answerFor({ heads: 2 });
  const maps = ['dotProducts', 'scores', 'masked', 'exponentials', 'attention'];
  /** @type {[string, number, string[]][]} */
  const cases = [
    ['W_Q.3.17', 2, ['W_Q', ...ofHead(1, 'query', ...maps, 'heads', 'contributions'), ...AFTER]],
    ['b_V.0.2', 1, ['b_V', ...ofHead(0, 'value', 'heads', 'contributions'), ...AFTER]],
    ['scores.1.2.3', 3, ofHead(1, ...maps.slice(1), 'heads', 'contributions').concat(AFTER)],
    ['attention.0.2.3', 0.9, ofHead(0, 'attention', 'heads', 'contributions').concat(AFTER)],
    ['heads.0.2.3', 4, ofHead(0, 'heads', 'contributions').concat(AFTER)],
    ['W_O.3.4', 1, ['W_O', ...ofHead(0, 'contributions'), ...AFTER.slice(1)]],
    ['b_O.0.4', 1, ['b_O', ...AFTER.slice(1)]],
  ];
  for (const [name, value, expected] of cases) {
    const now = await answerFor({ heads: 2, edits: { [name]: value } });
    assert.equal(numberOf(now, cellOf(name)), Math.fround(value), name);
    assert.deepEqual(changedMatrices(before, now).sort(), [...expected].sort(), name);
    assert.equal(explain(now, name)?.kind, 'edited');
  }
});

test('a query that is changed is turned, and what is turned can be changed itself', async () => {
  const part = { model: 'turning', heads: 4 };
  const before = await answerFor(part);
  const maps = ['dotProducts', 'scores', 'masked', 'exponentials', 'attention'];
  const following = ofHead(1, ...maps, 'heads', 'contributions').concat(AFTER.slice(0, 3));
  const query = await answerFor({ ...part, edits: { 'query.1.2.3': 2 } });
  const turned = ofHead(1, 'turnedQuery');
  assert.deepEqual(
    changedMatrices(before, query).sort(),
    [...ofHead(1, 'query'), ...turned, ...following].sort(),
  );
  // number 3 of 8 is turned with number 7
  for (const column of [3, 7]) {
    const { value, result } = explain(query, `turnedQuery.1.2.${column}`) ?? {};
    assert.equal(value, result);
    const exact = Number(exactValue(query, `turnedQuery.1.2.${column}`));
    assert.ok(Math.abs(exact - Number(value)) < 1e-6);
  }
  const key = await answerFor({ ...part, edits: { 'turnedKey.1.2.3': 2 } });
  assert.equal(numberOf(key, cellOf('turnedKey.1.2.3')), 2);
  assert.deepEqual(
    changedMatrices(before, key).sort(),
    [...ofHead(1, 'turnedKey'), ...following].sort(),
  );
  for (const name of someCells(key, 2)) {
    const ideal = exactValue(key, name);
    const value = Number(explain(key, name)?.value);
    if (ideal === null || !Number.isFinite(value)) continue;
    const scale = Math.max(1, Math.abs(Number(ideal)));
    assert.ok(Math.abs(value - Number(ideal)) < 2e-5 * scale, `${name}: ${value}, ${ideal}`);
  }
});

test('a word is changed wherever it stands, and x follows', async () => {
  const [first] = wordTokenizer.encode('one').tokens;
  const before = await answerFor({});
  const cell = cellOf('tokens.4.7');
  const name = editNameOf(before, cell);
  assert.equal(name, `vocabulary.${first.id}.7`);
  const now = await answerFor({ edits: { [name ?? '']: 1.5 } });
  for (const row of [0, 4]) {
    assert.equal(numberOf(now, { ...cell, row }), 1.5);
    assert.equal(explain(now, `x.${row}.7`)?.result, numberOf(now, cellOf(`x.${row}.7`)));
  }
  assert.equal(numberOf(now, cellOf('x.1.7')), numberOf(before, cellOf('x.1.7')));
});

test('a mask can be set and lifted cell by cell', async () => {
  const now = await answerFor({ causal: true, edits: { 'mask.2.1': 1, 'mask.0.3': 0 } });
  assert.equal(numberOf(now, cellOf('attention.0.2.1')), 0);
  assert.equal(numberOf(now, cellOf('masked.0.2.1')), -Infinity);
  assert.ok(Number(numberOf(now, cellOf('attention.0.0.3'))) > 0);
  assert.equal(numberOf(now, cellOf('attention.0.0.4')), 0);
  assert.equal(exactValue(now, 'attention.0.2.1'), 0);
});

test('after a change the float64 value has it too', async () => {
  const edits = { 'key.0.1.2': 2, 'scores.0.2.3': -1, 'value.1.4.0': 3, 'positions.2.1': 0.25 };
  const now = await answerFor({ edits });
  for (const name of someCells(now, 3)) {
    const value = Number(explain(now, name)?.value);
    const ideal = exactValue(now, name);
    if (ideal === null || !Number.isFinite(value)) continue;
    const scale = Math.max(1, Math.abs(Number(ideal)));
    assert.ok(Math.abs(value - Number(ideal)) < 2e-5 * scale, `${name}: ${value}, ${ideal}`);
  }
});

test('edits stay as long as they mean the same', () => {
  const edits = { 'W_Q.1.2': 1, 'vocabulary.99.3': 2, 'scores.0.1.2': 3, 'mask.1.1': 1 };
  const edited = changeState(DEFAULT_STATE, { edits, trail: ['scores.0.1.2'] });
  const typed = changeState(edited, { text: 'other words' });
  assert.deepEqual(typed.edits, { 'W_Q.1.2': 1, 'vocabulary.99.3': 2 });
  assert.deepEqual(typed.trail, []);
  assert.deepEqual(changeState(edited, { causal: true }).edits, edits);
  assert.deepEqual(changeState(edited, { width: 16 }).edits, {});
  const refused = { 'output.1.2': 1, 'W_Q.1': 2, nothing: 3, 'W_Q.0.0': Infinity };
  assert.deepEqual(changeState(DEFAULT_STATE, { edits: refused }).edits, {});
});
