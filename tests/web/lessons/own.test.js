// A teacher's own lesson: its text becomes scenes and questions whose answers the engine computes, every mistake in it
// is named with its line, and a hostile text does no harm.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { load } from 'headwise';
import { readModel } from 'headwise/training';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf as asked } from '../../../web/elements/lab/answer/question.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { changeState, DEFAULT_STATE, EXAMPLE } from '../../../web/elements/lab/state/state.ts';
import { MOST_SCENES } from '../../../web/elements/lab/state/lesson.ts';
import { MOST_BYTES, MOST_PROBLEMS } from '../../../web/elements/lesson/own/lines.ts';
import { words as en } from '../../../web/words/en/own-lesson.ts';
import { words as es } from '../../../web/words/es/own-lesson.ts';
import { words as zh } from '../../../web/words/zh/own-lesson.ts';
import { readOwnLesson } from '../../../web/elements/lesson/own/read.ts';
import { readQuantity, valueOf } from '../../../web/elements/lesson/own/quantities.ts';
import { TRAINED } from '../../../web/elements/lesson/own/settings.ts';
import { lessons } from '../../../web/lessons/lessons.ts';
import { knowPieces } from '../../../web/elements/lesson/own/words.ts';
import { englishSource } from '../../../web/elements/models/english.ts';
import { sayAll, sentenceOf } from '../../../web/elements/lesson/own/say.ts';
import {
  checkSignature,
  LONGEST_CODE,
  readCode,
  writeSignedCode,
} from '../../../web/elements/lesson/questions/code.ts';
import { judge } from '../../../web/elements/lesson/questions/judge.ts';
import { prepare } from '../../../web/elements/lesson/questions/prepare.ts';
import {
  isKnown,
  MOST_ATTEMPTS,
  newRecord,
  noted,
  readRecord,
  scoreOf,
  writeRecord,
} from '../../../web/elements/lesson/questions/record.ts';
import { isTarget } from '../../../web/elements/lesson/targets.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { stateOfScene } from '../../../web/lessons/lessons.ts';
import { createRandom } from '../../../web/lessons/random.ts';

const EXAMPLES = new URL('../../../web/examples/lessons/', import.meta.url);
/** The least that is a lesson. */
const LEAST = '# A title\n## A scene\nWords.\n';
const SENTENCE = 'sentence: The animal was too tired';

/** @type {any} */
let engine;
/** @type {any[]} */
let sources;
/** @type {readonly string[]} */
let words;
before(async () => {
  engine = await load();
  const file = await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url));
  const { config, vocab, state, about } = readModel(file);
  words = vocab.filter((word) => !/^<.*>$/.test(word));
  const known = { roles: JSON.parse(about.roles), measured: Number(about.measured) };
  const kinds = { of: vocab.map(() => 'x').join(''), after: { x: 'x' } };
  const whole = { name: 'grammar', config, vocab, kinds, ...known, example: EXAMPLE };
  sources = [createTrainedSource(whole, async () => state), untrained];
});
after(() => engine?.dispose());

/** @param {any} part @returns {Promise<any>} */
async function compute(part) {
  const state = changeState(DEFAULT_STATE, part);
  const question = asked(state, tokenizeState(sources, state));
  assert.ok(question);
  const { signal } = new AbortController();
  return answerQuestion(engine, createLayers(), question, signal, true);
}

/** @param {string} text */
function lessonOf(text) {
  const { own, problems } = readOwnLesson(text, { words });
  assert.deepEqual(problems, []);
  assert.ok(own);
  return own;
}

/**
 * A lesson with one question, and what the engine says to it.
 * @param {string} lines of the scene
 * @param {number} [seed]
 */
async function answered(lines, seed = 1) {
  const own = lessonOf(`# T\n## S\n${SENTENCE}\n${lines}\nwhy: Because.\n\nWords.`);
  const [question] = own.questions;
  const base = stateOfScene(/** @type {any} */ (own.lesson), 0);
  const given = { seed: [seed], base, words: [], compute, engine: async () => engine };
  return { own, question, base, ...(await prepare(question, given)) };
}

test('the least lesson is one, also with a byte order mark, Windows lines and Mac lines', () => {
  for (const text of [
    LEAST,
    `\ufeff${LEAST}`,
    LEAST.replaceAll('\n', '\r\n'),
    LEAST.replaceAll('\n', '\r'),
  ]) {
    const own = lessonOf(text);
    assert.equal(own.text.own.title, 'A title');
    assert.deepEqual(own.text.own.scenes, [{ title: 'A scene', text: ['Words.'], attempt: '' }]);
  }
});

