// Registry of the exhibits (drawings beside scenes); shows the present scene's.

import { h, quoteEngine, setAttribute } from '../shared/dom.js';
import { messageOf } from '../shared/errors.js';
import { createCacheSame } from './exhibits/cache/same.js';
import { createCacheShared } from './exhibits/cache/shared.js';
import { createCacheStep } from './exhibits/cache/step.js';
import { createCacheWritten } from './exhibits/cache/written.js';
import { createOnline } from './exhibits/digits/online.js';
import { createRounded } from './exhibits/digits/rounded.js';
import { createSoftmaxes } from './exhibits/digits/softmaxes.js';
import { createBlocks } from './exhibits/dropout/blocks.js';
import { createDropped } from './exhibits/dropout/dropped.js';
import { createGone } from './exhibits/dropout/gone.js';
import { createRuns } from './exhibits/dropout/runs.js';
import { createEmptyRow } from './exhibits/empty-row.js';
import { createFiveWays } from './exhibits/five-ways.js';
import { createLong } from './exhibits/long.js';
import { createMaskedRow } from './exhibits/masked-row.js';
import { createExchange } from './exhibits/matrices/exchange.js';
import { createForm } from './exhibits/matrices/form.js';
import { createHanded } from './exhibits/matrices/handed.js';
import { createOneMatrix } from './exhibits/matrices/one-matrix.js';
import { createPadding } from './exhibits/padding.js';
import { createPolarity } from './exhibits/polarity.js';
import { createRoles } from './exhibits/roles.js';
import { createRotaryDials } from './exhibits/rotary/dials.js';
import { createRotaryOrder } from './exhibits/rotary/order.js';
import { createRotaryPairings } from './exhibits/rotary/pairings.js';
import { createRotaryPairs } from './exhibits/rotary/pairs.js';
import { createScale } from './exhibits/scale.js';
import { createShapes } from './exhibits/shapes.js';
import { createFirstShare } from './exhibits/sinks/first-share.js';
import { createMissed } from './exhibits/sinks/missed.js';
import { createWeighted } from './exhibits/sinks/weighted.js';
import { createTwoDrawings } from './exhibits/two-drawings.js';
import { createWithout } from './exhibits/without.js';
import { createWritings } from './exhibits/writings.js';
import { createWrongWidth } from './exhibits/wrong-width.js';

/**
 * @typedef {import('../lab/frame.js').Frame} Frame
 * @typedef {import('../lab/answer/answer.js').Trace} Trace
 * @typedef {import('../messages/en.js').Messages} Messages
 * @typedef {Readonly<Record<string, number>>} Values
 *
 * @typedef {object} Moment
 * @property {Frame} frame
 * @property {Values} values how the drawing is set
 * @property {Trace | null} trace of the newest answer; null until there is one
 * @property {readonly string[]} words the tokens that look
 * @property {readonly string[]} keys the tokens looked at
 * @property {number} head
 * @property {number} row the word that is meant where one is
 * @property {number} width room, CSS pixels
 *
 * @typedef {object} Kit services for an exhibit
 * @property {Messages} messages
 * @property {() => Promise<import('../shared/engine.js').Engine>} engine
 * @property {(values: Record<string, number>) => void} setValues
 * @property {(part: Partial<import('../lab/state/state.js').LabState>) => void} setState
 * @property {(is: boolean) => void} busy
 * @property {(error: unknown) => void} fail
 *
 * @typedef {object} Exhibit
 * @property {HTMLElement} element
 * @property {(moment: Moment) => void} update
 * @property {() => void} [close] it is no longer shown
 */

/** @type {Readonly<Record<string, (kit: Kit) => Exhibit>>} */
const KINDS = Object.freeze({
  'two-drawings': createTwoDrawings,
  'five-ways': createFiveWays,
  writings: createWritings,
  shapes: createShapes,
  'wrong-width': createWrongWidth,
  scale: createScale,
  'masked-row': createMaskedRow,
  padding: createPadding,
  polarity: createPolarity,
  'empty-row': createEmptyRow,
  roles: createRoles,
  without: createWithout,
  long: createLong,
  'rotary-order': createRotaryOrder,
  'rotary-dials': createRotaryDials,
  'rotary-pairs': createRotaryPairs,
  'rotary-pairings': createRotaryPairings,
  'cache-written': createCacheWritten,
  'cache-step': createCacheStep,
  'cache-same': createCacheSame,
  'cache-shared': createCacheShared,
  'one-matrix': createOneMatrix,
  'one-form': createForm,
  exchange: createExchange,
  handed: createHanded,
  'first-share': createFirstShare,
  weighted: createWeighted,
  missed: createMissed,
  dropped: createDropped,
  runs: createRuns,
  gone: createGone,
  blocks: createBlocks,
  softmaxes: createSoftmaxes,
  online: createOnline,
  rounded: createRounded,
});

