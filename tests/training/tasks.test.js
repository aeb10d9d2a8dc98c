// Tests the tasks: each target is the described one, the same two numbers give the same batch, and
// held-out examples are never trained on. Roles describe hand-made maps.

import assert from 'node:assert/strict';
import test from 'node:test';
import { rolesOf } from '../../src/js/training/roles.ts';
import { binary } from '../../src/js/training/tasks/binary.ts';
import { copyPrevious } from '../../src/js/training/tasks/copy-previous.ts';
import { MODALS } from '../../src/js/training/tasks/grammar-words.ts';
import { grammar, SIMPLE_BATCHES } from '../../src/js/training/tasks/grammar.ts';
import { induction } from '../../src/js/training/tasks/induction.ts';
import { nextToken } from '../../src/js/training/tasks/next-token.ts';
import { pairs } from '../../src/js/training/tasks/pairs.ts';
import { reverse } from '../../src/js/training/tasks/reverse.ts';
import { sort } from '../../src/js/training/tasks/sort.ts';
import { splitText } from '../../src/js/training/tasks/splitting.ts';
import { BY_POSITION, BY_TOKEN } from '../../src/js/measures.ts';

/** @typedef {import('../../src/js/training/index.ts').TaskBatch} TaskBatch */

/**
 * The targets at each position of a sequence, found in another way than the task's own.
 *
 * @type {Record<string, { make: () => import('../../src/js/training/index.ts').Task, say: (tokens: number[]) => (number | null)[] }>}
 */
const tasks = {
  'copy-previous': {
    make: () => copyPrevious(),
    say: (tokens) => tokens.map((_, i) => (i === 0 ? null : tokens[i - 1])),
  },
  induction: {
    make: () => induction(),
    say: (tokens) =>
      tokens.map((token, i) => {
        const before = tokens.lastIndexOf(token, i - 1);
        return i === 0 || before < 0 ? null : tokens[before + 1];
      }),
  },
  reverse: {
    make: () => reverse(),
    say: (tokens) => tokens.map((_, i) => tokens[tokens.length - 1 - i]),
  },
  sort: {
    make: () => sort(),
    say: (tokens) =>
      tokens.map((_, i) => {
        const smaller = (/** @type {number} */ one) => tokens.filter((token) => token < one).length;
        return Number(
          tokens.find(
            (one) =>
              smaller(one) <= i &&
              i < smaller(one) + tokens.filter((token) => token === one).length,
          ),
        );
      }),
  },
  binary: {
    make: () => binary(),
    say: (tokens) =>
      tokens.map((_, i) => (i < 6 ? null : parseInt(tokens.slice(i - 6, i).join(''), 2))),
  },
};

/** 400 different words, each at a known index. */
const COUNTED = Array.from({ length: 400 }, (_, i) => `w${i}`).join(' ');
/** 64 numbers, and each read from its end. */
const BACKWARDS = Array.from({ length: 64 }, (_, i) => String(1000 + ((i * 7919) % 9000))).map(
  (number) => /** @type {[string, string]} */ ([number, [...number].reverse().join('')]),
);

/** @param {TaskBatch} batch */
function rowsOf({ tokens, targets, mask }) {
  const [count, length] = tokens.shape;
  return Array.from({ length: count }, (_, b) => {
    const part = (/** @type {ArrayLike<number>} */ data) =>
      Array.from({ length }, (_, i) => data[b * length + i]);
    const counts = part(mask.data);
    return {
      tokens: part(tokens.data),
      targets: part(targets.data).map((target, i) => (counts[i] ? target : null)),
    };
  });
}

for (const [name, { make, say }] of Object.entries(tasks)) {
  test(`${name}: every target is what its description says`, () => {
    const task = make();
    assert.equal(task.name, name);
    for (const batch of [task.batch(0, 0), task.batch(7, 123), task.heldOut(32)]) {
      for (const { tokens, targets } of rowsOf(batch)) {
        assert.ok(tokens.every((token) => token >= 0 && token < task.vocabSize));
        // the run of induction ends where it began; its last target may be one that has not been there
        const expected = say(tokens);
        targets.forEach((target, i) => {
          if (target !== null && expected[i] !== undefined) assert.equal(target, expected[i]);
          if (name !== 'induction') assert.equal(target === null, expected[i] === null);
        });
      }
    }
  });
}

test('the same two numbers give the same batch; another seed, step or split another', () => {
  const own = [() => nextToken(COUNTED, { unit: 'words' }), () => pairs(BACKWARDS)];
  for (const make of [...Object.values(tasks).map((task) => task.make), () => grammar(), ...own]) {
    const tokens = (/** @type {TaskBatch} */ batch) => batch.tokens.data.join();
    const [a, b] = [make(), make()];
    assert.deepEqual(a.batch(3, 5), b.batch(3, 5));
    assert.deepEqual(a.heldOut(8), b.heldOut(8));
    const different = [a.batch(3, 5), a.batch(3, 6), a.batch(4, 5), a.heldOut(32)].map(tokens);
    assert.equal(new Set(different).size, 4, a.name);
    assert.ok(tokens(a.heldOut(16)).startsWith(tokens(a.heldOut(4))), 'more of the same');
  }
});