test('settings say what the lab shows, and stay until another scene changes them', () => {
  const own = lessonOf(`# T
about: One line.
heads: 8
## One
sentence: It saw the dog and the cat
causal: on
width: 128
look at: head 3, “the”#2 to "it"
controls: heads, mask
use: sentence
watch: maps, numbers
// a note
First line
of a paragraph.

\\try: is a word here.
try: Change it
  and look.
## Two
show: LINES
Words.`);
  const [one, two] = own.lesson.scenes.map((_, i) =>
    stateOfScene(/** @type {any} */ (own.lesson), i),
  );
  assert.deepEqual(
    [one.text, one.heads, one.width, one.causal, one.view],
    ['It saw the dog and the cat', 8, 128, true, 'heads'],
  );
  assert.deepEqual(one.selection, { head: 2, query: 5, key: 0 });
  assert.deepEqual(two, { ...one, view: 'lines', lesson: two.lesson });
  assert.deepEqual(own.lesson.scenes[0].shows, ['heads', 'causal']);
  assert.deepEqual(own.lesson.scenes[0].target, { use: ['text'], see: ['maps', 'panel'] });
  assert.deepEqual(own.text.own.scenes[0].text, [
    'First line of a paragraph.',
    'try: is a word here.',
  ]);
  assert.equal(own.text.own.scenes[0].attempt, 'Change it and look.');
  for (const state of /** @type {any[]} */ ([one, two])) {
    const { lesson: _lesson, ...rest } = state;
    assert.deepEqual(
      { ...changeState(DEFAULT_STATE, state), ...rest },
      changeState(DEFAULT_STATE, state),
    );
  }
});

test('the engine computes what a question asks for', async () => {
  const number = async (/** @type {string} */ what) =>
    (await answered(`ask: ?\nnumber: ${what}`)).solved;
  const { trace } = await compute({ text: 'The animal was too tired', selection: { head: 0 } });
  const at = (/** @type {string} */ name) => trace[name].data[(1 * 5 + 4) * 5 + 1];
  const { right, tolerance } = await number('weight of head 2 from "tired" to "animal"');
  assert.equal(right, at('attention'));
  assert.equal(tolerance, 0.02);
  assert.equal((await number('score of head 2 from "tired" to "animal"')).right, at('scores'));
  assert.equal(
    (await number('dot product of head 2 from "tired" to "animal"')).right,
    at('dotProducts'),
  );
  const row = [...trace.attention.data.slice(45, 50)];
  assert.equal((await number('largest weight of head 2 from "tired"')).right, Math.max(...row));
  for (const [what, exact] of /** @type {const} */ ([
    ['number of words', 5],
    ['number of heads', 4],
    ['width', 64],
    ['width of a head', 16],
    ['hidden words from "The"', 0],
  ])) {
    const solved = await number(what);
    assert.equal(solved.right, exact, what);
    assert.equal(solved.tolerance, 0, what);
  }
  const causal = await answered('causal: on\nask: ?\nnumber: hidden words from "animal"');
  assert.equal(causal.solved.right, 3);
});

test('each kind of question has one right answer, and known wrong ones', async () => {
  const share = await answered(`ask: ?
number: width of a head
wrong: width
feedback: The whole.
wrong: 4
feedback: Heads.`);
  assert.deepEqual(share.solved.mistakes, { a: 64, b: 4 });
  assert.deepEqual(judge('number', share.solved, 64), { right: false, mistake: 'a' });
  assert.deepEqual(share.own.asked.texts?.q1.hints, { a: 'The whole.', b: 'Heads.' });

  const shape = await answered('ask: ?\nshape: weights of one head\nwrong: 5 x 16\nwrong: weights');
  assert.deepEqual(shape.solved, { right: [5, 5], mistakes: { a: [5, 16], b: [4, 5, 5] } });
  assert.deepEqual((await answered('ask: ?\nshape: x')).solved.right, [5, 64]);

  const own = await answered(
    'ask: ?\nwrong: no\nright: yes\nwrong: perhaps\nfeedback: Look again.',
  );
  assert.deepEqual([...(own.drawn.options ?? [])].sort(), ['a', 'b', 'c']);
  assert.equal(own.solved.right, 'b');
  assert.deepEqual(own.own.asked.texts?.q1.hints, { c: 'Look again.' });

  const { trace } = await compute({ text: 'The animal was too tired' });
  const row = [...trace.attention.data.slice(20, 25)];
  const pieces = ['The', 'animal', 'was', 'too', 'tired'];
  const most = pieces[row.indexOf(Math.max(...row))];
  const chosen = await answered(
    `ask: ?\nchoose: largest weight of head 1 from "tired"\n${pieces.map((one) => `option: "${one}"`).join('\n')}`,
  );
  assert.equal(chosen.own.asked.texts?.q1.options?.[chosen.solved.right], most);
  const largest = { head: 0, query: 4, key: pieces.indexOf(most) };
  assert.deepEqual(chosen.solved.selection, largest, 'where the map shows it');
  const number = await answered('ask: ?\nnumber: largest weight of head 1 from "tired"');
  assert.deepEqual(number.solved.selection, largest);
  const score = await answered('ask: ?\nnumber: score of head 3 from "was" to "too"');
  assert.deepEqual(score.solved.selection, { head: 2, query: 2, key: 3 });

  const three = ['The', 'animal', 'was'];
  const ordered = await answered(
    `ask: ?\norder: words by weight of head 1 from "tired"\n${three.map((one) => `option: "${one}"`).join('\n')}`,
  );
  const names = ordered.solved.right.map(
    (/** @type {string} */ key) => ordered.own.asked.texts?.q1.options?.[key],
  );
  const ofWord = (/** @type {string} */ word) => row[pieces.indexOf(word)];
  assert.deepEqual(
    names,
    [...three].sort((a, b) => ofWord(b) - ofWord(a)),
  );

  const written = await answered('ask: ?\norder: as written\nitem: one\nitem: two\nitem: three');
  assert.deepEqual(written.solved.right, ['a', 'b', 'c']);
  assert.notDeepEqual(written.drawn.options, ['a', 'b', 'c']);

  const cell = await answered('ask: ?\npoint: largest weight of head 1 from "tired"');
  assert.deepEqual(cell.solved.right, { query: 4, key: pieces.indexOf(most) });
  assert.deepEqual(cell.solved.selection, largest);
  const hidden = await answered('causal: on\nask: ?\npoint: first hidden word from "was"');
  assert.deepEqual(hidden.solved.right, { query: 2, key: 3 });
  assert.equal(hidden.drawn.shown?.causal, false, 'the map does not say it');
  const head = await answered(
    'ask: ?\npoint: head with the largest weight from "tired" to "animal"',
  );
  const given = [0, 1, 2, 3].map((one) => trace.attention.data[(one * 5 + 4) * 5 + 1]);
  assert.deepEqual(head.solved.right, { head: given.indexOf(Math.max(...given)) });
});

