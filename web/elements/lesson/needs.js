// Whether a lesson is about a model that this copy does not carry.

/**
 * @param {{ needs?: string }} lesson
 * @param {readonly string[]} offered the models that can be chosen here
 */
export function isLacking({ needs }, offered) {
  return needs !== undefined && !offered.includes(needs);
}
