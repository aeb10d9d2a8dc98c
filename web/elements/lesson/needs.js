// Tells whether a lesson needs a model that this copy lacks.

/**
 * @param {{ needs?: string }} lesson
 * @param {readonly string[]} offered the models that can be chosen here
 */
export function isLacking({ needs }, offered) {
  return needs !== undefined && !offered.includes(needs);
}