test('binary: positive and negative examples', () => {
  const task = binary({ digits: 3, length: 5, batchSize: 2 });
  assert.deepEqual([...task.vocab], ['0', '1', '2', '3', '4', '5', '6', '7']);
  assert.deepEqual(task.batch(0, 0).tokens.shape, [2, 5]);
  assert.throws(() => binary({ length: 6 }), RangeError);
  assert.throws(() => binary({ digits: 13 }), RangeError);
  assert.throws(() => binary(/** @type {any} */ ({ digit: 3 })), TypeError);
});

test('next-token: the target is the next token, and the last eighth of the text is held out', () => {
  const task = nextToken(COUNTED, { unit: 'words', length: 12, batchSize: 64 });
  const placeOf = (/** @type {number | null} */ token) =>
    Number(task.vocab[Number(token)].slice(1));
  const places = (/** @type {TaskBatch} */ batch) =>
    rowsOf(batch).flatMap(({ tokens, targets }) => {
      const first = placeOf(tokens[0]);
      tokens.forEach((token, i) => assert.equal(placeOf(token), first + i));
      targets.forEach((target, i) => assert.equal(placeOf(target), first + i + 1));
      return [first, first + 12];
    });
  const learned = Array.from({ length: 40 }, (_, step) => places(task.batch(0, step))).flat();
  assert.deepEqual([Math.min(...learned), Math.max(...learned)], [0, 349]);
  const heldOut = places(task.heldOut(512));
  assert.deepEqual([Math.min(...heldOut), Math.max(...heldOut)], [350, 399]);
  assert.equal(task.contextLen, 12);
  assert.equal(nextToken(COUNTED, { unit: 'words', length: 49 }).contextLen, 49);
});

test('pairs: the output and an end mark count, and no held-out pair is learned', () => {
  const task = pairs(BACKWARDS);
  const lineOf = (/** @type {(number | null)[]} */ ids) =>
    ids.map((id) => (id === null ? '.' : task.vocab[id])).join('');
  const inputs = (/** @type {ReturnType<typeof task.batch>} */ batch) =>
    rowsOf(batch).map(({ tokens, targets }, b) => {
      assert.equal(batch.lengths[b], 9);
      const input = lineOf(tokens).slice(0, 4);
      const output = [...input].reverse().join('');
      assert.equal(lineOf(tokens), `${input}→${output}`);
      assert.equal(lineOf(targets), `....${output}■`);
      return input;
    });
  const heldOut = new Set(inputs(task.heldOut(64)));
  const learned = new Set(
    Array.from({ length: 40 }, (_, step) => inputs(task.batch(0, step))).flat(),
  );
  assert.deepEqual([heldOut.size, learned.size], [8, 56]);
  assert.ok([...heldOut].every((input) => !learned.has(input)));
  // so few that none is held out; of unequal lengths; one twice
  const few = pairs([['one', 'uno'], ['two', 'dos'], ['a b', 'c'], ['one', 'uno']], { unit: 'words' }); // prettier-ignore
  assert.deepEqual([few.contextLen, few.vocab.slice(0, 2)], [4, ['→', '■']]);
  assert.deepEqual(new Set(few.heldOut(6).lengths), new Set([3, 4]));
});

test('a text is cut into letters, or into words, in any language', () => {
  assert.deepEqual(splitText("  Don't go, Ana! ", 'words'), ["Don't", 'go', ',', 'Ana', '!']);
  assert.deepEqual(splitText('猫看见a1鸟。', 'words'), ['猫', '看', '见', 'a1', '鸟', '。']);
  assert.deepEqual(splitText('नमस्ते', 'words'), ['नमस्ते']);
  assert.deepEqual(splitText('a\r\nn\u0303b'), ['a', '\n', 'ñ', 'b']);
  assert.deepEqual(splitText('q\u0303x'), ['q\u0303', 'x']);
  assert.deepEqual(splitText('a\ud83db😀'), ['a', '\ufffd', 'b', '😀']);
  assert.deepEqual(splitText(' \n '), []);
});

test('a user’s task: impossible tasks are refused by name', () => {
  const refuse = (/** @type {() => unknown} */ make, /** @type {RegExp} */ text) =>
    assert.throws(make, (error) => error instanceof Error && text.test(error.message));
  const any = (/** @type {unknown} */ value) => /** @type {any} */ (value);
  refuse(() => nextToken('too short'), /^text: expected at least 193 letters for sequences of 24/);
  refuse(() => nextToken('a'.repeat(300)), /^text: expected at least two different letters/);
  refuse(() => nextToken(any(7)), /^text: expected a string, got 7/);
  refuse(() => nextToken(COUNTED, { unit: any('bytes') }), /^unit: expected 'letters' or 'words'/);
  refuse(() => nextToken(COUNTED, { length: 0 }), /^length: expected an integer/);
  refuse(() => pairs(any('a -> b')), /^examples: expected an array of pairs/);
  refuse(() => pairs([['a', 'b']]), /^examples: expected at least two different pairs/);
  refuse(() => pairs([['a', 'b'], any(['c'])]), /^examples\[1\]: expected a pair/);
  refuse(() => pairs([['a', 'b'], ['c', ' ']]), /^examples\[1\]\[1\]: expected some letters/); // prettier-ignore
  refuse(() => pairs([['a', 'b'], any(['c', 1])]), /^examples\[1\]\[1\]: expected a string/);
  refuse(() => pairs([['a', 'b'], ['a', 'c']]), /^examples\[1\]: expected one output for each input/); // prettier-ignore
});