test('words that a sentence has twice are told apart', async () => {
  const lines = 'sentence: The dog saw the cat and the bird\nask: ?';
  const options = ['"The"', '"the"', '"the"#2', '"cat"'].map((one) => `option: ${one}`).join('\n');
  for (const kind of ['choose: largest weight', 'order: words by weight']) {
    const text = `# T\n## S\n${lines}\n${kind} of head 1 from "cat"\n${options}\nwhy: w\n\nw`;
    const said = lessonOf(text).asked.texts?.q1.options;
    assert.deepEqual(said, { a: 'The', b: 'the (1)', c: 'the (2)', d: 'cat' });
  }
});

test('another model is looked at from its first head on', () => {
  const own = lessonOf(
    `# T\nsentence: The girls see it.\n## S\nheads: 8\nlook at: head 7\nw\n## S\nmodel: grammar\nw`,
  );
  assert.equal(statesOf(own)[1].selection.head, 0);
});

test('what is to be set is judged by the engine, in whatever sentence there is then', async () => {
  const cases = /** @type {[string, object, boolean][]} */ ([
    ['heads 8', { heads: 8 }, true],
    ['heads 8', { heads: 2 }, false],
    ['causal on', { causal: true }, true],
    ['width 128', { width: 128 }, true],
    ['width 128', { width: 32 }, false],
    ['scaled off', { scaled: false }, true],
    ['scaled off', { scaled: true }, false],
    ['word "tired"', { selection: { head: 0, query: 4, key: null } }, true],
    ['word "tired"', { selection: { head: 0, query: 3, key: null } }, false],
    ['word "tired"', { text: 'Tired again', selection: { head: 0, query: 0, key: null } }, true],
    [
      'weight of head 1 from "tired" to "animal" above 0.9',
      { edits: { 'attention.0.4.1': 1 } },
      true,
    ],
    ['weight of head 1 from "tired" to "animal" above 0.9', { text: 'Hi', edits: {} }, false],
    [
      'Weight of head 1 from "tired" to "animal"  Above 0.9',
      { edits: { 'attention.0.4.1': 1 } },
      true,
    ],
    ['largest weight of head 2 from "tired" to "The"', { edits: { 'attention.1.4.0': 2 } }, true],
    ['largest weight of head 2 from "tired" to "The"', { heads: 1 }, false],
  ]);
  for (const [what, part, reached] of cases) {
    const { question, base, drawn, solved } = await answered(`ask: ?\nset: ${what}`);
    assert.equal(solved.right, true);
    const state = changeState(changeState(DEFAULT_STATE, base), part);
    assert.equal(question.reached?.(await compute(state), state, drawn), reached, what);
  }
});

test('every attempt has new weights where the author wants them', async () => {
  const lines = 'ask: ?\nnumber: weight of head 1 from "tired" to "animal"';
  const seeds = async (/** @type {string} */ more) =>
    Promise.all([1, 2].map(async (seed) => (await answered(lines + more, seed)).drawn.state.seed));
  assert.deepEqual(await seeds(''), [0, 0]);
  const [one, other] = await seeds('\nnew weights: on');
  assert.notEqual(one, other);
});

