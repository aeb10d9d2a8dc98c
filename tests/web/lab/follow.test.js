// The selection while the sentence is typed.

import assert from 'node:assert/strict';
import test from 'node:test';
import { createFollower, followSelection } from '../../../web/elements/lab/state/follow.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';

/**
 * @param {string} first
 * @param {string | null} [second]
 */
const encode = (first, second = null) => ({
  first: wordTokenizer.encode(first),
  second: second === null ? null : wordTokenizer.encode(second),
});

/**
 * @param {number | null} query
 * @param {number | null} key
 */
const at = (query, key) => ({ head: 1, query, key });

test('tokens stay selected when words come or go before them', () => {
  const before = encode('the cat saw the dog');
  assert.deepEqual(followSelection(at(1, 3), before, encode('oh the cat saw the dog')), at(2, 4));
  assert.deepEqual(followSelection(at(4, 0), before, encode('cat saw the dog')), at(3, 2));
});

test('a word that is being changed stays selected, one that is gone does not', () => {
  const before = encode('the cat saw');
  assert.deepEqual(followSelection(at(1, null), before, encode('the cats saw')), at(1, null));
  assert.deepEqual(followSelection(at(1, 2), before, encode('the saw')), at(null, 1));
  assert.deepEqual(followSelection(at(1, 1), before, encode('')), at(null, null));
});

test('a word stays selected where another model has it in pieces', () => {
  const whole = encode('the girls and they');
  /** @param {[string, number][]} pieces */
  const inPieces = (...pieces) => ({
    first: {
      tokens: pieces.map(([piece, start], id) => ({ id, piece, start, end: start + piece.length })),
      truncated: false,
    },
    second: null,
  });
  const other = inPieces(['the', 0], ['gir', 4], ['ls', 7], ['and', 10], ['they', 14]);
  assert.deepEqual(followSelection(at(1, 3), whole, other), at(1, 4));
  assert.deepEqual(followSelection(at(3, 1), whole, other), at(4, 1));
  assert.deepEqual(followSelection(at(1, 4), other, whole), at(1, 3));
});

test('with a second sentence, keys are followed in it', () => {
  const before = encode('a b', 'x y');
  assert.deepEqual(followSelection(at(1, 1), before, encode('a b', 'w x y')), at(1, 2));
  assert.deepEqual(followSelection(at(1, 1), before, encode('a b')), at(1, null));
  assert.deepEqual(followSelection(at(1, 1), encode('a b'), encode('a b', 'x y')), at(1, null));
});

test('once the selected word is gone, the last word is selected until another one is', () => {
  const follow = createFollower();
  const texts = ['the cat saw', '', 'A', 'A dentist', 'A dentist sleeps.', 'A dentist sleeps.'];
  const [first, ...others] = texts.map((text) => encode(text));
  let selection = at(1, 2);
  let before = first;
  const rows = others.map((after) => {
    selection = follow(selection, before, after);
    before = after;
    return selection.query;
  });
  assert.deepEqual(rows, [null, 0, 1, 2, 2]);
  assert.equal(selection.key, null);
  const chosen = follow(at(1, null), before, encode('A dentist sleeps. Well'));
  assert.deepEqual(chosen, at(1, null));
});
