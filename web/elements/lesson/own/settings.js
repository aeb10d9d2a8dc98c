// Settings of a scene: names, allowed values, and the lab's state.

import {
  DEFAULT_STATE,
  ENGLISH,
  GRAMMAR,
  HEAD_CHOICES,
  UNTRAINED,
  VIEWS,
  WIDTHS,
} from '../../lab/state/state.js';
import { SEED_LIMIT } from '../../lab/state/limits.js';
import { isTarget } from '../targets.js';
import { arePiecesKnown, piecesOf, placeOf, takeQuoted } from './words.js';

/**
 * @typedef {import('./lines.js').Report} Report
 * @typedef {Record<string, any>} State
 *
 * @typedef {object} Setting
 * @property {number} line
 * @property {string} value
 *
 * @typedef {object} Scene what settings write into
 * @property {State} state
 * @property {string[]} [shows]
 * @property {{ use: string[], see: string[] }} target
 *
 * @typedef {(scene: Scene, setting: Setting, wrong: (code: string, places?: Record<string, string | number>) => void) => void} Read
 */

/** Words of a sentence: more do not fit on the screen with a lesson beside them. */
export const MOST_WORDS = 40;
/** Heads and layers of the trained models. @type {Readonly<Record<string, { heads: number, layers: number, width: number }>>} */
export const TRAINED = Object.freeze({
  [GRAMMAR]: { heads: 4, layers: 2, width: 32 },
  [ENGLISH]: { heads: 4, layers: 4, width: 128 },
});
const STEPS = Object.freeze({
  ...{ words: 'embedding', 'q, k, v': 'projection', 'dot products': 'dotProducts' },
  ...{ scores: 'scores', mask: 'masked', softmax: 'attention', mixture: 'heads' },
  ...{ concatenated: 'concatenated', output: 'output' },
});
/** Controls of the lab that a scene may show. */
const CONTROLS = Object.freeze({
  ...{ views: 'tabs', heads: 'heads', mask: 'causal', model: 'models', layers: 'layers' },
  numbers: 'panel',
});
const PARTS = Object.freeze({
  ...{ sentence: 'text', words: 'words', maps: 'maps', heads: 'headCount', model: 'models' },
  ...{ layers: 'layers', numbers: 'panel' },
});
/** Views that a lesson of one's own can open; training has settings of its own. */
const SHOWN = VIEWS.filter((view) => view !== 'training');

const { lesson: _lesson, training: _training, ...plain } = DEFAULT_STATE;
/** What a lesson begins with, whatever the lab showed before. */
export const FRESH = Object.freeze({ ...plain, selection: { head: 0, query: null, key: null } });

/** How many heads there are to be looked at. @param {State} state */
export const headsOf = ({ model, heads }) => TRAINED[model]?.heads ?? heads;
/** @param {State} state */
export const widthOf = ({ model, width }) => TRAINED[model]?.width ?? width;
/** The words that are looked at. @param {State} state */
export const columnsOf = ({ text, second, model }) => piecesOf(second ?? text, model);

/** In the order in which they are taken over, whatever the order of their lines. @type {Readonly<Record<string, Read>>} */
export const SETTINGS = Object.freeze({
  model: oneOf({ random: UNTRAINED, grammar: GRAMMAR, english: ENGLISH }, (scene, model) => {
    const { selection } = FRESH;
    // it learned to read with the mask
    const causal = model === ENGLISH || scene.state.causal;
    scene.state = { ...scene.state, model, causal, layer: 0, selection };
  }),
  layer(scene, { value }, wrong) {
    if (scene.state.model === UNTRAINED) return wrong('trainedOnly', { got: value });
    const { layers } = TRAINED[scene.state.model];
    const layer = wholeOf(value, 1, layers);
    if (layer === null) return wrong('whole', { from: 1, to: layers, got: value });
    scene.state = { ...scene.state, layer: layer - 1 };
  },
  sentence: sentence('text'),
  second: sentence('second'),
  heads: untrainedOnly(oneNumber(HEAD_CHOICES, 'heads')),
  width: untrainedOnly(oneNumber(WIDTHS, 'width')),
  seed: untrainedOnly((scene, { value }, wrong) => {
    const seed = wholeOf(value, 0, SEED_LIMIT - 1);
    if (seed === null) return wrong('whole', { from: 0, to: SEED_LIMIT - 1, got: value });
    scene.state = { ...scene.state, seed };
  }),
  causal: onOff('causal'),
  scaled: onOff('scaled'),
  show: oneOf(Object.fromEntries(SHOWN.map((view) => [view, view])), (scene, view) => {
    scene.state = { ...scene.state, view };
  }),
  step: oneOf(STEPS, (scene, step) => {
    scene.state = { ...scene.state, step, view: 'steps' };
  }),
  'look at': lookAt,
  controls: severalOf(CONTROLS, (scene, names) => {
    scene.shows = names;
  }),
  use: severalOf(PARTS, (scene, names) => {
    scene.target.use = names.filter(isTarget);
  }),
  watch: severalOf(PARTS, (scene, names) => {
    scene.target.see = names.filter(isTarget);
  }),
});