test('a question whose answer stays the same is known once it was answered', () => {
  const weight = 'ask: ?\nnumber: weight of head 1 from "tired" to "animal"';
  const cases = /** @type {[string, boolean, boolean][]} */ ([
    [weight, true, true],
    [`${weight}\nnew weights: on`, false, true],
    [
      'model: grammar\nsentence: The girls see it.\nask: ?\nnumber: largest weight of head 1 from "it"',
      true,
      false,
    ],
    ['ask: ?\nnumber: number of heads\nnew weights: on', true, false],
    ['ask: ?\nshape: scores\nnew weights: on', true, false],
    ['ask: ?\nright: a\nwrong: b\nnew weights: on', true, false],
    ['ask: ?\nset: heads 8', false, false],
  ]);
  for (const [lines, known, canDraw] of cases) {
    const sentence = lines.includes('sentence:') ? '' : `${SENTENCE}\n`;
    const own = lessonOf(`# T\n## S\n${sentence}${lines}\nwhy: Because.\n\nWords.`);
    const found = [isKnown(own.questions[0]), own.asks[0].canDraw];
    assert.deepEqual(found, [known, canDraw], lines);
  }
});

test('answers are kept and counted as those of the lessons that come along', () => {
  const own = lessonOf(
    `# T\n## S\n${SENTENCE}\nask: ?\nright: a\nwrong: b\nwhy: w\n\nWords.\n## S2\nWords.`,
  );
  const { catalogue } = own.asked;
  const record = noted(newRecord(5), 'own.0', { right: false, mistake: 'b' });
  const text = writeRecord(record, catalogue);
  assert.deepEqual(readRecord(text, catalogue), record);
  const { right, asked: all, settled } = scoreOf(record, 'own', catalogue);
  assert.deepEqual([right, all, settled], [0, 1, 1]);
  assert.equal(readRecord(`${text}1a1`, catalogue), null);
});

test('a result code names the lesson, has at most 200 characters, and is read with the lesson alone', async () => {
  const wrong = 'abcdefgh'.split('').map((key, i) => `wrong: ${i + 50}`);
  const asked = `ask: ?\nnumber: width\n${wrong.join('\n')}\nwhy: w\n\nWords.\n`;
  const text = `# T\n${'## S\n'.concat(asked).repeat(MOST_SCENES)}`;
  const { catalogue } = lessonOf(text).asked;
  const full = { outcome: 'wrong', attempts: MOST_ATTEMPTS, mistakes: [...'abcdefgh', 'other'] };
  /** @type {any} */
  const results = Object.fromEntries(catalogue.slots.map(({ name }) => [name, full]));
  const record = { ...newRecord(2 ** 32 - 1), results };
  const code = await writeSignedCode(record, 'red 7', catalogue);
  assert.ok(code.length <= LONGEST_CODE, String(code.length));
  const read = readCode(code.toLowerCase(), [lessonOf(LEAST).asked.catalogue, catalogue]);
  assert.ok('record' in read);
  assert.deepEqual([read.lesson, read.record], [catalogue.name, record]);
  assert.equal(await checkSignature(read, 'red 7'), null);
  assert.equal(await checkSignature(read, 'red 8'), 'other-class');
  assert.deepEqual(readCode(code), { fault: 'own-lesson', lesson: catalogue.name });
  assert.deepEqual(readCode(code.replace(/.-/, '0-'), [catalogue]), { fault: 'damaged' });
  // what programs change of a text does not count; what it says does
  const nameOf = (/** @type {string} */ of) => lessonOf(of).asked.catalogue.name;
  const same = `\ufeff// a note\r\n${text.replaceAll('\n', ' \r\n')}\r\n`;
  assert.equal(nameOf(same), catalogue.name);
  assert.notEqual(nameOf(text.replace('Words', 'Other words')), catalogue.name);
});

