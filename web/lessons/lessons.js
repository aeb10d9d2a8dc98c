// The lessons as data: scenes, exhibits and tasks.
// Each scene says which parts of the lab it shows, which exhibit belongs to it, and when its task
// is done. Each lesson is a file in scenes/; its words are in text/, by language.

import { digits } from './scenes/digits.js';
import { dropout } from './scenes/dropout.js';
import { fiveWays } from './scenes/five-ways.js';
import { long } from './scenes/long.js';
import { masks } from './scenes/masks.js';
import { oneHead } from './scenes/one-head.js';
import { FRESH } from './scenes/parts.js';
import { roles } from './scenes/roles.js';
import { scale } from './scenes/scale.js';
import { shapes } from './scenes/shapes.js';
import { rotary } from './scenes/rotary.js';
import { cache } from './scenes/cache.js';
import { matrices } from './scenes/matrices.js';
import { sinks } from './scenes/sinks.js';

/**
 * @typedef {Readonly<Record<string, unknown>>} State fields of the lab's state
 * @typedef {Readonly<Record<string, number>>} Values settings of the scene's exhibit
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
 * @property {Set<unknown>} seen values that `done` has collected since the scene opened
 * @property {{ first: { tokens: readonly { piece: string }[] }, learned: boolean }} frame what the lab shows of it
 *
 * @typedef {object} Scene
 * @property {State} state what changes from the scene before
 * @property {string} [asks] the question that comes before it, see questions/; one of an earlier lesson returns for those who met it
 * @property {string} [exhibit] the drawing beside it
 * @property {readonly Part[]} shows what of the lab it needs besides the sentence and the view
 * @property {Target} target where the eye is led
 * @property {Values} [values] how that drawing is set at first
 * @property {(moment: Moment) => boolean} done whether the proposed thing has been tried
 *
 * @typedef {object} Lesson
 * @property {string} id
 * @property {string} [needs] the model that it is about, where not every copy carries it
 * @property {boolean} [further] listed below those that come first
 * @property {readonly Scene[]} scenes
 */

/** @type {readonly Lesson[]} */
export const lessons = [
  oneHead,
  fiveWays,
  shapes,
  scale,
  masks,
  roles,
  long,
  rotary,
  cache,
  matrices,
  sinks,
  dropout,
  digits,
];

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
