// Checks whether a lesson needs a model that this copy lacks.

/** @param offered the models that can be chosen here */
export function isLacking({ needs }: { needs?: string }, offered: readonly string[]) {
  return needs !== undefined && !offered.includes(needs);
}