test('a lesson about the model of English is read in its pieces, and asks nothing where it is not there', async () => {
  const scene = 'sentence: The little dog followed the old tokens.\nlayer: 4\n';
  const asked = `look at: head 2, "k"\nask: ?\nnumber: weight of head 4 from "k" to "dog"\nwhy: {tokens}`;
  const text = `# T\n## S\nmodel: english\n${scene}${asked}\n\nWords.\n## S\nmodel: random\nW\n`;
  // where the model cannot be loaded, no word of it can be missed
  const unread = lessonOf(text);
  assert.equal(unread.lesson.needs, 'english');
  assert.deepEqual(unread.questions[0].needs, ['english']);
  assert.equal(statesOf(unread)[0].selection.query, null);
  // its pieces may stand elsewhere than the words do
  const pointed = lessonOf(text.replace('head 2, "k"', 'head 2, "old"'));
  assert.equal(statesOf(pointed)[0].selection.query, null);

  const file = await readFile(new URL('../../../web/models/english.safetensors', import.meta.url));
  const { config } = readModel(file);
  const { numHeads: heads, numLayers: layers, embedDim: width } = config;
  assert.deepEqual(TRAINED.english, { heads, layers, width });
  const source = englishSource(file);
  knowPieces('english', source.tokenizer);
  sources.push(source);
  const own = lessonOf(text);
  assert.equal(own.asked.catalogue.name, unread.asked.catalogue.name);
  const [first, second] = statesOf(own);
  assert.deepEqual([first.layer, first.causal, first.selection.query], [3, true, 7]);
  assert.equal(second.model, 'untrained');
  const base = stateOfScene(/** @type {any} */ (own.lesson), 0);
  const given = { seed: [1], base, words: [], compute, engine: async () => engine };
  const { drawn, solved } = await prepare(own.questions[0], given);
  assert.equal(drawn.places.tokens, 10);
  const { trace } = await compute(base);
  assert.equal(solved.right, trace.attention.data[3 * 100 + 7 * 10 + 2]);
  const { problems } = readOwnLesson(text.replace('"k" to "dog"', '"tokens" to "dog"'));
  assert.deepEqual(
    problems.map(({ code, places }) => [code, places?.sentence]),
    [['noWord', 'The little dog followed the old to k ens .']],
  );
});