test('grammar: a held-out sentence without mistakes is its own answer, and its relations hold', () => {
  const task = grammar();
  const { tokens, targets, mask, lengths, relations } = task.heldOut(64);
  const [, length] = tokens.shape;
  mask.data.forEach((counts, i) => counts && assert.equal(tokens.data[i], targets.data[i]));
  relations.forEach((all, b) => {
    for (const { from, to } of all) {
      assert.ok(to < from && from < lengths[b] && lengths[b] <= length);
    }
  });
  const names = new Set(relations.flat().map(({ name }) => name));
  assert.deepEqual([...names].sort(), ['nounToDeterminer', 'pronounToAntecedent', 'verbToSubject']);
});

test('grammar: first batches have simple sentences, later ones and held-out ones every kind', () => {
  const task = grammar({ mistakes: 0 });
  /** The share of sentences without a modal verb. @param {ReturnType<typeof task.batch>} batch */
  const plain = ({ tokens }) => {
    const [count, length] = tokens.shape;
    const modals = MODALS.map((word) => task.vocab.indexOf(word));
    const rows = Array.from({ length: count }, (_, b) =>
      tokens.data.subarray(b * length, (b + 1) * length),
    );
    return rows.filter((row) => !modals.some((modal) => row.includes(modal))).length / count;
  };
  assert.equal(plain(task.batch(0, SIMPLE_BATCHES - 1)), 0);
  const many = grammar({ mistakes: 0, batchSize: 1024 });
  // one in eight ends before the pronoun, and of the others one in eight has a plain verb
  for (const batch of [many.batch(0, SIMPLE_BATCHES), many.heldOut(1024)]) {
    assert.ok(Math.abs(plain(batch) - 15 / 64) < 0.05, `${plain(batch)}`);
  }
});

test('a role means the same for a trained model and in the statistics of an opened one', async () => {
  const ids = [4, 5, 4, 4, 6, 5];
  const says = (/** @type {Function} */ counts) =>
    ids.map((_, i) => ids.flatMap((_, j) => (counts(i, j, ids) ? [j] : [])));
  assert.deepEqual(says(BY_POSITION.sameToken), [[0], [1], [2], [3], [4], [5]]);
  assert.deepEqual(says(BY_TOKEN.duplicate), [[2, 3], [5], [0, 3], [0, 2], [], [1]]);
  // not the token itself, though it comes after an equal token
  assert.deepEqual(says(BY_TOKEN.induction), [[], [], [1], [1], [], [2]]);
  const tokens = { data: Int32Array.from(ids), shape: /** @type {[number, number]} */ ([1, 6]) };
  const even = { data: new Float32Array(36).fill(1), shape: [1, 1, 6, 6] };
  const [{ roles }] = rolesOf([even], { tokens });
  /** @type {Record<string, number>} the mean number of places */
  const mean = Object.fromEntries(roles.map(({ name, score }) => [name, score]));
  assert.equal(mean.duplicate, 8 / 5);
  assert.equal(mean.induction, 1);
  assert.equal('sameToken' in mean, false);
});

test('roles: they describe a map made by hand', () => {
  const tokens = {
    data: Int32Array.of(5, 6, 7, 5, 6, 7),
    shape: /** @type {[number, number]} */ ([1, 6]),
  };
  /** @param {(from: number) => number} target */
  const looksAt = (target) =>
    Array.from({ length: 36 }, (_, i) => Number(i % 6 === target(Math.floor(i / 6))));
  const heads = [
    looksAt((from) => Math.max(0, from - 1)),
    looksAt(() => 0),
    looksAt((from) => (from < 3 ? from : from - 2)), // the token after this token's last occurrence
    looksAt((from) => (from + 3) % 6), // the other one of its kind
    looksAt((from) => from),
  ];
  const attention = [{ data: Float32Array.from(heads.flat()), shape: [1, 5, 6, 6] }];
  const found = rolesOf(attention, { tokens });
  assert.deepEqual(
    found.map(({ layer, head, best: { name, score, offset } }) => [
      layer,
      head,
      name,
      score,
      offset,
    ]),
    [
      [0, 0, 'previousToken', 1, undefined],
      [0, 1, 'firstToken', 1, undefined],
      [0, 2, 'induction', 1, undefined],
      [0, 3, 'duplicate', 1, undefined],
      [0, 4, 'fixedOffset', 1, 0],
    ],
  );
});
