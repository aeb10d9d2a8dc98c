// The state of an open text model: each event changes what it names, and nothing else.

import assert from 'node:assert/strict';
import test from 'node:test';
import { BEGINNING, chosenTokens, placesOf, reduce } from '../../../web/page/models/state.ts';
import { beginning, reduceImage } from '../../../web/page/models/images/image-state.ts';

/** @import { TextEvent, TextState } from '../../../web/page/models/state.ts' */
/** @import { Read } from '../../../web/page/models/tokens.ts' */

/** @param {TextState} state @param {TextEvent[]} events */
const after = (state, ...events) => events.reduce(reduce, state);

/** @param {Partial<Read>} [more] @returns {Read} */
function readOf(more) {
  const names = ['a', 'b', 'c'];
  const reading = { ids: [1, 2, 3], sentences: null, predicts: /** @type {const} */ ('tokens') };
  return { reading: { ...reading, milliseconds: 4 }, names, targets: [], written: [], ...more };
}

const read = after(BEGINNING, { type: 'textRead', read: readOf() }, { type: 'textShown' });
const writing = after(read, { type: 'writingStarted' });

/** @param {number} id @param {{ count: number, milliseconds: number } | null} [rate] @returns {TextEvent} */
function writtenToken(id, rate = null) {
  const alternatives = Array.from({ length: 10 }, (_, i) => {
    return { id: i, token: `t${i}`, probability: 0.1, logit: 0 };
  });
  const step = { id, token: `w${id}`, text: '', alternatives, pictures: null, map: null };
  return { type: 'tokenWritten', step, rate };
}

test('the rate comes with the second token of a generation, in place of the status', () => {
  const computing = after(writing, { type: 'textAsked' });
  const first = after(computing, writtenToken(5));
  assert.equal(first.status?.type, 'computing');
  assert.equal(first.writing.rate, null);
  const rate = { count: 2, milliseconds: 50 };
  const second = after(first, writtenToken(6, rate));
  assert.equal(second.status, null);
  assert.deepEqual(second.writing.rate, rate);
  assert.equal(after(second, { type: 'writingPaused' }).writing.rate, null);
});

test('another text, kind, token or removed head ends the writing and drops its late tokens', () => {
  const at = { layer: 1, head: 2 };
  /** @type {[TextEvent, boolean][]} */
  const events = [
    [{ type: 'textChanged', written: [] }, true],
    [{ type: 'kindChosen', kind: 'cross' }, true],
    [{ type: 'tokenChosen', position: 1 }, true],
    [{ type: 'headsRemoved', removed: [at] }, true],
    [{ type: 'workerStopped', stopped: { detail: '', onAgain() {} } }, true],
    [{ type: 'headChosen', at }, false],
    [{ type: 'viewChosen', view: 'lines' }, false],
    [{ type: 'partChosen', part: { whole: true } }, false],
    [{ type: 'measureChosen', name: 'entropy' }, false],
    [{ type: 'temperatureChosen', temperature: 1 }, false],
  ];
  for (const [event, ends] of events) {
    const next = after(writing, event);
    assert.equal(next.writing.isOn, !ends, event.type);
    assert.equal(next.writing.text !== writing.writing.text, ends, event.type);
  }
});

test('the end of an earlier generation does not end a later one', () => {
  const { run } = writing.writing;
  const later = after(writing, { type: 'writingPaused' }, { type: 'writingStarted' });
  assert.equal(after(later, { type: 'writingEnded', run }).writing.isOn, true);
  assert.equal(after(later, { type: 'writingEnded', run: run + 1 }).writing.isOn, false);
});

