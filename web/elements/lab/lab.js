// The lab: wires state, engine and views together.
// It mounts a sentence, views of the heads' numbers and the panel about the selection into any
// element or shadow root.

import { labMessages as english } from '../messages/en-lab.js';
import { useLocale } from '../shared/format.js';
import { createActions } from './actions.js';
import { createAsking } from './answer/asking.js';
import { createModels } from './answer/models.js';
import { createBlend } from './blend/blend.js';
import { createDrawing } from './drawing.js';
import { makeFrame } from './frame.js';
import { listenToKeys } from './keys.js';
import { createLookout } from './look.js';
import { createParts } from './parts.js';
import { createStore } from './state/history.js';
import { lockStore, showLocks } from './state/locks.js';
import { DEFAULT_STATE, sameSelection } from './state/state.js';
import { sameValue } from './state/values.js';
import { adoptStyles } from './style.js';

/**
 * @typedef {import('./state/state.js').LabState} LabState
 * @typedef {import('./frame.js').Frame} Frame
 *
 * @typedef {object} LabOptions
 * @property {import('../shared/engine.js').LoadEngine} load starts the engine; called again after an error
 * @property {LabState} [state]
 * @property {import('../messages/en.js').Messages} [messages]
 * @property {import('./answer/models.js').ModelOptions} [models] besides the untrained one
 * @property {import('./answer/first-answer.js').FirstAnswer} [first] the maps of one sentence, computed before
 * @property {string | null} [theme] light or dark; otherwise it is as the page around it
 * @property {boolean} [compact] the sentence and the views come before what is said of them
 * @property {Node} [below] stands at the end of the line below the views, such as a link of the page's
 * @property {ReadonlySet<string>} [locked] parts that the learner cannot change, see state/locks.js
 * @property {(change: import('./state/history.js').Change) => void} [onChange]
 * @property {number} [startAt] the number of the first step in a history that began before
 * @property {string} [address] of the page, if it takes a state after '#'
 * @property {(steps: -1 | 1) => boolean} [travel] goes along a history outside, such as the browser's; false
 *   where there is none
 *
 * @typedef {object} Lab
 * @property {HTMLElement} element
 * @property {{ guide: HTMLElement, exhibit: HTMLElement }} places empty ones that others may fill: beside
 *   the sentence, and between it and the views. An exhibit with data-alone stands in for the views
 * @property {() => LabState} getState
 * @property {(change: Partial<LabState>) => void} setState
 * @property {import('./state/history.js').Store} store
 * @property {() => void} undo
 * @property {() => void} redo
 * @property {() => Promise<import('../shared/engine.js').Engine>} engine the one that answers; the same digits
 * @property {(part: Partial<LabState>, signal?: AbortSignal) => Promise<import('./answer/answer.js').Answer>} compute
 *   the answer for the present state with some parts changed
 * @property {(watcher: (frame: Frame) => void) => () => void} watch calls it after every drawing
 * @property {() => Promise<void>} settled when the present state is on the screen, or has failed
 * @property {(parts: readonly string[] | null) => void} setScene limits the lab to the parts that a scene shows; null: all
 * @property {(is: boolean) => void} withhold leaves attention weights out of chips and panel: the exhibit in place of the views has others
 * @property {(text: string) => void} remark says something above the views; '' takes it away
 * @property {() => Promise<void>} dispose ends the engine and removes everything
 */

/** Fields of the state that decide the tokenisation. */
const READ = /** @type {const} */ (['text', 'second', 'model']);

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {LabOptions} options
 * @returns {Lab}
 */
