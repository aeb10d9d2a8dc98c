// The lessons as data: what of the lab each scene shows, which drawing stands beside it, and when the
// learner has done what the scene proposes. The words are in text/, one file for each language.

/**
 * @typedef {Readonly<Record<string, unknown>>} State fields of the lab's state
 * @typedef {Readonly<Record<string, number>>} Values what is set in the scene's own drawing
 *
 * @typedef {'tabs' | 'models' | 'layers' | 'heads' | 'causal' | 'panel'} Part
 *
 * @typedef {object} Target parts of the lab and of the drawing by their names, see web/elements/lesson/targets.js
 * @property {readonly string[]} use what the learner acts on
 * @property {readonly string[]} see where it shows
 *
 * @typedef {object} Moment
 * @property {Readonly<Record<string, any>>} state of the lab now
 * @property {Readonly<Record<string, any>>} start as the scene opened
 * @property {Values} values
 * @property {Set<unknown>} seen what `done` has met since the scene opened
 * @property {{ first: { tokens: readonly { piece: string }[] }, learned: boolean }} frame what the lab shows of it
 *
 * @typedef {object} Scene
 * @property {State} state what changes from the scene before
 * @property {string} [asks] the question that comes before it, see questions/
 * @property {string} [exhibit] the drawing beside it
 * @property {readonly Part[]} shows what of the lab it needs besides the sentence and the view
 * @property {Target} target where the eye is led
 * @property {Values} [values] how that drawing is set at first
 * @property {(moment: Moment) => boolean} done whether the proposed thing has been tried
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} [needs] what the page must be able to do for it
 * @property {readonly Scene[]} scenes
 */

export const SENTENCE = 'The animal did not cross the street because it was too tired';
/** Small enough to see every matrix whole. */
const SMALL = { text: 'The cat sat because it was tired', width: 16, heads: 1 };
/** Sentences that the trained model knows every word of: a right one, and one with four mistakes. */
const RIGHT = 'The girls near this garden follow my dog because they will see it.';
const WRONG = 'The girls near this gardens follows my dog because he will see them.';
const THEY = { head: 1, query: 9, key: null };
/** The shortest way to see a head find its job: what stood there before stands there again. */
const LEARNING = {
  task: 'induction',
  heads: 4,
  seed: null,
  rate: null,
  speed: null,
  versus: false,
};
const IT = { head: 0, query: 4, key: null };
/** What a lesson starts from, whatever the lab showed before. */
const FRESH = {
  text: SENTENCE,
  second: null,
  heads: 4,
  width: 64,
  causal: false,
  padding: 0,
  scaled: true,
  seed: 0,
  model: 'untrained',
  layer: 0,
  view: 'heads',
  selection: { head: 0, query: 8, key: null },
  step: 'embedding',
  solo: null,
  allHeads: false,
  numbers: false,
  trail: [],
  edits: {},
  off: [],
  word: null,
  mix: null,
  compare: null,
};

/**
 * Whether a number of a matrix is followed.
 * @param {string} matrix
 * @returns {(moment: Moment) => boolean}
 */
const followed =
  (matrix) =>
  ({ state }) =>
    Boolean(state.trail.at(-1)?.startsWith(`${matrix}.`));
/** @param {string} text */
const wordsOf = (text) => text.trim().split(/\s+/);
/** Whether one word is another and all others are the same. @param {Moment} moment */
const oneWord = ({ state, start }) => {
  const [now, before] = [wordsOf(state.text), wordsOf(start.text)];
  return now.length === before.length && now.filter((word, i) => word !== before[i]).length === 1;
};
/** @param {Moment} moment */
const lastWord = ({ state, frame }) => state.selection.query === frame.first.tokens.length - 1;
/**
 * Whether all of these were met, in whatever order.
 * @param {Set<unknown>} seen
 * @param {unknown} now
 * @param {readonly unknown[]} wanted
 */
const met = (seen, now, wanted) => {
  seen.add(now);
  return wanted.every((one) => seen.has(one));
};
const VERB = /^(sleep|run|sing|wait|see|like|follow|hear)s?$/i;
/** Whether a verb is chosen, or a word behind “this”. @param {Moment} moment */
const verbOrThis = ({ state, frame }) => {
  const { query } = state.selection;
  const piece = (/** @type {number} */ at) => frame.first.tokens[at]?.piece ?? '';
  return query !== null && (VERB.test(piece(query)) || /^this$/i.test(piece(query - 1)));
};
/** @param {Moment} moment */
const otherText = ({ state, start }) => state.text !== start.text && state.text.trim() !== '';
/** @param {Moment} moment */
const otherWord = ({ state, start }) =>
  state.selection.query !== null && state.selection.query !== start.selection.query;