/** Texts with one mistake, the line it is in, and what it is called. @type {readonly [string, number, string][]} */
const MISTAKES = [
  ['', 1, 'noTitle'],
  ['Words.', 1, 'noTitle'],
  ['# T\n', 1, 'noScene'],
  ['# T\n# U\n## S\nw', 2, 'titleTwice'],
  ['#\n## S\nw', 1, 'noName'],
  [`# ${'x'.repeat(200)}\n## S\nw`, 1, 'longName'],
  ['# T\n### S\nw', 2, 'heading'],
  ['# T\nw\n## S\nw', 2, 'wordsBefore'],
  ['# T\n## S\n', 2, 'noWords'],
  [`# T\n## S\n${'w\n\n'.repeat(9)}`, 2, 'manyParagraphs'],
  [`# T\n${'## S\nw\n'.repeat(41)}`, 82, 'manyScenes'],
  [`# T\n## S\n${'x'.repeat(3000)}`, 3, 'longLine'],
  [`# T\n## S\ntry: ${'x'.repeat(1500)}\n  ${'x'.repeat(1500)}\nw`, 4, 'longLine'],
  [`# T\n## S\n${'word\n'.repeat(MOST_BYTES / 5)}`, 1, 'tooLong'],
  ['# T\n## S\nw\0', 3, 'forbidden'],
  ['# T\n## S\n\u202ew', 3, 'forbidden'],
  ['# T\n## S\n\ud800', 3, 'forbidden'],
  ['# T\n## S\nsentense: It\nw', 3, 'unknownKey'],
  ['# T\n## S\nwitdh: 64\nw', 3, 'unknownKey'],
  ['# T\n## S\ncolour: 5\nw', 3, 'noSetting'],
  ['# T\n## S\nnorm: off\nw', 3, 'noSetting'],
  ['# T\n## S\ndrawing: scale.9\nw', 3, 'drawing'],
  ['# T\n## S\nw\nformula: \\\\frac{a}{b}', 4, 'formula'],
  ['# T\n## S\nw\npicture: A map https://example.com/a.png', 4, 'picture'],
  ['# T\n## S\ndrawing: masks.1\nw', 3, 'drawing'],
  ['# T\n## S\ndrawing: constructor\nw', 3, 'drawing'],
  ['# T\n## S\nheads: 4\nheads: 4\nw', 4, 'twice'],
  ['# T\n## S\nheads:\nw', 3, 'empty'],
  ['# T\ntry: it\n## S\nw', 2, 'inScene'],
  ['# T\n## S\nlanguage: es\nw', 3, 'atTop'],
  ['# T\nlanguage: fr\n## S\nw', 2, 'choice'],
  ['# T\n## S\nheads: 3\nw', 3, 'choice'],
  ['# T\n## S\nheads: 99999999999999999999\nw', 3, 'choice'],
  ['# T\n## S\nmodel: __proto__\nw', 3, 'choice'],
  ['# T\n## S\ncontrols: heads, constructor\nw', 3, 'choices'],
  ['# T\n## S\nseed: -1\nw', 3, 'whole'],
  ['# T\n## S\nseed: 4294967296\nw', 3, 'whole'],
  ['# T\n## S\nlayer: 2\nw', 3, 'trainedOnly'],
  ['# T\n## S\nmodel: grammar\nsentence: The girls see it.\nwidth: 64\nw', 5, 'untrainedOnly'],
  ['# T\n## S\nmodel: grammar\nsentence: The zebra sees it.\nw', 4, 'unknownWord'],
  [
    '# T\n## S\nmodel: grammar\nsentence: The girls see it.\nsecond: A zebra sees it.\nw',
    5,
    'unknownWord',
  ],
  [
    `# T\n## S\nsecond: A zebra\nw\n## S\nmodel: grammar\nsentence: The girls see it.\nw`,
    6,
    'unknownWord',
  ],
  [`# T\n## S\nsentence: ${'a '.repeat(41)}\nw`, 3, 'manyWords'],
  ['# T\n## S\nlook at: the map\nw', 3, 'lookAt'],
  ['# T\n## S\nlook at: head 5\nw', 3, 'noHead'],
  [`# T\n## S\n${SENTENCE}\nlook at: "zebra"\nw`, 4, 'noWord'],
  [`# T\n## S\n${SENTENCE}\nlook at: "The"#2\nw`, 4, 'noWord'],
  ['# T\n## S\nHello {constructor}', 3, 'place'],
  ['# T\n## S {__proto__}\nw', 2, 'place'],
  ['# T\n## S\nright: a\nw', 3, 'askFirst'],
  ['# T\n## S\nask: a\nright: a\nwrong: b\nwhy: w\nask: b\nw', 7, 'askTwice'],
  ['# T\n## S\nask: a\nright: a\nwrong: b\nw', 3, 'noWhy'],
  ['# T\n## S\nask: a\nset: heads 8\nshape: x\nwhy: w\nw', 5, 'twoKinds'],
  ['# T\n## S\nask: a\noption: "it"\nwhy: w\nw', 4, 'noKind'],
  ['# T\n## S\nask: a\nnumber: width\nright: 4\nwhy: w\nw', 5, 'notHere'],
  ['# T\n## S\nask: a\nright: a\ntolerance: 1\nwrong: b\nwhy: w\nw', 5, 'notHere'],
  ['# T\n## S\nask: a\nwhy: w\nw', 3, 'oneRight'],
  ['# T\n## S\nask: a\nright: a\nwhy: w\nw', 3, 'wrongs'],
  ['# T\n## S\nask: a\nright: a\nwrong: a\nwhy: w\nw', 5, 'sameAnswer'],
  ['# T\n## S\nask: a\nfeedback: a\nright: a\nwrong: b\nwhy: w\nw', 4, 'feedbackAlone'],
  ['# T\n## S\nask: a\nnumber: weight\nwhy: w\nw', 4, 'quantity'],
  ['# T\n## S\nask: a\nnumber: width\nwrong: constructor\nwhy: w\nw', 5, 'quantity'],
  ['# T\n## S\nask: a\nnumber: weight of head 9 from "it" to "it"\nwhy: w\nw', 4, 'noHead'],
  ['# T\n## S\nask: a\nnumber: weight of head 1 from "zebra" to "it"\nwhy: w\nw', 4, 'noWord'],
  ['# T\n## S\nask: a\nnumber: width\ntolerance: much\nwhy: w\nw', 5, 'tolerance'],
  ['# T\n## S\nask: a\nchoose: width\noption: "it"\noption: "was"\nwhy: w\nw', 4, 'largestOnly'],
  [
    '# T\n## S\nask: a\nchoose: largest weight of head 1 from "it"\noption: "it"\nwhy: w\nw',
    4,
    'options',
  ],
  [
    '# T\n## S\nask: a\nchoose: largest weight of head 1 from "it"\noption: "it"\noption: was\nwhy: w\nw',
    6,
    'quotedWord',
  ],
  [
    `# T\n## S\n${SENTENCE}\nask: a\nchoose: largest weight of head 1 from "was"\noption: "The"\noption: "the"\nwhy: w\nw`,
    7,
    'sameAnswer',
  ],
  [`# T\n## S\nask: a\nnumber: width\n${'wrong: 4\n'.repeat(9)}why: w\nw`, 4, 'wrongs'],
  [`# T\n## S\nask: a\nshape: x\n${'wrong: 4 x 4\n'.repeat(9)}why: w\nw`, 4, 'wrongs'],
  ['# T\n## S\nask: a\nshape: toString\nwhy: w\nw', 4, 'matrix'],
  ['# T\n## S\nask: a\npoint: here\nwhy: w\nw', 4, 'point'],
  ['# T\n## S\nask: a\nset: width 3\nwhy: w\nw', 4, 'set'],
  ['# T\n## S\nask: a\nset: heads 3\nwhy: w\nw', 4, 'set'],
  ['# T\n## S\nask: a\nset: weight of head 1 from "it" to "was" above 3\nwhy: w\nw', 4, 'bound'],
  ['# T\n## S\nask: a\nset: largest weight of head 1 from "it" below 0\nwhy: w\nw', 4, 'bound'],
  ['# T\n## S\nask: a\norder: by size\nwhy: w\nw', 4, 'order'],
  ['# T\n## S\nask: a\norder: as written\nitem: a\nitem: b\nwhy: w\nw', 4, 'options'],
];

