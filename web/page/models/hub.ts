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

/** A model of the hub, with the size of the weights that opening it would fetch. */
export function hubModelOf(
  hub: string,
  endpoint: URL,
  { commit, files, weights }: HubFiles,
): ModelFiles {
  const read = files.filter(({ name }) => weights.includes(name));
  return {
    source: { hub, endpoint: endpoint.href, revision: commit ?? 'main' },
    name: hub,
    files: read.length,
    bytes: read.reduce((sum, { bytes }) => sum + (bytes ?? Number.NaN), 0),
  };
}
