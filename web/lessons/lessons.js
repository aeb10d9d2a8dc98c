// The lessons as data: what of the lab each scene shows, which drawing stands beside it, and when the
// learner has done what the scene proposes. The words are in text/, one file for each language.

/**
 * @typedef {Readonly<Record<string, unknown>>} State fields of the lab's state
 * @typedef {Readonly<Record<string, number>>} Values what is set in the scene's own drawing
 *
 * @typedef {object} Moment
 * @property {Readonly<Record<string, any>>} state of the lab now
 * @property {Readonly<Record<string, any>>} start as the scene opened
 * @property {Values} values
 *
 * @typedef {object} Scene
 * @property {State} state what changes from the scene before
 * @property {string} [exhibit] the drawing beside it
 * @property {Values} [values] how that drawing is set at first
 * @property {(moment: Moment) => boolean} done whether the proposed thing has been tried
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} [needs] what the page must be able to do for it
 * @property {readonly Scene[]} scenes
 */

const SENTENCE = 'The animal did not cross the street because it was too tired';
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
  allHeads: false,
  trail: [],
  edits: {},
  mix: null,
  compare: null,
};

/** @param {Moment} moment */
const followed = ({ state, start }) =>
  state.trail.length > 0 && state.trail.at(-1) !== start.trail.at(-1);
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
        done: otherText,
      },
      { state: { step: 'projection' }, done: followed },
      { state: { step: 'scores' }, done: followed },
      { state: { step: 'attention' }, done: otherWord },
      {
        state: { step: 'heads' },
        done: ({ state }) => Object.keys(state.edits).some((name) => name.startsWith('attention.')),
      },
      {
        state: { view: 'heads', heads: 4, width: 64, step: 'embedding', trail: [], edits: {} },
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
        done: ({ values }) => values.guess !== 0,
      },
      {
        state: {},
        exhibit: 'five-ways',
        values: { way: 1 },
        done: ({ state, start }) => state.heads !== start.heads,
      },
      {
        state: { heads: 4 },
        exhibit: 'five-ways',
        values: { way: 3, plain: 0 },
        done: ({ values }) => values.plain === 1,
      },
      {
        state: { heads: 4 },
        exhibit: 'five-ways',
        values: { way: 4 },
        done: ({ state }) => state.heads === 1,
      },
      {
        state: { heads: 4 },
        exhibit: 'five-ways',
        values: { way: 5 },
        done: ({ state, start }) => state.selection.head !== start.selection.head,
      },
      {
        state: { heads: 4 },
        exhibit: 'writings',
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
        values: { fixed: 0 },
        done: ({ state }) => state.heads === 4,
      },
      {
        state: { width: 512, heads: 1 },
        exhibit: 'shapes',
        values: { fixed: 0 },
        done: ({ state }) => state.heads === 16,
      },
      {
        state: { width: 512, heads: 8 },
        exhibit: 'wrong-width',
        done: ({ state }) => state.width === 64 && state.heads === 8,
      },
      {
        state: { width: 512, heads: 8 },
        exhibit: 'shapes',
        values: { fixed: 0 },
        done: ({ state, values }) => values.fixed === 1 && state.heads !== 8,
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
        done: ({ state }) => state.width === 256,
      },
      {
        state: { width: 512, selection: { head: 0, query: 10, key: null } },
        exhibit: 'scale',
        values: { show: 2 },
        done: otherWord,
      },
      {
        state: { width: 512, scaled: false, selection: { head: 0, query: 10, key: null } },
        exhibit: 'scale',
        values: { show: 3 },
        done: ({ state }) => state.scaled,
      },
      {
        state: { width: 512, scaled: true },
        exhibit: 'scale',
        values: { show: 3 },
        done: ({ state }) => state.width === 16 && state.scaled,
      },
      {
        state: { width: 512, scaled: true },
        exhibit: 'scale',
        values: { show: 4 },
        done: ({ state }) => !state.scaled,
      },
    ],
  },
  {
    id: 'masks',
    scenes: [
      {
        state: { ...FRESH, causal: true },
        done: ({ state }) => state.selection.query === 0,
      },
      {
        state: { causal: true, selection: { head: 0, query: 4, key: null } },
        exhibit: 'masked-row',
        done: ({ state, values }) => values.last === 1 || state.selection.query === 11,
      },
      {
        state: { causal: false, padding: 3, selection: { head: 0, query: 8, key: null } },
        exhibit: 'padding',
        done: ({ state, start }) => state.padding !== start.padding,
      },
      {
        state: { padding: 0, selection: { head: 0, query: 4, key: null } },
        exhibit: 'polarity',
        done: ({ state }) => state.selection.query === 11,
      },
      {
        state: { selection: { head: 0, query: 8, key: null } },
        exhibit: 'empty-row',
        done: otherWord,
      },
    ],
  },
  {
    id: 'roles',
    scenes: [
      {
        state: { ...FRESH, text: RIGHT, model: 'grammar', layer: 1, selection: THEY },
        done: otherWord,
      },
      {
        state: { model: 'untrained', layer: 0, width: 32, causal: true, selection: THEY },
        done: ({ state }) => state.model === 'grammar',
      },
      {
        state: { model: 'grammar', layer: 1 },
        exhibit: 'roles',
        done: ({ state }) => state.layer === 0,
      },
      {
        state: { text: WRONG, layer: 1, selection: { head: 2, query: 5, key: null } },
        exhibit: 'without',
        values: { without: 0 },
        done: ({ values }) => values.without !== 0,
      },
      {
        state: { view: 'training', training: LEARNING },
        done: ({ state, start }) => state.training.seed !== start.training.seed,
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
        done: ({ values }) => values.size < 4096,
      },
      {
        state: {},
        exhibit: 'long',
        values: { words: 4096, row: 1536, column: 1536, size: 1024 },
        done: ({ values }) => values.size <= 64,
      },
      {
        state: {},
        exhibit: 'long',
        values: { words: 4096, row: 2048, column: 2048, size: 16 },
        done: ({ values }) => values.size <= 64 && (values.row !== 2048 || values.column !== 2048),
      },
      {
        state: {},
        exhibit: 'long',
        values: { words: 4096, row: 0, column: 0, size: 4096 },
        done: ({ values }) => values.words === 8192,
      },
    ],
  },
]);

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