test('every mistake is named, with its line', () => {
  const met = new Set();
  for (const [text, line, code] of MISTAKES) {
    const { own, problems } = readOwnLesson(text, { words });
    assert.equal(own, null, text);
    met.add(code);
    assert.ok(
      problems.some((one) => one.line === line && one.code === code),
      `${JSON.stringify(text.slice(0, 120))}: ${JSON.stringify(problems)}`,
    );
  }
  const other = ['line', 'notOne', 'more', 'unclear'];
  assert.deepEqual(
    Object.keys(en).filter((code) => !met.has(code) && !other.includes(code)),
    [],
  );
});

test('words with a colon stay words, unless a value stands alone behind it', () => {
  const { own } = readOwnLesson('# T\n## S\nRemember: 64 is a width.\n\n\\Answer: 5\n');
  assert.deepEqual(own?.text.own.scenes[0].text, ['Remember: 64 is a width.', 'Answer: 5']);
});

test('a scene shows a drawing of the lessons, with the settings that it has there', () => {
  const { own, problems } = readOwnLesson('# T\n## S\ndrawing: scale.4\nw\n## S\nw');
  assert.deepEqual(problems, []);
  const [first, second] = own?.lesson.scenes ?? [];
  const { exhibit, values } = lessons.find(({ id }) => id === 'scale')?.scenes[3] ?? {};
  assert.ok(exhibit);
  assert.deepEqual([first.exhibit, first.values], [exhibit, values ?? {}]);
  assert.deepEqual(first.target.see, ['wholeDrawing']);
  assert.equal(second.exhibit, undefined, 'it is for its own scene');
});

test('the size of scores and the slope of a share are quantities', async () => {
  const ask = (/** @type {string} */ text) => readQuantity(text);
  const shape = [2, 1, 2];
  /** @type {any} */
  const answer = {
    trace: {
      scores: { data: Float32Array.of(9, 9, 3, 4), shape },
      attention: { data: Float32Array.of(0, 1, 0.25, 0.75), shape },
    },
  };
  const asked = { answer, rows: ['it'], columns: ['it', 'was'] };
  const size = ask('size of scores of head 2');
  const slope = ask('slope of head 2 from "it" to "was"');
  assert.ok(size && slope);
  assert.ok(Math.abs(valueOf(asked, size) - Math.sqrt(12.5)) < 1e-6);
  assert.equal(valueOf(asked, slope), 0.75 * 0.25);
});

test('all mistakes are found at once, and no more are told than can be read', () => {
  const { problems } = readOwnLesson('# T\n## S\nheads: 3\ncausal: perhaps\nask: a\nnumber: x\n');
  assert.deepEqual(
    problems.map(({ line, code }) => [line, code]),
    [
      [2, 'noWords'],
      [3, 'choice'],
      [4, 'choice'],
      [5, 'noWhy'],
      [6, 'quantity'],
    ],
  );
  // one mistake of a question does not hide another
  const ASKED = /** @type {const} */ ([
    ['ask: a\nright: b\n', ['noWhy', 'wrongs']],
    ['right: b\nright: b\nask: a\n', ['askFirst', 'noWhy', 'oneRight', 'wrongs', 'sameAnswer']],
    ['ask: a\nwrong: b\nfeedback: c\nfeedback: d\n', ['noWhy', 'oneRight', 'feedbackAlone']],
    ['ask: a\nnumber: width\nset: heads 4\n', ['noWhy', 'twoKinds']],
    [
      'ask: a\nnumber: weight of head 9 from "x" to "y"\nwrong: z\ntolerance: q\n',
      ['noWhy', 'noHead', 'noWord', 'noWord', 'quantity', 'tolerance'],
    ],
    ['ask: a\nshape: Y\nwrong: Y of one head\n', ['noWhy', 'matrix', 'matrix']],
    ['ask: a\nchoose: width\noption: it\n', ['noWhy', 'options', 'largestOnly', 'quotedWord']],
    ['ask: a\norder: as written\nitem: b\nitem: b\n', ['noWhy', 'options', 'sameAnswer']],
  ]);
  for (const [question, codes] of ASKED) {
    const { problems: told } = readOwnLesson(`# T\n## S\n${SENTENCE}\n${question}\nWords.\n`);
    assert.deepEqual(told.map(({ code }) => code).sort(), [...codes].sort(), question);
  }
  const many = readOwnLesson(`# T\n## S\n${'heads: 3\n'.repeat(1000)}`);
  assert.equal(many.problems.length, MOST_PROBLEMS);
  assert.ok(many.count > 900);
  assert.match(sayAll(many.problems, many.count, en), /and \d{3} more$/);
});

