// Finds the folder of a model in a source.

import { HeadwiseError, shorten } from '../../arguments/errors.ts';
import { quote } from '../../formats/ranges.ts';
import type { Source } from './source.ts';
import { INDEX, isWeights } from './weight-files.ts';

/**
 * Finds the folder with the weights.
 *
 * @returns a source of this folder's files; the same source if it is the top folder
 */
export function modelFolder(source: Source): Source {
  // a folder at an address cannot list the shards of its index
  const weights = source.files.filter((name) => isWeights(name) || name.endsWith(INDEX));
  const folders = new Set(weights.map((name) => name.replace(/[^/]*$/, '')));
  const complete = [...folders].filter((folder) => source.has(`${folder}config.json`));
  const candidates = (complete.length > 0 ? complete : [...folders]).sort(
    (a, b) => a.length - b.length,
  );
  if (candidates.length === 0) {
    const some = source.files.slice(0, 6).map(shorten).join(', ') || 'none';
    throw new HeadwiseError('format', `source: expected a file of weights, got ${some}`);
  }
  const [folder] = candidates;
  if (candidates.some((each) => !each.startsWith(folder))) {
    const some = candidates.slice(0, 6).map(quote).join(', ');
    throw new HeadwiseError(
      'format',
      `source: expected one model, got ${candidates.length}: ${some}`,
    );
  }
  if (folder === '') return source;
  return {
    files: source.files
      .filter((name) => name.startsWith(folder))
      .map((name) => name.slice(folder.length)),
    has: (name) => source.has(folder + name),
    size: (name) => source.size(folder + name),
    read: (name) => source.read(folder + name),
    readRange: (name, ...range) => source.readRange(folder + name, ...range),
  };
}
