// Compares an answer with the engine's. Nothing here knows the screen.

/**
 * @typedef {import('../../../lessons/questions/index.js').Solved} Solved
 * @typedef {import('../../../lessons/questions/index.js').Kind} Kind
 *
 * @typedef {object} Verdict
 * @property {boolean} right
 * @property {string} mistake the name of the misunderstanding that gives this answer; '' for none that is known
 */

/** How one answer of each kind is compared with another. @type {Readonly<Record<Kind, (a: any, b: any, tolerance: number) => boolean>>} */
const SAME = Object.freeze({
  choose: (a, b) => a === b,
  set: (a, b) => a === b,
  number: (a, b, tolerance) => Math.abs(a - b) <= tolerance,
  shape: sameList,
  order: sameList,
  point: (a, b) => Object.keys(b).every((name) => a?.[name] === b[name]),
});

/**
 * @param {Kind} kind
 * @param {Solved} solved
 * @param {unknown} given as the kind has it: a key, a number, a shape, places, true, keys in order
 * @returns {Verdict}
 */
export function judge(kind, { right, tolerance = 0, mistakes }, given) {
  if (SAME[kind](given, right, tolerance)) return { right: true, mistake: '' };
  if (kind === 'choose') return { right: false, mistake: String(given) };
  const known = Object.entries(mistakes).find(([, one]) => SAME[kind](given, one, tolerance));
  return { right: false, mistake: known?.[0] ?? '' };
}

/**
 * Whether exactly one answer is right: no known mistake comes near it, and the engine's numbers are clear enough to ask about.
 *
 * @param {Kind} kind
 * @param {Solved} solved
 * @param {readonly string[]} [options]
 */
export function isSound(kind, solved, options = []) {
  const { right, tolerance = 0, mistakes, clear = true } = solved;
  if (!clear || right === undefined || right === null) return false;
  if (kind === 'choose' && !options.includes(right)) return false;
  // twice the tolerance: an answer near a mistake is not right by rounding
  return Object.values(mistakes).every((one) => !SAME[kind](one, right, 2 * tolerance));
}

/**
 * @param {readonly unknown[] | null} a
 * @param {readonly unknown[]} b
 */
function sameList(a, b) {
  return Array.isArray(a) && a.length === b.length && a.every((one, i) => one === b[i]);
}