test('a written token follows the text, is chosen, and shows the guesses it came from', () => {
  const next = after(writing, writtenToken(7), writtenToken(8));
  const names = [
    { id: 7, name: 'w7' },
    { id: 8, name: 'w8' },
  ];
  assert.deepEqual(next.written, names);
  assert.deepEqual(next.read?.written, names);
  assert.equal(next.position, 4);
  assert.equal(next.isBehind, true);
  assert.ok(next.prediction.type === 'guesses');
  assert.equal(next.prediction.token, 'w7');
  assert.equal(next.prediction.guesses.length, 6);
  assert.equal(next.prediction.written, 8);
  assert.equal(writing.written.length, 0, 'the state before stays as it was');
  assert.equal(after(BEGINNING, writtenToken(7)), BEGINNING, 'without a text nothing follows');
});

test('the chosen token: a mask, the end of the text, or the one that was chosen if it is there', () => {
  const masked = readOf();
  masked.reading.tokens = ['x', '[MASK]', 'y'];
  /** @param {Read} next @param {number | null} position null: another text */
  const positionAfter = (next, position) => {
    const state = { ...read, position: position ?? 1, startsAgain: position === null };
    return reduce(state, { type: 'textRead', read: next }).position;
  };
  assert.equal(positionAfter(masked, null), 1);
  assert.equal(positionAfter(readOf(), null), 2);
  assert.equal(positionAfter(readOf(), 0), 0);
  assert.equal(positionAfter(readOf(), 9), 2);
  assert.equal(positionAfter(readOf({ targets: ['s'] }), null), 0, 'the decoder’s');
  const begun = { ...read, position: 0 };
  assert.deepEqual(placesOf(begun), { end: 2, position: 2 }, 'writing begins after the text');
  const [seven, eight] = [7, 8].map((id) => writtenToken(id));
  const longer = after(read, seven, eight, { type: 'tokenChosen', position: 3 });
  assert.deepEqual(placesOf(longer), { end: 4, position: 3 });
  const other = after(longer, { type: 'textChanged', written: longer.written });
  assert.equal(other.position, 3, 'pressed until the text is read');
  assert.deepEqual(placesOf(other), { end: 4, position: 4 });
});

test('nothing of a text stays where the next one is not valid', () => {
  const next = after(read, { type: 'textAsked' }, { type: 'textRefused' });
  assert.equal(next.read, null);
  assert.equal(next.isEmpty, true);
  assert.equal(next.status, null);
  assert.deepEqual(next.prediction, { type: 'hidden' });
  const again = after(next, { type: 'textAsked' }, { type: 'textRead', read: readOf() });
  assert.equal(again.isEmpty, true, 'until its maps are drawn');
  assert.equal(after(again, { type: 'textShown' }).isEmpty, false);
});

test('of the tokens to measure between at least one remains chosen, and another text has them', () => {
  /** @param {TextState} state */
  const chosen = ({ measures }) => [chosenTokens(measures, 'from'), chosenTokens(measures, 'to')];
  const first = after(read, { type: 'measuring', tokens: ['a', 'b', 'c'] });
  assert.deepEqual(chosen(first), [[2], [0]]);
  /** @param {number} token @returns {TextEvent} */
  const flip = (token) => ({ type: 'measureTokenFlipped', side: 'from', token });
  assert.deepEqual(chosen(after(first, flip(2))), [[2], [0]]);
  assert.deepEqual(chosen(after(first, flip(1), flip(2))), [[1], [0]]);
  const shorter = after(first, flip(1), flip(2), { type: 'measuring', tokens: ['a'] });
  assert.deepEqual(chosen(shorter), [[0], [0]]);
  const longer = after(first, { type: 'measuring', tokens: ['a', 'b', 'c', 'd'] });
  assert.deepEqual(chosen(longer), [[3], [0]], 'the last token follows the text');
});

test('a smaller image begins at its first token', () => {
  const seen = { down: 1, across: 2, first: [], predicts: null, milliseconds: 1 };
  const state = { ...beginning(2), query: 5 };
  assert.equal(reduceImage(state, { type: 'imageSeen', seen }).query, 0);
  const large = { ...seen, down: 3 };
  assert.equal(reduceImage(state, { type: 'imageSeen', seen: large }).query, 5);
});
