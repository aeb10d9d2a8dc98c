// The lab: wires state, engine and views together.
// It mounts a sentence, views of the heads' numbers and the panel about the selection into any
// element or shadow root.

import { labMessages as english } from '../../words/en/lab-first.ts';
import { useLocale } from '../../ui/format.ts';
import { createActions } from './actions.ts';
import { createAnswerController } from './answer/answer-controller.ts';
import { createModels } from './answer/models.ts';
import { createBlend } from './blend/blend.ts';
import { createRenderScheduler } from './render-scheduler.ts';
import { makeFrame } from './frame.ts';
import { listenToKeys } from './keys.ts';
import { watchAppearance } from './appearance.ts';
import { createLayout } from './layout.ts';
import { createStore } from './state/history.ts';
import { lockStore } from './state/locks.ts';
import { DEFAULT_STATE, sameSelection } from './state/state.ts';
import { sameValue } from './state/values.ts';
import { adoptStyles } from './style.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Change, Store } from './state/history.ts';
import type { Frame, Preview } from './frame.ts';
import type { LabState } from './state/state.ts';
import type { Engine, LoadEngine } from '../shared/engine.ts';
import type { ModelOptions } from './answer/models.ts';
import type { FirstAnswer } from './answer/first-answer.ts';
import type { Answer } from './answer/answer.ts';

export interface LabOptions {
  /** starts the engine; called again after an error */
  load: LoadEngine;
  state?: LabState;
  messages?: Messages;
  /** models beside the untrained one */
  models?: ModelOptions;
  /** precomputed maps of one sentence */
  first?: FirstAnswer;
  /** light or dark; otherwise the theme of the page around it */
  theme?: string | null;
  /** the sentence and the views come before the texts about them */
  compact?: boolean;
  /** parts that the learner cannot change, see state/locks.ts */
  locked?: ReadonlySet<string>;
  onChange?: (change: Change) => void;
  /** index of the first step in a history that began earlier */
  startAt?: number;
  /** address of the page, if it reads a state after '#' */
  address?: string;
  /** moves along an outer history, such as the browser's; false where there is none */
  travel?: (steps: -1 | 1) => boolean;
}

export interface Lab {
  element: HTMLElement;
  /**
   * empty elements for others: one beside the sentence, and one between it and the views. An
   * exhibit with data-alone replaces the views
   */
  places: { guide: HTMLElement; exhibit: HTMLElement };
  getState: () => LabState;
  setState: (change: Partial<LabState>) => void;
  store: Store;
  undo: () => void;
  redo: () => void;
  /** the engine that answers; the same bits */
  engine: () => Promise<Engine>;
  /** the answer for the present state with some fields changed */
  compute: (part: Partial<LabState>, signal?: AbortSignal) => Promise<Answer>;
  /** calls `watcher` after every drawing */
  watch: (watcher: (frame: Frame) => void) => () => void;
  /** resolves when the present state is on the screen, or has failed */
  settled: () => Promise<void>;
  /** limits the lab to the parts that a scene shows; null: all */
  setScene: (parts: readonly string[] | null) => void;
  /** Marks the numbers of the steps that differ from an answer from before; null: none. */
  compareWith: (answer: Answer | null) => void;
  /**
   * leaves attention weights out of chips and panel: the exhibit in place of the views has others
   */
  withhold: (is: boolean) => void;
  /** shows a remark above the views; '' removes it */
  remark: (text: string) => void;
  /** ends the engine and removes everything */
  dispose: () => Promise<void>;
}

/** Fields of the state that determine the tokens. */
const READ = ['text', 'second', 'model'] as const;

