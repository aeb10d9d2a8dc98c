// The part of the state that says which scene of which lesson is shown, and how its sliders stand.

/**
 * @typedef {object} Scene
 * @property {string} id of the lesson
 * @property {number} scene
 * @property {Readonly<Record<string, number>>} values
 *
 * @typedef {Scene | null} LessonPlace null: no lesson is open
 */

const MOST_SCENES = 10;
const MOST_VALUES = 8;

/**
 * @param {unknown} value
 * @returns {LessonPlace | undefined}
 */
export function readLesson(value) {
  if (value === null) return null;
  const { id, scene, values = {} } = /** @type {Partial<Scene>} */ (Object(value));
  if (typeof id !== 'string' || !/^[a-z-]{1,24}$/.test(id)) return undefined;
  if (!Number.isSafeInteger(scene) || Number(scene) < 0 || Number(scene) >= MOST_SCENES)
    return undefined;
  const entries = Object.entries(Object(values))
    .filter(([name, number]) => /^[a-z]{1,8}$/.test(name) && Number.isFinite(number))
    .slice(0, MOST_VALUES);
  return { id, scene: Number(scene), values: Object.fromEntries(entries) };
}