export function mountLab(root, options) {
  const { onChange = () => {}, first: stored, locked = new Set() } = options;
  const messages =
    options.messages ?? /** @type {import('../messages/en.js').Messages} */ ({ ...english });
  useLocale(messages.locale);
  const beside = createBeside(() => schedule());

  const drawing = createDrawing({
    draw() {
      const now = frame();
      parts.update(now, beside.now.remark);
      return now;
    },
    isDrawn: () => parts.isDrawn(),
    isAwaiting: () => models.awaited() !== '',
    isComputed: () => asking.isAnswered() && !blend.isPending(),
  });
  const { schedule, render, watch, settled } = drawing;
  const history = createStore(options.state ?? DEFAULT_STATE, hear, options.startAt);
  const store = lockStore(history, locked);
  const models = createModels(options.models ?? {}, {
    getState: store.get,
    put: (part) => history.change(part, 'live'),
    arrived: () => asking.arrived(),
    changed: () => schedule(),
  });
  const asking = createAsking({
    load: options.load,
    getState: store.get,
    models,
    put: (part) => history.change(part, 'text'),
    changed: schedule,
    answered(isFirst) {
      lookout.remeasure(isFirst);
      // not in the next frame: an answer is worth an early one
      drawing.atOnce();
    },
  });
  const { engine, compute } = asking;
  const blend = createBlend({ engine, compute, changed: schedule });
  const actions = createActions({
    ...{ store, messages, frame, schedule, compute, engine },
    ...beside.actions,
    address: options.address,
    travel: options.travel ?? (() => false),
    settle: drawing.settle,
    say: (sentence) => parts.say(sentence),
    retry() {
      models.retry();
      asking.retry();
      schedule();
    },
    type: (part, kind = 'text') => {
      const canSwitch = kind === 'text' && !locked.has('weights');
      const switched = canSwitch ? models.forTyping(store.get()) : {};
      store.change(asking.typed({ ...part, ...switched }), kind);
    },
    inserted: (word) => parts.sentences.inserted(word),
  });
  const { undo, redo } = actions;
  const parts = createParts(messages, actions, { store, frame, schedule }, options);
  const { element, main, places, views } = parts;
  const lookout = createLookout(element, main, views.element, options.theme, schedule, render);

  /** @param {import('./state/history.js').Change} change */
  function hear(change) {
    const { state, before, kind } = change;
    if (before.model !== state.model) models.want(state.model);
    if (READ.some((name) => before[name] !== state[name])) asking.again();
    else asking.ask();
    if (!sameSelection(before.selection, state.selection)) views.arrive(state.selection);
    if (kind !== 'selection') beside.now.preview = null;
    schedule();
    if (kind !== 'lent') onChange(change);
  }

  /** @returns {Frame} */
  function frame() {
    const state = store.get();
    const asked = asking.now();
    return makeFrame({
      ...{ state, messages },
      ...beside.now,
      ...models.now(),
      ...asked,
      blend: blend.of(state, asked.answer),
      blendProblem: blend.problem(),
      look: lookout.look(),
    });
  }

  models.want(store.get().model);
  listenToKeys(element, actions);
  showLocks(element, locked);
  root.append(element);
  const dropStyles = adoptStyles(root);
  drawing.start();
  lookout.start();
  parts.sentences.fit();
  asking.start(stored);

  return {
    ...{ element, places, store, engine, compute, undo, redo, watch, settled },
    getState: store.get,
    setState(part) {
      beside.now.preview = null;
      store.change(part, 'set');
    },
    setScene: lookout.setScene,
    withhold: (withheld) => beside.show({ withheld }),
    remark: (remark) => beside.show({ remark }),
    async dispose() {
      drawing.stop();
      lookout.stop();
      parts.dispose();
      dropStyles();
      await asking.close();
    },
  };
}

/**
 * View state of the lab that is not part of its state.
 * @param {() => void} changed
 */
function createBeside(changed) {
  const now = {
    /** @type {import('./frame.js').Preview | null} */
    preview: null,
    remark: '',
    withheld: false,
    learned: false,
  };
  /** @param {Partial<typeof now>} part */
  function show(part) {
    const before = { ...now };
    Object.assign(now, part);
    if (!sameValue(before, now)) changed();
  }
  return {
    now,
    show,
    actions: {
      preview: () => now.preview,
      setPreview: (/** @type {import('./frame.js').Preview | null} */ preview) => {
        now.preview = preview;
      },
      learned: (/** @type {boolean} */ learned) => show({ learned }),
    },
  };
}