export function mountLab(root: HTMLElement | ShadowRoot, options: LabOptions): Lab {
  const { onChange = () => {}, first: stored, locked = new Set() } = options;
  const messages = options.messages ?? ({ ...english } as Messages);
  useLocale(messages.locale);
  const beside = createBeside(() => schedule());

  const scheduler = createRenderScheduler({
    draw() {
      const now = frame();
      layout.update(now, beside.now.remark);
      return now;
    },
    isDrawn: () => layout.isDrawn(),
    isAwaiting: () => models.awaited() !== '',
    isComputed: () => answers.isAnswered() && !blend.isPending(),
  });
  const { schedule, render, watch, settled } = scheduler;
  const history = createStore(options.state ?? DEFAULT_STATE, hear, options.startAt);
  const store = lockStore(history, locked);
  const models = createModels(options.models ?? {}, {
    getState: store.get,
    put: (part) => history.change(part, 'live'),
    arrived: () => answers.arrived(),
    changed: () => schedule(),
  });
  const answers = createAnswerController({
    load: options.load,
    getState: store.get,
    models,
    put: (part) => history.change(part, 'text'),
    changed: schedule,
    answered(isFirst) {
      appearance.remeasure(isFirst);
      // without waiting for the next frame: an answer is worth an early one
      scheduler.atOnce();
    },
  });
  const { engine, compute } = answers;
  const blend = createBlend({ messages, engine, compute, changed: schedule });
  const actions = createActions({
    store,
    messages,
    frame,
    schedule,
    compute,
    engine,
    ...beside.actions,
    address: options.address,
    travel: options.travel ?? (() => false),
    settle: scheduler.settle,
    say: (sentence) => layout.say(sentence),
    chosen: models.chosen,
    retry() {
      models.retry();
      answers.retry();
      schedule();
    },
    type: (part, kind = 'text') => {
      const canSwitch = kind === 'text' && !locked.has('weights');
      const switched = canSwitch ? models.forTyping({ ...store.get(), ...part }) : {};
      store.change(answers.typed({ ...part, ...switched }), kind);
    },
    inserted: (word) => layout.sentences.inserted(word),
  });
  const { undo, redo } = actions;
  const layout = createLayout(messages, actions, { store, frame, schedule }, options);
  const { element, main, places, views } = layout;
  const appearance = watchAppearance(element, main, views.element, options.theme, schedule, render);

  function hear(change: Change) {
    const { state, before, kind } = change;
    if (before.model !== state.model) models.want(state.model);
    if (READ.some((name) => before[name] !== state[name])) answers.again();
    else answers.ask();
    if (!sameSelection(before.selection, state.selection)) views.arrive(state.selection);
    if (kind !== 'selection') beside.now.preview = null;
    schedule();
    if (kind !== 'lent') onChange(change);
  }

  let earlier: Answer | null = null;

  function frame(): Frame {
    const state = store.get();
    const asked = answers.now();
    return makeFrame({
      state,
      messages,
      ...beside.now,
      ...models.now(),
      ...asked,
      earlier,
      blend: blend.of(state, asked.answer),
      blendProblem: blend.problem(),
      look: appearance.look(),
    });
  }

  models.want(store.get().model);
  listenToKeys(element, actions);
  root.append(element);
  const dropStyles = adoptStyles(root);
  scheduler.start();
  appearance.start();
  layout.sentences.fit();
  answers.start(stored);

  return {
    element,
    places,
    store,
    engine,
    compute,
    undo,
    redo,
    watch,
    settled,
    getState: store.get,
    setState(part) {
      beside.now.preview = null;
      store.change(part, 'set');
    },
    setScene: appearance.setScene,
    compareWith(answer) {
      if (answer === earlier) return;
      earlier = answer;
      schedule();
    },
    withhold: (withheld) => beside.show({ withheld }),
    remark: (remark) => beside.show({ remark }),
    async dispose() {
      scheduler.stop();
      appearance.stop();
      layout.dispose();
      dropStyles();
      await answers.close();
    },
  };
}

/** View state of the lab that is not part of its state. */
function createBeside(changed: () => void) {
  const now = {
    preview: null as Preview | null,
    remark: '',
    withheld: false,
    learned: false,
    more: false,
  };
  function show(part: Partial<typeof now>) {
    const before = { ...now };
    Object.assign(now, part);
    if (!sameValue(before, now)) changed();
  }
  return {
    now,
    show,
    actions: {
      preview: () => now.preview,
      setPreview: (preview: Preview | null) => {
        now.preview = preview;
      },
      learned: (learned: boolean) => show({ learned }),
      showMore: (more: boolean) => show({ more }),
    },
  };
}
