// Mounts given attention: the heads of one layer, or a whole model.
// The model view is loaded only for a whole model.

import { readGiven } from '../../ui/errors.ts';
import { mountMaps } from './mount-maps.ts';
import { describe, isModel, readMaps } from './read-maps.ts';
import type { MapSelection } from '../element.js';

interface Given {
  attention: unknown;
  tokens: unknown;
  /** names that are drawn instead of the tokens */
  labels?: unknown;
  keyTokens: unknown;
  words?: unknown;
  typeIds?: unknown;
  view?: string | null;
}

interface Surroundings {
  theme?: string | null;
  language?: string | null;
  onChange: (selection: MapSelection) => void;
}

/** Mounted maps, of one layer or of a model. */
export interface MountedMaps {
  ready: Promise<void>;
  selection: () => MapSelection;
  /**
   * Selects a head, and a query and a key or none. An index that does not exist is none, and a change is reported then.
   *
   * @throws {TypeError} if it is no selection
   */
  select: (selection: unknown) => void;
  /**
   * Shows other numbers, tokens or another view in place. The selection stays where it still exists; a change is reported if
   * it had to move.
   *
   * @returns false if it has to be mounted again
   */
  update: (given: Given) => boolean;
  dispose: () => void;
}

export async function mountGiven(
  root: HTMLElement,
  given: Given,
  around: Surroundings,
): Promise<MountedMaps> {
  const first = copyOf(given);
  if (isOfModel(first)) {
    const { mountModel, readModel } = await import('../model-view/index.ts');
    const partsOf = (next: Given) => readGiven(() => readModel(next.attention, next));
    const onChange = around.onChange as Parameters<typeof mountModel>[2]['onChange'];
    const options = { ...around, onChange, view: first.view };
    const mounted = await mountModel(root, partsOf(first), options);
    return {
      ...mounted,
      selection: () => mounted.selection() as MapSelection,
      select: (wanted) => mounted.select(readSelection(wanted)),
      update(changed) {
        const next = copyOf(changed);
        if (isOfModel(next)) mounted.update(partsOf(next), next.view);
        return isOfModel(next);
      },
    };
  }
  const mapsOf = ({ attention, tokens, labels, keyTokens }: Given) => {
    const names = { attention: 'attention', tokens: labels ? 'labels' : 'tokens' };
    return readGiven(() =>
      readMaps(attention, tokens as any, keyTokens as any, { ...names, keyTokens: 'keyTokens' }),
    );
  };
  const mounted = await mountMaps(root, { ...mapsOf(first), ...around, view: first.view });
  return {
    ...mounted,
    select: (wanted) => mounted.select(readSelection(wanted)),
    update(changed) {
      const next = copyOf(changed);
      if (isOfModel(next)) return false;
      mounted.update(mapsOf(next), next.view);
      return true;
    },
  };
}

/** The given data; parsing an element's JSON happens when its properties are read. */
function copyOf(given: Given) {
  return readGiven(() => {
    const { attention, tokens, labels, keyTokens, words, typeIds, view } = given;
    return { attention, tokens: labels ?? tokens, labels, keyTokens, words, typeIds, view } as any;
  });
}

const isOfModel = ({ attention, view }: Given) => view === 'model' || isModel(attention);

const SELECTION = ['head', 'query', 'key', 'layer', 'example', 'kind'];

function readSelection(given: unknown): MapSelection {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`selection: expected { head, query, key }, got ${describe(given)}`);
  }
  const wanted = given as Record<string, unknown>;
  const unknown = Object.keys(wanted).find((name) => !SELECTION.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`selection: expected ${SELECTION.join(', ')}, got ${describe(unknown)}`);
  }
  const indexOf = (name: string, usual: number | null) => {
    const value = wanted[name] ?? usual;
    if (value === null || (Number.isSafeInteger(value) && Number(value) >= 0)) return value;
    throw new TypeError(`selection.${name}: expected an index from 0 on, got ${describe(value)}`);
  };
  const { layer, example, kind } = wanted;
  return {
    head: indexOf('head', 0),
    query: indexOf('query', null),
    key: indexOf('key', null),
    ...(layer !== undefined && { layer: indexOf('layer', 0) }),
    ...(example !== undefined && { example: indexOf('example', 0) }),
    ...(kind !== undefined && { kind }),
  } as MapSelection;
}
