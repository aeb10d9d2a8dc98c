// One frame of the lab: state, newest answer and appearance.
// It is made once per drawing and passed to every part. The actions that parts may request are
// typed here too.

import { headHue, markOf } from '../../views/color.js';
import { openStep, stepsOf } from './answer/block.js';
import { isMasked as isMaskedIn } from './answer/question.js';

/**
 * @typedef {import('./state/state.js').LabState} LabState
 * @typedef {import('./state/state.js').Selection} Selection
 * @typedef {import('./answer/answer.js').Answer} Answer
 * @typedef {import('./answer/tokenizer.js').Encoding} Encoding
 * @typedef {import('../messages/en.js').Messages} Messages
 * @typedef {import('../../views/color.js').Theme} Theme
 *
 * @typedef {object} Look
 * @property {Theme} theme
 * @property {string} fontFamily
 * @property {{ ink: string, text: string, faint: string, line: string, wash: string }} colors of words, of
 *   masked cells, of rules, and behind the highlight
 * @property {number} pixelRatio
 * @property {{ width: number, height: number, bounded?: boolean, least?: number }} size room for the maps; bounded: they keep
 *   to it; least: height of a row of lines
 * @property {boolean} atOnce whether everything has to be drawn now, as for paper
 *
 * @typedef {Selection & { cell?: string | null, beside?: boolean }} Preview a selection, and the number it was
 *   made by; beside: hovered in the text about another number, which stays
 *
 * @typedef {object} FrameParts
 * @property {LabState} state
 * @property {Preview | null} preview the hovered selection; it hides the locked one
 * @property {Encoding} first
 * @property {Encoding | null} second
 * @property {import('./answer/source.js').Source} source where vectors and weights come from
 * @property {import('./answer/source.js').Source} model the chosen one; it differs from `source` only while there are unknown words
 * @property {readonly import('./answer/reading.js').Unknown[]} unknown words that the wanted model does not know
 * @property {readonly import('./answer/source.js').Source[]} sources all that are here
 * @property {readonly string[]} offered the names of all that can be chosen
 * @property {string} awaited the model that is loading; '' for none
 * @property {number | null} arrived how much of it is here, from 0 to 1; null: it is not known
 * @property {unknown} missing null, or why a model failed to load
 * @property {boolean} [replaced] whether typing replaced the model of the small grammar with English
 * @property {Answer | null} answer the newest there is
 * @property {import('../../views/scale.js').Scale} scale of that answer's maps
 * @property {import('./blend/blend.js').Blend | null} blend shown in place of those maps; null: none
 * @property {'different' | 'failed' | null} blendProblem why there is none although one was asked for
 * @property {boolean} stale whether the state has moved on since that answer
 * @property {boolean} waiting whether the answer to other words was taken off the screen, and the next one is not there yet
 * @property {boolean} restarted whether the engine ended by itself, and another answers this question
 * @property {unknown} error null, or what went wrong with the newest question
 * @property {Messages} messages
 * @property {Look} look
 * @property {boolean} learned whether the training model answers nearly everything right by now
 * @property {boolean} withheld whether attention weights are left out, because the shown maps have others
 * @property {ReadonlySet<number>} [off] heads of which no lines are drawn, where heads can be switched
 *
 * @typedef {Omit<FrameParts, 'preview' | 'withheld'> & {
 *   selection: Selection,
 *   cell: string | null,
 *   kept: boolean,
 *   beside: boolean,
 *   shares: boolean,
 *   layer: number,
 *   steps: readonly import('./answer/block.js').Step[],
 *   step: import('./answer/block.js').Step,
 *   mark: string,
 * }} Frame selection: the highlight; cell: the hovered or followed number; kept: both are the state's
 *   own; shares: whether the open view has attention weights yet; layer: index in the source; steps: of the layer; step: the open one; mark: the head's colour, or that of words where there is none
 *
 * @typedef {object} Actions
 * @property {(text: string) => void} type
 * @property {(text: string | null) => void} typeSecond
 * @property {(word: string) => void} insert a word into the sentence
 * @property {(change: Partial<LabState>) => void} change
 * @property {(part: Partial<LabState>) => Promise<Answer>} compute the answer for the present state with some parts
 *   changed
 * @property {() => Promise<import('../shared/engine.js').Engine>} engine the one that answers
 * @property {string} [address] of a page that takes a state after '#'
 * @property {(change: Partial<LabState>) => void} slide the same from a slider: many in a row are one step
 * @property {() => void} reseed
 * @property {(model: string) => void} choose a model; one that does not know the sentence brings its own
 * @property {(unknown: import('./answer/reading.js').Unknown, word: string) => void} replace a word by one that is known
 * @property {(preview: Preview | null) => void} preview
 * @property {(selection: Selection) => void} lock selects it, or clears the selection if it is selected already
 * @property {(cell: string) => void} open asks where a number comes from
 * @property {(cell: string) => void} trace the same, and shows the step that it comes from
 * @property {(cell: string) => void} follow asks it of a number that the open one was made of
 * @property {(length: number) => void} trim goes back along the numbers followed; 0 closes
 * @property {(edits: import('./state/edits.js').Edits, live?: boolean) => void} edit sets numbers by hand; live: one
 *   of many on the way, as of a slider
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {(head: number) => void} enlarge
 * @property {() => void} letGo closes the open number, or clears the selection
 * @property {() => void} retry
 * @property {(is: boolean) => void} learned what is trained answers nearly everything right, or does not yet
 * @property {() => void} drawn all that waited has been drawn
 * @property {(off: ReadonlySet<number>) => void} [switchOff] draws no lines of these heads; only where heads can be switched
 */