test('problems are said in every language with the same places, and none is left empty', () => {
  const placesIn = (/** @type {string} */ text) =>
    [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  for (const [name, sentence] of Object.entries(en)) {
    for (const other of [es, zh]) {
      assert.deepEqual(
        placesIn(other[/** @type {keyof typeof en} */ (name)]),
        placesIn(sentence),
        name,
      );
    }
  }
  for (const [text] of MISTAKES) {
    for (const one of readOwnLesson(text, { words }).problems) {
      for (const [, name] of en[/** @type {keyof typeof en} */ (one.code)].matchAll(/\{(\w+)\}/g)) {
        assert.ok(Object.hasOwn(one.places ?? {}, name), `${one.code}: ${name}`);
      }
      assert.ok(sentenceOf(one, zh).length > 3);
    }
  }
});

test('whatever the text is, reading it ends and throws nothing', async () => {
  const files = await Promise.all(
    (await readdir(EXAMPLES)).map((name) => readFile(new URL(name, EXAMPLES), 'utf8')),
  );
  const kinds = `# T\n## S\n${SENTENCE}\nask: ?\norder: words by weight of head 1 from "The"\noption: "The"\noption: "was"\noption: "too"\nwhy: w\n\nw\n## S\nask: ?\nset: weight of head 1 from "The" to "was" above 0.5\nwhy: w\n\nw`;
  // scene by scene: what a change does to a short text is found sooner
  const scenes = files.flatMap((text) => text.split('\n## ').slice(1));
  const texts = [kinds, ...scenes.map((text) => `# T\n## ${text}`)];
  const bits = [
    '"',
    '”',
    '#',
    '##',
    ':',
    '{',
    '}',
    '`',
    '*',
    '\n',
    '\t',
    '\0',
    '\u202e',
    '\ud800',
    '9'.repeat(30),
    '-1',
    'NaN',
    '__proto__',
    'constructor',
    '{constructor}',
    'toString',
    '<script>',
    '$&',
    '\\',
    ' ',
    '：',
    'head 99',
    '"" to ""',
    '(a+)+',
    'ask: ',
    'option: ',
    '\u2028',
  ];
  const random = createRandom('mutations');
  for (let i = 0; i < 10_000; i++) {
    let text = random.pick(texts);
    for (let change = random.whole(1, 6); change > 0; change--) {
      const [from, length] = [random.index(text.length + 1), random.index(40)];
      const put = random.pick([
        random.pick(bits),
        random.pick(text.split('\n')),
        '',
        text.slice(from, from + length),
      ]);
      text = text.slice(0, from) + put + text.slice(from + random.pick([0, 0, 1, length]));
    }
    const { own, problems, count } = readOwnLesson(text, { words });
    assert.equal(own === null, count > 0);
    assert.ok(problems.every(({ code, line }) => Object.hasOwn(en, code) && line >= 1));
    if (own)
      assert.ok(
        own.lesson.scenes.every(({ target }) => [...target.use, ...target.see].every(isTarget)),
      );
  }
  assert.equal(Object.hasOwn(Object.prototype, 'a'), false);
});

test('texts made to take long take no longer than others', () => {
  const full = (/** @type {string} */ line) =>
    `# T\n## S\n${line.repeat(Math.floor(65_000 / line.length))}`;
  const lines = [
    'a:\n',
    'ask: "\n',
    `## ${'#'.repeat(1900)}x\n`,
    `${'*a '.repeat(600)}\n`,
    'sentence: a\n',
    `a${' '.repeat(1900)}b\n`,
    '"',
    '`',
    '{',
    `look at: ${'"a"'.repeat(600)}\n`,
    '\n',
    ' \\x\n',
    'right: a\n',
    '## S\n',
    'x',
  ];
  for (const line of lines) {
    const before = process.cpuUsage();
    readOwnLesson(full(line), { words });
    const took = process.cpuUsage(before).user / 1000;
    assert.ok(took < 2000, `${JSON.stringify(line.slice(0, 20))}: ${took} ms`);
  }
});

/** @param {import('../../../web/elements/lesson/own/read.ts').OwnLesson} own */
const statesOf = ({ lesson: { scenes } }) =>
  scenes.map((scene) => /** @type {any} */ (scene).state);

test('the lessons that come as examples have no problem, and every question one answer', async () => {
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.txt'));
  assert.deepEqual(names.map((name) => name.split('.').at(-2)).sort(), ['en', 'es', 'zh']);
  const read = await Promise.all(
    names.map(async (name) => lessonOf(await readFile(new URL(name, EXAMPLES), 'utf8'))),
  );
  for (const own of read) {
    assert.equal(own.lesson.scenes.length, 5);
    assert.equal(own.questions.length, 4);
    for (const { scene, id } of own.asks) {
      const question = own.asked.catalogue.questionOf(id);
      const base = stateOfScene(/** @type {any} */ (own.lesson), scene);
      const given = { seed: [1], base, words: [], compute, engine: async () => engine };
      const { solved } = await prepare(question, given);
      assert.deepEqual(judge(question.kind, solved, solved.right), { right: true, mistake: '' });
    }
    assert.deepEqual(statesOf(own), statesOf(read[0]), 'only the words differ');
  }
});