/** @type {readonly Lesson[]} */
export const lessons = /** @type {Lesson[]} */ ([
  {
    id: 'one-head',
    scenes: [
      {
        state: { ...FRESH, ...SMALL, view: 'steps', step: 'embedding', selection: IT },
        shows: [],
        target: { use: ['text'], see: ['x'] },
        done: oneWord,
      },
      {
        asks: 'query-shape',
        state: { step: 'projection' },
        shows: ['panel'],
        target: { use: ['query'], see: ['panel'] },
        done: followed('query'),
      },
      {
        asks: 'dot-product',
        state: { step: 'dotProducts' },
        shows: ['panel'],
        target: { use: ['dotProducts'], see: ['panel'] },
        done: followed('dotProducts'),
      },
      {
        asks: 'last-share',
        state: { step: 'attention' },
        shows: ['panel'],
        target: { use: ['words'], see: ['attention', 'panel'] },
        done: otherWord,
      },
      {
        asks: 'mixture',
        state: { step: 'heads' },
        shows: ['panel'],
        target: { use: ['attention'], see: ['heads'] },
        done: ({ state }) => Object.keys(state.edits).some((name) => name.startsWith('attention.')),
      },
      {
        asks: 'order-steps',
        state: { view: 'heads', heads: 4, width: 64, step: 'embedding', trail: [], edits: {} },
        shows: ['tabs', 'heads'],
        target: { use: ['text'], see: ['maps'] },
        done: otherText,
      },
    ],
  },
  {
    id: 'five-ways',
    scenes: [
      {
        state: FRESH,
        exhibit: 'two-drawings',
        values: { guess: 0 },
        shows: [],
        target: { use: ['choice'], see: ['drawing'] },
        done: ({ values }) => values.guess !== 0,
      },
      {
        asks: 'whose-column',
        state: {},
        exhibit: 'five-ways',
        values: { way: 1 },
        shows: ['heads'],
        target: { use: ['headCount'], see: ['secondWay'] },
        done: ({ state, start }) => state.heads !== start.heads,
      },
      {
        asks: 'product-shape',
        state: { heads: 4 },
        exhibit: 'five-ways',
        values: { way: 3, plain: 0 },
        shows: [],
        target: { use: ['choice'], see: ['difference'] },
        done: ({ values }) => values.plain === 1,
      },
      {
        asks: 'sees-all',
        state: { heads: 4 },
        exhibit: 'five-ways',
        values: { way: 4 },
        shows: ['heads'],
        target: { use: ['headCount'], see: ['difference'] },
        done: ({ state }) => state.heads === 1,
      },
      {
        state: { heads: 4 },
        exhibit: 'five-ways',
        values: { way: 5 },
        shows: [],
        target: { use: ['headNames'], see: ['drawing'] },
        done: ({ state, start }) => state.selection.head !== start.selection.head,
      },
      {
        asks: 'query-shape',
        state: { heads: 4 },
        exhibit: 'writings',
        shows: ['tabs'],
        target: { use: ['second'], see: ['sentences'] },
        done: ({ state }) => state.second !== null,
      },
    ],
  },
  {
    id: 'shapes',
    scenes: [
      {
        state: { ...FRESH, width: 512, heads: 8 },
        exhibit: 'shapes',
        shows: ['heads'],
        target: { use: ['headCount'], see: ['queryShape'] },
        done: ({ state }) => state.heads === 4,
      },
      {
        asks: 'head-width',
        state: { width: 512, heads: 1 },
        exhibit: 'shapes',
        shows: ['heads'],
        target: { use: ['headCount'], see: ['weightCount'] },
        done: ({ state }) => state.heads === 16,
      },
      {
        asks: 'set-head-width',
        state: { width: 512, heads: 8 },
        exhibit: 'wrong-width',
        shows: [],
        target: { use: ['width'], see: ['engineSays'] },
        done: ({ state }) => state.width === 64 && state.heads === 8,
      },
      {
        asks: 'map-shape',
        state: { width: 512, heads: 4 },
        exhibit: 'shapes',
        values: { fixed: 0 },
        shows: ['heads'],
        target: { use: ['headWidth', 'headCount'], see: ['outputShape'] },
        done: ({ state, values }) => values.fixed === 1 && state.heads !== 4,
      },
    ],
  },
  {
    id: 'scale',
    scenes: [
      {
        state: { ...FRESH, heads: 1, width: 16, scaled: false, seed: 1 },
        exhibit: 'scale',
        values: { show: 1 },
        shows: [],
        target: { use: ['width'], see: ['facts'] },
        done: ({ state, seen }) => met(seen, state.width, [64, 256]),
      },
      {
        asks: 'score-growth',
        state: { width: 512, selection: { head: 0, query: 10, key: null } },
        exhibit: 'scale',
        values: { show: 2 },
        shows: [],
        target: { use: ['words'], see: ['facts'] },
        done: (moment) =>
          otherWord(moment) &&
          met(moment.seen, moment.state.selection.query, []) &&
          moment.seen.size > 1,
      },
      {
        asks: 'divide-by',
        state: { width: 512, scaled: false, selection: { head: 0, query: 10, key: null } },
        exhibit: 'scale',
        values: { show: 3 },
        shows: [],
        target: { use: ['switch'], see: ['facts'] },
        done: ({ state }) => state.scaled,
      },
      {
        asks: 'head-width',
        state: { width: 512, scaled: true },
        exhibit: 'scale',
        values: { show: 3 },
        shows: [],
        target: { use: ['width'], see: ['facts'] },
        done: ({ state }) => state.width === 16 && state.scaled,
      },
      {
        asks: 'what-stays',
        state: { width: 512, scaled: true },
        exhibit: 'scale',
        values: { show: 4 },
        shows: [],
        target: { use: ['switch'], see: ['facts'] },
        done: ({ state }) => !state.scaled,
      },
    ],
  },
  {
    id: 'masks',
    scenes: [
      {
        state: { ...FRESH, causal: true },
        shows: ['causal'],
        target: { use: ['words'], see: ['maps'] },
        done: ({ state }) => state.selection.query === 0,
      },
      {
        asks: 'row-count',
        state: { causal: true, selection: { head: 0, query: 4, key: null } },
        exhibit: 'masked-row',
        shows: [],
        target: { use: ['words'], see: ['sums'] },
        done: lastWord,
      },
      {
        asks: 'empty-cells',
        state: {
          text: 'The animal was too tired ∅ ∅ ∅',
          causal: false,
          padding: 3,
          selection: { head: 0, query: 4, key: null },
        },
        exhibit: 'padding',
        shows: [],
        target: { use: ['fillers'], see: ['maps'] },
        done: ({ state, start }) => state.padding !== start.padding,
      },
      {
        asks: 'first-hidden',
        state: { text: SENTENCE, padding: 0, selection: { head: 0, query: 4, key: null } },
        exhibit: 'polarity',
        shows: [],
        target: { use: ['words'], see: ['bothMaps'] },
        done: lastWord,
      },
      {
        asks: 'last-share',
        state: { selection: { head: 0, query: 8, key: null } },
        exhibit: 'empty-row',
        shows: [],
        target: { use: ['words'], see: ['smallMap'] },
        done: otherWord,
      },
    ],
  },
  {
    id: 'roles',
    scenes: [
      {
        state: { ...FRESH, text: RIGHT, model: 'grammar', layer: 1, selection: THEY },
        shows: [],
        target: { use: ['words'], see: ['maps'] },
        done: verbOrThis,
      },
      {
        asks: 'untrained-share',
        state: { model: 'untrained', layer: 0, width: 32, causal: true, selection: THEY },
        shows: ['models'],
        target: { use: ['models'], see: ['maps'] },
        done: ({ state }) => state.model === 'grammar',
      },
      {
        asks: 'find-head',
        state: { model: 'grammar', layer: 1 },
        exhibit: 'roles',
        shows: ['layers'],
        target: { use: ['layers'], see: ['scores'] },
        done: ({ state }) => state.layer === 0,
      },
      {
        asks: 'find-word',
        state: { text: WRONG, layer: 1, selection: { head: 2, query: 5, key: null } },
        exhibit: 'without',
        values: { without: 0 },
        shows: [],
        target: { use: ['removed'], see: ['proof'] },
        done: ({ values, seen }) => met(seen, values.without, [1, 2, 3, 4]),
      },
      {
        asks: 'divide-by',
        state: { view: 'training', training: LEARNING },
        shows: [],
        target: { use: ['start'], see: ['curve'] },
        done: ({ frame }) => frame.learned,
      },
    ],
  },
  {
    id: 'long',
    scenes: [
      {
        state: FRESH,
        exhibit: 'long',
        values: { words: 4096, row: 0, column: 0, size: 4096 },
        shows: [],
        target: { use: ['window'], see: ['facts'] },
        done: ({ values }) => values.size < 4096,
      },
      {
        asks: 'map-cells',
        state: {},
        exhibit: 'long',
        values: { words: 4096, row: 1536, column: 1536, size: 1024 },
        shows: [],
        target: { use: ['zoom'], see: ['facts'] },
        done: ({ values }) => values.size <= 64,
      },
      {
        asks: 'times-as-long',
        state: {},
        exhibit: 'long',
        values: { words: 4096, row: 2048, column: 2048, size: 16 },
        shows: [],
        target: { use: ['window'], see: ['window'] },
        done: ({ values }) => values.size <= 64 && (values.row !== 2048 || values.column !== 2048),
      },
      {
        asks: 'kept',
        state: {},
        exhibit: 'long',
        values: { words: 4096, row: 0, column: 0, size: 4096 },
        shows: [],
        target: { use: ['length'], see: ['facts'] },
        done: ({ values }) => values.words === 8192,
      },
    ],
  },
]);

/** The closing test: a place like a lesson whose scenes are questions, drawn by lot. @type {Lesson} */
export const closing = {
  id: 'test',
  scenes: Array.from({ length: 10 }, (_, scene) => ({
    ...{ state: scene === 0 ? FRESH : {}, asks: '', shows: [] },
    target: { use: [], see: [] },
    done: () => false,
  })),
};

/**
 * The whole state of a scene: what its lesson starts from, and each scene's changes up to it.
 * @param {Lesson} lesson
 * @param {number} scene
 * @returns {State}
 */
export function stateOfScene(lesson, scene) {
  const values = lesson.scenes[scene].values ?? {};
  const changes = lesson.scenes.slice(0, scene + 1).map(({ state }) => state);
  return Object.assign({}, ...changes, { lesson: { id: lesson.id, scene, values } });
}