/**
 * @param {FrameParts} parts
 * @returns {Frame}
 */
export function makeFrame({ preview, withheld, ...parts }) {
  const { state, source, answer, look } = parts;
  const wanted = preview ?? state.selection;
  const ready = source.fixed?.heads ?? state.heads;
  // while an answer is awaited, the one before it may have fewer heads
  const heads = Math.min(ready, answer?.question.heads ?? ready);
  /** @type {Selection} */
  const selection = {
    head: wanted.head < heads ? wanted.head : 0,
    query: answer && wanted.query !== null && wanted.query < answer.rows ? wanted.query : null,
    key: answer && wanted.key !== null && wanted.key < answer.columns ? wanted.key : null,
  };
  // a mixture is of no head
  const isMixed = parts.blend?.kind === 'mix';
  const mark = isMixed ? look.colors.ink : markOf(headHue(selection.head), look.theme);
  // while an answer is awaited, the steps are those of the one before it
  const steps = stepsOf((answer?.question.source ?? source).block);
  const step = openStep(steps, state.step);
  const cell = preview ? (preview.cell ?? null) : (state.trail.at(-1) ?? null);
  return {
    ...parts,
    selection,
    cell,
    kept: preview === null,
    beside: Boolean(preview?.beside),
    shares: !withheld && (state.view !== 'steps' || hasShares(steps, step)),
    layer: Math.min(state.layer, source.layers - 1),
    ...{ steps, step, mark },
  };
}

/**
 * Whether the steps have come as far as the shares; all other views begin with them.
 * @param {Frame['steps']} steps
 * @param {Frame['step']} step
 */
function hasShares(steps, step) {
  return steps.indexOf(step) >= steps.indexOf('attention');
}

/**
 * One number of the answer.
 * @param {Answer} answer
 * @param {number} head
 * @param {number} query
 * @param {number} key
 */
export function valueAt({ attention, rows, columns }, head, query, key) {
  return attention[(head * rows + query) * columns + key];
}

/**
 * Whether the mask excludes this pair.
 * @param {Answer} answer
 * @param {number} query
 * @param {number} key
 */
export function isMasked({ question }, query, key) {
  return isMaskedIn(question, query, key);
}

/**
 * @param {Answer} answer
 * @param {number} query
 */
export function queryPiece({ question }, query) {
  return question.queries[query].piece;
}

/**
 * @param {Answer} answer
 * @param {number} key
 */
export function keyPiece({ question }, key) {
  return (question.keys ?? question.queries)[key].piece;
}

/** @param {Answer} answer */
export function queryPieces({ question }) {
  return question.queries.map((token) => token.piece);
}

/** @param {Answer} answer */
export function keyPieces({ question }) {
  return (question.keys ?? question.queries).map((token) => token.piece);
}

/**
 * Where a row is largest.
 * @param {Answer} answer
 * @param {number} head
 * @param {number} query
 */
export function largestInRow(answer, head, query) {
  let best = 0;
  for (let key = 1; key < answer.columns; key++) {
    if (valueAt(answer, head, query, key) > valueAt(answer, head, query, best)) best = key;
  }
  return best;
}

/**
 * The sum of a row: not 1 where a weight was edited.
 * @param {Answer} answer
 * @param {number} head
 * @param {number} query
 */
export function rowSum(answer, head, query) {
  let sum = 0;
  for (let key = 0; key < answer.columns; key++) sum += valueAt(answer, head, query, key);
  return sum;
}

/**
 * Where a column is largest.
 * @param {Answer} answer
 * @param {number} head
 * @param {number} key
 */
export function largestInColumn(answer, head, key) {
  let best = 0;
  for (let query = 1; query < answer.rows; query++) {
    if (valueAt(answer, head, query, key) > valueAt(answer, head, best, key)) best = query;
  }
  return best;
}
