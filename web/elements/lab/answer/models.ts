// The models of a lab: loaded, available, loading and failed.
// For a failed model it also holds the reason.

import { createMemo } from '../../../ui/memo.ts';
import { ENGLISH, GRAMMAR, startOf } from '../state/state.ts';
import { untrained } from './source.ts';
import { tokenizeState } from './tokenize-state.ts';
import type { Source } from './source.ts';
import type { TokenizedState } from './tokenize-state.ts';
import type { LabState } from '../state/state.ts';

export interface ModelOptions {
  /** models beside the untrained one */
  sources?: readonly Source[];
  /** finds a model that a state names and `sources` lacks */
  findSource?: (name: string, onProgress?: (part: number) => void) => Promise<Source | null>;
  /** names that `findSource` knows: readers can choose them, and typing chooses English */
  offered?: readonly string[];
}

/** The lesson about the model of a small grammar: in it, typing does not change the model. */
const ABOUT_GRAMMAR = 'roles';

/** English, at its initial layer. */
const READING = { model: ENGLISH, layer: startOf(ENGLISH).layer };

export function createModels(
  { sources = [], findSource, offered = [] }: ModelOptions,
  lab: {
    getState: () => LabState;
    arrived: () => void;
    put: (part: Partial<LabState>) => void;
    changed: () => void;
  },
) {
  let have = [...sources, untrained];
  /** the model that is loading; '' for none */
  let awaited = '';
  /** loaded part of it, from 0 to 1 */
  let arrived: number | null = null;
  let problem: unknown = null;
  /** the model that typing replaced with English */
  let before: Partial<LabState> | null = null;
  /** whether the reader chose the model: then typing does not replace it */
  let isChosen = false;
  const newest = createMemo<TokenizedState>();

  const isHere = (name: string) => have.some((source) => source.name === name);

  function add(found: Source | null | undefined) {
    if (found && !isHere(found.name)) have = [...have.slice(0, -1), found, untrained];
  }

  /** Tokens of the sentences of a state. The same state is not tokenized twice in a row. */
  const tokenize = (state: Pick<LabState, 'text' | 'second' | 'model'>) =>
    newest([have, state.text, state.second, state.model], () => tokenizeState(have, state));

  async function find(name: string) {
    awaited = name;
    arrived = null;
    let found: Source | null | undefined = null;
    let reason: unknown = null;
    try {
      found = await findSource?.(name, (part) => {
        if (awaited !== name) return;
        arrived = part;
        lab.changed();
      });
    } catch (error) {
      reason = error;
    }
    add(found);
    if (awaited !== name) return;
    awaited = '';
    problem = reason;
    if (reason !== null && before) lab.put(before);
    lab.arrived();
  }

  return {
    tokenize,
    awaited: () => awaited,
    /** The parts of a frame about models; offered: the names that can be chosen. */
    now: () => ({
      sources: have,
      offered: [...new Set([...have.map(({ name }) => name), ...offered])],
      awaited,
      arrived,
      missing: problem,
      replaced: before !== null && lab.getState().model === ENGLISH,
    }),
    /** Loads a model that is not loaded yet. Until then the screen does not change. */
    want(name: string) {
      awaited = '';
      if (name !== GRAMMAR) problem = null;
      else if (problem === null) before = null;
      if (!isHere(name) && findSource) void find(name);
    },
    /** Loads a model that a state other than the lab's names. */
    async bring(name: string) {
      if (!isHere(name) && offered.includes(name)) add(await findSource?.(name));
    },
    /** Tries again after a model failed to load. */
    retry() {
      if (problem === null) return;
      problem = null;
      if (before) lab.put(READING);
      else this.want(lab.getState().model);
    },
    /** Called when the reader chooses a model. */
    chosen() {
      isChosen = true;
      before = null;
    },
    /**
     * Changes of the state besides the text when the reader types. English reads what the small
     * grammar does not know, until the grammar knows all words again.
     *
     * @param next the state with the typed text
     */
    forTyping(next: LabState): Partial<LabState> {
      const { model, layer, lesson } = next;
      if (isChosen || lesson?.id === ABOUT_GRAMMAR) return {};
      const isKnown = () => tokenize({ ...next, model: GRAMMAR }).unknown.length === 0;
      if (model === ENGLISH && before && isKnown()) {
        const again = before;
        before = null;
        return again;
      }
      if (model !== GRAMMAR || isKnown()) return {};
      if (!isHere(ENGLISH) && (!offered.includes(ENGLISH) || problem !== null)) return {};
      before = { model, layer };
      return READING;
    },
  };
}
