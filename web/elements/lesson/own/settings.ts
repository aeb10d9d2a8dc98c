// Settings of a scene: names, allowed values, and the lab's state.

import {
  DEFAULT_STATE,
  ENGLISH,
  GRAMMAR,
  HEAD_CHOICES,
  UNTRAINED,
  VIEWS,
  WIDTHS,
} from '../../lab/state/state.ts';
import { SEED_LIMIT } from '../../lab/state/limits.ts';
import { lessons } from '../../../lessons/lessons.ts';
import { isTarget } from '../targets.ts';
import { arePiecesKnown, piecesOf, placeOf, takeQuoted } from './words.ts';
import type { Quoted } from './words.ts';

type State = Record<string, any>;

interface Setting {
  line: number;
  value: string;
}

/** the target of settings */
export interface Scene {
  state: State;
  shows?: string[];
  target: { use: string[]; see: string[] };
  /** a drawing of the lessons, with its settings */
  drawing?: { exhibit: string; values: Readonly<Record<string, number>> };
}

type Read = (
  scene: Scene,
  setting: Setting,
  wrong: (code: string, places?: Record<string, string | number>) => void,
) => void;

/** Most words of a sentence: more do not fit on the screen with a lesson beside them. */
export const MOST_WORDS = 40;
/** Heads and layers of the trained models. */
export const TRAINED: Readonly<Record<string, { heads: number; layers: number; width: number }>> =
  Object.freeze({
    [GRAMMAR]: { heads: 4, layers: 2, width: 32 },
    [ENGLISH]: { heads: 4, layers: 4, width: 128 },
  });
/** Controls beside the words of a scene, and their names as targets. */
export const [OWN_WIDTH, OWN_SCALED] = ['ownWidth', 'ownScaled'];
const STEPS = Object.freeze({
  words: 'embedding',
  'q, k, v': 'projection',
  'dot products': 'dotProducts',
  scores: 'scores',
  mask: 'masked',
  softmax: 'attention',
  mixture: 'heads',
  concatenated: 'concatenated',
  output: 'output',
});
/** Controls of the lab that a scene may show. */
const CONTROLS = Object.freeze({
  views: 'tabs',
  heads: 'heads',
  mask: 'causal',
  model: 'models',
  layers: 'layers',
  numbers: 'panel',
  width: OWN_WIDTH,
  scaled: OWN_SCALED,
});
const PARTS = Object.freeze({
  sentence: 'text',
  words: 'words',
  maps: 'maps',
  heads: 'headCount',
  model: 'models',
  layers: 'layers',
  numbers: 'panel',
  drawing: 'wholeDrawing',
  width: OWN_WIDTH,
  scaled: OWN_SCALED,
});
/** Views that a teacher's lesson can open; training has settings of its own. */
const SHOWN = VIEWS.filter((view) => view !== 'training');

const { lesson: _lesson, training: _training, ...plain } = DEFAULT_STATE;
/** The initial state of a lesson, independent of the lab's state before. */
export const FRESH = Object.freeze({ ...plain, selection: { head: 0, query: null, key: null } });

/** The number of heads in the layer. */
export const headsOf = ({ model, heads }: State) => TRAINED[model]?.heads ?? heads;
export const widthOf = ({ model, width }: State) => TRAINED[model]?.width ?? width;
/** The key words. */
export const columnsOf = ({ text, second, model }: State) => piecesOf(second ?? text, model);

/** Settings in the order in which they are applied, independent of the order of their lines. */
export const SETTINGS: Readonly<Record<string, Read>> = Object.freeze({
  model: oneOf({ random: UNTRAINED, grammar: GRAMMAR, english: ENGLISH }, (scene, model) => {
    const { selection } = FRESH;
    // the model was trained with the causal mask
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
  drawing(scene, { value }, wrong) {
    const [, id, number] = /^([a-z-]{1,24})\.(\d{1,2})$/.exec(value.toLowerCase()) ?? [];
    const from = lessons.find((one) => one.id === id)?.scenes[Number(number) - 1];
    if (!from?.exhibit) return wrong('drawing', { got: value });
    scene.drawing = { exhibit: from.exhibit, values: from.values ?? {} };
  },
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

function lookAt(
  scene: Scene,
  { value }: Setting,
  wrong: (code: string, places?: Record<string, string | number>) => void,
): void {
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

const placed = (place: number | undefined = -1) => (place < 0 ? null : place);

export function wordPlaces({ word, nth }: Quoted, pieces: readonly string[]) {
  return { word: nth > 1 ? `${word}"#${nth}"` : word, sentence: pieces.join(' ') };
}

function sentence(field: 'text' | 'second'): Read {
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

function oneOf(
  choices: Readonly<Record<string, string>>,
  take: (scene: Scene, chosen: string) => void,
): Read {
  return (scene, { value }, wrong) => {
    const name = value.toLowerCase().replace(/\s+/g, ' ');
    if (Object.hasOwn(choices, name)) take(scene, choices[name]);
    else wrong('choice', { expected: Object.keys(choices).join(', '), got: value });
  };
}

function severalOf(
  choices: Readonly<Record<string, string>>,
  take: (scene: Scene, chosen: string[]) => void,
): Read {
  return (scene, { value }, wrong) => {
    const names = value.toLowerCase() === 'none' ? [] : value.toLowerCase().split(/\s*[,，、]\s*/);
    const odd = names.find((name) => !Object.hasOwn(choices, name));
    if (odd === undefined) take(scene, [...new Set(names.map((name) => choices[name]))]);
    else wrong('choices', { expected: Object.keys(choices).join(', '), got: odd });
  };
}

function oneNumber(choices: readonly number[], field: string): Read {
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

function onOff(field: string): Read {
  return oneOf({ on: 'on', off: 'off' }, (scene, chosen) => {
    scene.state = { ...scene.state, [field]: chosen === 'on' };
  });
}

function untrainedOnly(read: Read): Read {
  return (scene, setting, wrong) => {
    if (scene.state.model === UNTRAINED) read(scene, setting, wrong);
    else wrong('untrainedOnly', { got: setting.value });
  };
}

export function wholeOf(text: string, from: number, to: number) {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  return value >= from && value <= to ? value : null;
}