const CACHE = ['cache-written', 'cache-step', 'cache-same', 'cache-shared'];
const MATRICES = ['one-matrix', 'one-form', 'exchange', 'handed'];
const ROTARY = ['rotary-order', 'rotary-dials', 'rotary-pairs', 'rotary-pairings'];
const SINKS = ['first-share', 'missed'];
const DROPOUT = ['dropped', 'runs', 'gone', 'blocks'];
const DIGITS = ['softmaxes', 'online', 'rounded'];

/** Exhibits whose attention weights differ from the lab's own, or that have none. */
const OTHERS = new Set([
  ...['two-drawings', 'wrong-width', 'polarity', 'empty-row', 'long', 'without'],
  ...ROTARY,
  ...CACHE,
  ...MATRICES,
  ...[...SINKS, ...DROPOUT, ...DIGITS],
]);

/** These stand alone: the lab's own views would distract. */
const ALONE = new Set([...OTHERS, 'five-ways', 'scale', 'weighted']);

/**
 * @param {Messages} messages
 * @param {import('../lab/lab.js').Lab} lab
 */
export function createExhibits(messages, lab) {
  const failure = h('p', { class: 'exhibit-failure', role: 'alert', hidden: true });
  const holder = h('div', { class: 'exhibit-holder' });
  const element = h('div', { class: 'exhibit-frame', hidden: true }, holder, failure);
  /** @type {Map<string, Exhibit>} */
  const made = new Map();
  /** @type {Exhibit | null} */
  let shown = null;
  let busy = 0;
  /** @type {(() => void)[]} */
  let waiters = [];

  /** @type {Kit} */
  const kit = {
    messages,
    engine: lab.engine,
    setValues(values) {
      const { lesson } = lab.getState();
      if (lesson) {
        lab.setState({ lesson: { ...lesson, values: { ...lesson.values, ...values } } });
      }
    },
    setState: (part) => lab.setState(part),
    busy(is) {
      busy += is ? 1 : -1;
      setAttribute(element, 'aria-busy', busy > 0 ? 'true' : null);
      if (is) failure.hidden = true;
      else if (busy === 0) {
        for (const waiter of waiters) waiter();
        waiters = [];
      }
    },
    fail(error) {
      const detail = messageOf(error);
      quoteEngine(failure, messages.lessonFailed, detail);
      failure.hidden = false;
    },
  };

  return {
    element,
    /**
     * @param {Frame} frame
     * @param {{ lesson: { id: string, scenes: readonly { exhibit?: string }[] }, number: number, values: Values } | null} place
     * @param {boolean} [covered] whether the lab is not to say what comes out
     */
    update(frame, place, covered = false) {
      const kind = place?.lesson.scenes[place.number].exhibit;
      element.hidden = !kind || !Object.hasOwn(KINDS, kind);
      lab.withhold(covered || (kind !== undefined && OTHERS.has(kind)));
      setAttribute(lab.places.exhibit, 'data-alone', kind && ALONE.has(kind) ? '' : null);
      const exhibit = kind && !element.hidden ? (made.get(kind) ?? KINDS[kind](kit)) : null;
      if (exhibit !== shown) shown?.close?.();
      shown = exhibit;
      if (!place || !kind || !exhibit) return;
      made.set(kind, exhibit);
      if (holder.firstChild !== exhibit.element) holder.replaceChildren(exhibit.element);
      setAttribute(element, 'data-kind', kind);
      const { answer, selection, first, second, state } = frame;
      const words = first.tokens.map(({ piece }) => piece);
      exhibit.update({
        frame,
        values: place.values,
        trace: answer && !frame.stale ? answer.trace : null,
        words,
        keys: second ? second.tokens.map(({ piece }) => piece) : words,
        head: selection.head,
        row: Math.min(selection.query ?? state.selection.query ?? 0, Math.max(0, words.length - 1)),
        width: element.clientWidth,
      });
    },
    /** Settled when no drawing waits for the engine. */
    isDrawn: () =>
      busy === 0
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve(undefined))),
  };
}
