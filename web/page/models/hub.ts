// The hub that this copy of the page may ask for models, and a model there. The page's owner names it when the page is built.

import type { HubFiles } from 'headwise/models';
import type { ModelFiles } from './model-files.ts';
import type { HubModel, ModelSource } from './worker-messages.ts';

/** The element of the page's head that the build writes. */
const META = 'meta[name="headwise-hub"]';
/** Names that a hub may have; headwise/models checks them again. */
const ID = /^[\w-][\w.-]{0,95}(\/[\w-][\w.-]{0,95})?$/;

/** @returns null: this copy of the page asks no other server */
export function hubOfPage(): URL | null {
  const { content = '' } = document.querySelector<HTMLMetaElement>(META) ?? {};
  const folder = content.replace(/\/*$/, '/');
  return URL.canParse(folder) ? new URL(folder) : null;
}

export function isHubModel(source: ModelSource): source is HubModel {
  return typeof source === 'object' && 'hub' in source && typeof source.hub === 'string';
}

/** @returns null: it is not a valid name */
export function hubName(text: string): string | null {
  const name = text.trim();
  return ID.test(name) && !name.includes('..') ? name : null;
}

/**
 * A model of the hub, with the size of the weights that opening it would fetch. Where the reader has to choose a file, it has
 * none at first.
 */
export function hubModelOf(
  hub: string,
  endpoint: URL,
  { commit, files, weights, choices }: HubFiles,
): ModelFiles {
  const source = { hub, endpoint: endpoint.href, revision: commit ?? 'main' };
  const sizeOf = (wanted: readonly string[]) =>
    files
      .filter(({ name }) => wanted.includes(name))
      .reduce((sum, { bytes }) => sum + (bytes ?? Number.NaN), 0);
  const all = choices
    .map((file) => ({
      ...{ source: { ...source, file }, name: hub, files: 1, bytes: sizeOf([file]) },
    }))
    .sort((a, b) => a.bytes - b.bytes || 0);
  if (all.length > 0) return { source, name: hub, files: 0, bytes: 0, choices: all };
  return { source, name: hub, files: weights.length, bytes: sizeOf(weights) };
}
