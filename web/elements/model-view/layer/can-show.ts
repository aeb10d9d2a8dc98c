// Whether the lab's steps can show a layer of an opened model.

import type { Run } from 'headwise/models';

/**
 * Whether the steps contain every operation of a layer on its queries, keys and values, and the
 * norm around it.
 */
export function canShow({
  more,
  norms,
  config,
}: Pick<Awaited<ReturnType<Run['layer']>>, 'more' | 'norms' | 'config'>) {
  const { queryKeyNorm } = config;
  // a layer norm of all heads together has no step
  const isKnown = !queryKeyNorm || queryKeyNorm.type === 'rms' || queryKeyNorm.over === 'head';
  return isKnown && !more.includes('clip') && (norms.before === null || norms.after === null);
}
