// Registry of the exhibits (drawings beside scenes); shows the present scene's.

import { h, quoteEngine, setAttribute } from '../shared/dom.ts';
import { messageOf } from '../shared/errors.ts';
import { createCacheSame } from './exhibits/cache/same.ts';
import { createCacheShared } from './exhibits/cache/shared.ts';
import { createCacheStep } from './exhibits/cache/step.ts';
import { createCacheWritten } from './exhibits/cache/written.ts';
import { createOnline } from './exhibits/digits/online.ts';
import { createRounded } from './exhibits/digits/rounded.ts';
import { createSoftmaxes } from './exhibits/digits/softmaxes.ts';
import { createBlocks } from './exhibits/dropout/blocks.ts';
import { createDropped } from './exhibits/dropout/dropped.ts';
import { createGone } from './exhibits/dropout/gone.ts';
import { createRuns } from './exhibits/dropout/runs.ts';
import { createEmptyRow } from './exhibits/empty-row.ts';
import { createFiveWays } from './exhibits/five-ways.ts';
import { createLong } from './exhibits/long.ts';
import { createMaskedRow } from './exhibits/masked-row.ts';
import { createExchange } from './exhibits/matrices/exchange.ts';
import { createForm } from './exhibits/matrices/form.ts';
import { createHanded } from './exhibits/matrices/handed.ts';
import { createOneMatrix } from './exhibits/matrices/one-matrix.ts';
import { createPadding } from './exhibits/padding.ts';
import { createPolarity } from './exhibits/polarity.ts';
import { createRoles } from './exhibits/roles.ts';
import { createRotaryDials } from './exhibits/rotary/dials.ts';
import { createRotaryOrder } from './exhibits/rotary/order.ts';
import { createRotaryPairings } from './exhibits/rotary/pairings.ts';
import { createRotaryPairs } from './exhibits/rotary/pairs.ts';
import { createScale } from './exhibits/scale.ts';
import { createShapes } from './exhibits/shapes.ts';
import { createFirstShare } from './exhibits/sinks/first-share.ts';
import { createMissed } from './exhibits/sinks/missed.ts';
import { createWeighted } from './exhibits/sinks/weighted.ts';
import { createTwoDrawings } from './exhibits/two-drawings.ts';
import { createWithout } from './exhibits/without.ts';
import { createNotations } from './exhibits/notations.ts';
import { createWrongWidth } from './exhibits/wrong-width.ts';
import type { Lab } from '../lab/lab.ts';
import type { Frame } from '../lab/frame.ts';
import type { Trace } from '../lab/answer/answer.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Engine } from '../shared/engine.ts';
import type { LabState } from '../lab/state/state.ts';

type Values = Readonly<Record<string, number>>;

export interface Moment {
  frame: Frame;
  /** settings of the drawing */
  values: Values;
  /** trace of the newest answer; null until there is one */
  trace: Trace | null;
  /** the query tokens */
  words: readonly string[];
  /** the key tokens */
  keys: readonly string[];
  head: number;
  /** index of the word that the drawing is about */
  row: number;
  /** width of the area, CSS pixels */
  width: number;
}

/** services for an exhibit */
export interface Kit {
  messages: Messages;
  engine: () => Promise<Engine>;
  setValues: (values: Record<string, number>) => void;
  setState: (part: Partial<LabState>) => void;
  busy: (is: boolean) => void;
  fail: (error: unknown) => void;
}

interface Exhibit {
  element: HTMLElement;
  update: (moment: Moment) => void;
  /** called when it is no longer shown */
  close?: () => void;
}

const KINDS: Readonly<Record<string, (kit: Kit) => Exhibit>> = Object.freeze({
  'two-drawings': createTwoDrawings,
  'five-ways': createFiveWays,
  writings: createNotations,
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

/** Exhibits shown alone: the lab's own views would distract. */
const ALONE = new Set([...OTHERS, 'five-ways', 'scale', 'weighted']);

export function createExhibits(messages: Messages, lab: Lab) {
  const failure = h('p', { class: 'exhibit-failure', role: 'alert', hidden: true });
  const holder = h('div', { class: 'exhibit-holder' });
  const element = h('div', { class: 'exhibit-frame', hidden: true }, holder, failure);
  const made: Map<string, Exhibit> = new Map();
  let shown: Exhibit | null = null;
  let busy = 0;
  let waiters: (() => void)[] = [];

  const kit: Kit = {
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
    /** @param covered whether the lab hides the result */
    update(
      frame: Frame,
      place: {
        lesson: { id: string; scenes: readonly { exhibit?: string }[] };
        number: number;
        values: Values;
      } | null,
      covered: boolean = false,
    ) {
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
    /** Resolves when no drawing waits for the engine. */
    isDrawn: () =>
      busy === 0
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve(undefined))),
  };
}
