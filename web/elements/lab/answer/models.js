// The models of a lab: loaded, available, loading and failed.
// For a failed model it also holds the reason.

import { ENGLISH, GRAMMAR, startOf } from '../state/state.js';
import { untrained } from './source.js';

/**
 * @typedef {import('./source.js').Source} Source
 * @typedef {import('../state/state.js').LabState} LabState
 *
 * @typedef {object} ModelOptions
 * @property {readonly Source[]} [sources] models beside the untrained one
 * @property {(name: string, onProgress?: (part: number) => void) => Promise<Source | null>} [findSource] a model that a state names and that is not among them
 * @property {readonly string[]} [offered] models that `findSource` knows: they can be chosen, and typing chooses English
 */

/** In the lesson about the model of a small grammar, typing does not change the model. */
const ABOUT_GRAMMAR = 'roles';

/** English, at the layer to begin with. */
const READING = { model: ENGLISH, layer: startOf(ENGLISH).layer };

/**
 * @param {ModelOptions} options
 * @param {{ getState: () => LabState, arrived: () => void, put: (part: Partial<LabState>) => void, changed: () => void }} lab
 */
export function createModels({ sources = [], findSource, offered = [] }, lab) {
  let have = [...sources, untrained];
  /** the model that is loading; '' for none */
  let awaited = '';
  /** how much of it is here @type {number | null} */
  let arrived = null;
  /** @type {unknown} */
  let problem = null;
  /** the model that typing replaced with English @type {Partial<LabState> | null} */
  let before = null;

  const isHere = (/** @type {string} */ name) => have.some((source) => source.name === name);

  /** @param {Source | null | undefined} found */
  function add(found) {
    if (found && !isHere(found.name)) have = [...have.slice(0, -1), found, untrained];
  }

  /** @param {string} name */
  async function find(name) {
    awaited = name;
    arrived = null;
    /** @type {Source | null | undefined} */
    let found = null;
    /** @type {unknown} */
    let reason = null;
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
    all: () => have,
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
    /**
     * Loads a model that is not loaded yet. Until then the screen does not change.
     * @param {string} name
     */
    want(name) {
      awaited = '';
      if (name !== GRAMMAR) problem = null;
      else if (problem === null) before = null;
      if (!isHere(name) && findSource) void find(name);
    },
    /** Loads a model that another state than the lab's names. @param {string} name */
    async bring(name) {
      if (!isHere(name) && offered.includes(name)) add(await findSource?.(name));
    },
    /** Tries again after a model failed to load. */
    retry() {
      if (problem === null) return;
      problem = null;
      if (before) lab.put(READING);
      else this.want(lab.getState().model);
    },
    /**
     * Changes of the state besides the text when the reader types: the grammar has few words.
     * @param {LabState} state
     * @returns {Partial<LabState>}
     */
    forTyping({ model, layer, lesson }) {
      if (model !== GRAMMAR || lesson?.id === ABOUT_GRAMMAR) return {};
      if (!isHere(ENGLISH) && (!offered.includes(ENGLISH) || problem !== null)) return {};
      before = { model, layer };
      return READING;
    },
  };
}