/** @type {Read} */
function lookAt(scene, { value }, wrong) {
  const { plain, quoted } = takeQuoted(value);
  const heads = headsOf(scene.state);
  const found = /^(?:head (\d{1,3}))?(?:,? ?(\u0001)(?: to \u0001)?)?$/.exec(plain);
  if (!found || plain === '') return wrong('lookAt', { got: value });
  const head = Number(found[1] ?? 1);
  const isHead = head >= 1 && head <= heads;
  if (!isHead) wrong('noHead', { head, heads });
  const { text, model } = scene.state;
  const [rows, columns] = [piecesOf(text, model), columnsOf(scene.state)];
  const places = quoted.map((one, i) => placeOf(i === 0 ? rows : columns, one));
  const lost = arePiecesKnown(model) ? places.indexOf(-1) : -1;
  if (lost >= 0) return wrong('noWord', wordPlaces(quoted[lost], lost === 0 ? rows : columns));
  if (!isHead) return;
  scene.state = {
    ...scene.state,
    selection: { head: head - 1, query: placed(places[0]), key: placed(places[1]) },
  };
}

/** @param {number | undefined} place */
const placed = (place = -1) => (place < 0 ? null : place);

/**
 * @param {import('./words.js').Quoted} quoted
 * @param {readonly string[]} pieces
 */
export function wordPlaces({ word, nth }, pieces) {
  return { word: nth > 1 ? `${word}"#${nth}"` : word, sentence: pieces.join(' ') };
}

/** @param {'text' | 'second'} field @returns {Read} */
function sentence(field) {
  return (scene, { value }, wrong) => {
    if (field === 'second' && value.toLowerCase() === 'none') {
      scene.state = { ...scene.state, second: null, selection: FRESH.selection };
      return;
    }
    const count = piecesOf(value, scene.state.model).length;
    if (count > MOST_WORDS) return wrong('manyWords', { count, most: MOST_WORDS });
    scene.state = { ...scene.state, [field]: value, selection: FRESH.selection };
  };
}

/**
 * @param {Readonly<Record<string, string>>} choices
 * @param {(scene: Scene, chosen: string) => void} take
 * @returns {Read}
 */
function oneOf(choices, take) {
  return (scene, { value }, wrong) => {
    const name = value.toLowerCase().replace(/\s+/g, ' ');
    if (Object.hasOwn(choices, name)) take(scene, choices[name]);
    else wrong('choice', { expected: Object.keys(choices).join(', '), got: value });
  };
}

/**
 * @param {Readonly<Record<string, string>>} choices
 * @param {(scene: Scene, chosen: string[]) => void} take
 * @returns {Read}
 */
function severalOf(choices, take) {
  return (scene, { value }, wrong) => {
    const names = value.toLowerCase() === 'none' ? [] : value.toLowerCase().split(/\s*[,，、]\s*/);
    const odd = names.find((name) => !Object.hasOwn(choices, name));
    if (odd === undefined) take(scene, [...new Set(names.map((name) => choices[name]))]);
    else wrong('choices', { expected: Object.keys(choices).join(', '), got: odd });
  };
}

/** @param {readonly number[]} choices @param {string} field @returns {Read} */
function oneNumber(choices, field) {
  const named = Object.fromEntries(choices.map((one) => [String(one), String(one)]));
  return oneOf(named, (scene, chosen) => {
    const { selection } = FRESH;
    scene.state = {
      ...scene.state,
      [field]: Number(chosen),
      ...(field === 'heads' && { selection }),
    };
  });
}

/** @param {string} field @returns {Read} */
function onOff(field) {
  return oneOf({ on: 'on', off: 'off' }, (scene, chosen) => {
    scene.state = { ...scene.state, [field]: chosen === 'on' };
  });
}

/** @param {Read} read @returns {Read} */
function untrainedOnly(read) {
  return (scene, setting, wrong) => {
    if (scene.state.model === UNTRAINED) read(scene, setting, wrong);
    else wrong('untrainedOnly', { got: setting.value });
  };
}

/**
 * @param {string} text
 * @param {number} from
 * @param {number} to
 */
export function wholeOf(text, from, to) {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  return value >= from && value <= to ? value : null;
}
