// The lab: a sentence, its heads and what the selected number is, mounted in any element or shadow
// root. It joins the parts; how each looks, what is computed and where the state is kept is theirs.

import { chooseScale } from '../../views/scale.js';
import { messages as english } from '../messages/en.js';
import { createComputation } from './computation.js';
import { createControls } from './controls.js';
import { h } from './dom.js';
import { followSelection } from './follow.js';
import { makeFrame } from './frame.js';
import { createHeads } from './heads.js';
import { createLookout } from './look.js';
import { createPanel } from './panel.js';
import { createSentences } from './sentence.js';
import { createSpoken, sentenceOf } from './spoken.js';
import { changeState, DEFAULT_STATE, sameSelection, TOKEN_LIMIT } from './state.js';
import { createNotices, createStatusLine } from './status-line.js';
import { adoptStyles } from './style.js';
import { wordTokenizer } from './tokenizer.js';

/**
 * @typedef {import('./state.js').LabState} LabState
 * @typedef {'text' | 'selection' | 'change' | 'set'} ChangeKind typed, selected, switched, or set by setState
 *
 * @typedef {object} LabOptions
 * @property {import('./engine.js').LoadEngine} load starts the engine; called again after an error
 * @property {LabState} [state]
 * @property {import('../messages/en.js').Messages} [messages]
 * @property {import('./tokenizer.js').Tokenizer} [tokenizer]
 * @property {'auto' | 'light' | 'dark'} [theme]
 * @property {Node} [below] stands at the end of the line below the maps, such as a link of the page's
 * @property {(state: LabState, kind: ChangeKind) => void} [onChange]
 *
 * @typedef {object} Lab
 * @property {HTMLElement} element
 * @property {() => LabState} getState
 * @property {(change: Partial<LabState>) => void} setState
 * @property {() => Promise<void>} settled when the present state is on the screen, or has failed
 * @property {(text: string) => void} remark says something above the maps; '' takes it away
 * @property {() => Promise<void>} dispose ends the engine and removes everything
 */

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {LabOptions} options
 * @returns {Lab}
 */
export function mountLab(root, options) {
  const { messages = english, tokenizer = wordTokenizer, onChange = () => {} } = options;
  let state = options.state ?? DEFAULT_STATE;
  /** @type {import('./state.js').Selection | null} */
  let preview = null;
  /** @type {import('./computation.js').Answer | null} */
  let answer = null;
  /** @type {import('../../views/scale.js').Scale} */
  let scale = { max: 1, clipped: false };
  /** @type {import('./computation.js').Question | null} */
  let question = null;
  /** @type {unknown} */
  let error = null;
  let remark = '';
  let scheduled = 0;
  let settled = false;
  /** @type {(() => void)[]} */
  let waiters = [];

  /** @type {import('./frame.js').Actions} */
  const actions = {
    type: (text) => change({ text }, 'text'),
    typeSecond: (second) => change({ second }, 'text'),
    change: (part) => change(part, 'change'),
    reseed: () => change({ seed: (state.seed + 1) % 2 ** 32 }, 'change'),
    preview(selection) {
      if (selection === preview) return;
      if (selection && preview && sameSelection(selection, preview)) return;
      preview = selection;
      spoken.say(() => sentenceOf(frame()));
      schedule();
    },
    lock(selection) {
      const released = sameSelection(selection, state.selection);
      preview = null;
      change(
        { selection: released ? { head: selection.head, query: null, key: null } : selection },
        'selection',
      );
      spoken.say(() => (released ? messages.sayReleased : sentenceOf(frame())));
    },
    enlarge(head) {
      preview = null;
      const view = state.view === 'heads' ? 'head' : state.view;
      change({ view, selection: { ...state.selection, head } }, 'change');
    },
    retry() {
      error = null;
      void computation.retry();
      schedule();
    },
    drawn: () => settle(),
  };

  const computation = createComputation(options.load, {
    onAnswer(next) {
      lookout.remeasure(answer === null);
      answer = next;
      scale = chooseScale(next.attention);
      error = null;
      schedule();
      // not in the next frame: an answer is worth an early one
      cancelAnimationFrame(scheduled);
      render();
    },
    onError(reason) {
      error = reason;
      schedule();
    },
  });

  const sentences = createSentences(messages, actions, () => state.selection);
  const controls = createControls(messages, actions);
  const notices = createNotices(messages, actions);
  const heads = createHeads(messages, actions);
  const panel = createPanel(messages, actions);
  const status = createStatusLine(messages);
  const spoken = createSpoken();
  const main = h(
    'div',
    { class: 'main' },
    sentences.element,
    h('div', { class: 'tools' }, controls.element, heads.legend),
    notices.element,
    heads.element,
    h('div', { class: 'below' }, status.element, options.below),
  );
  const stage = h('div', { class: 'stage' }, main, panel.element);
  const element = h('div', { class: 'headwise-lab' }, stage, spoken.element);
  const lookout = createLookout(element, main, heads.element, options.theme ?? 'auto', schedule);
  let encodings = encode();

  element.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    if (preview) {
      preview = null;
      schedule();
    }
    const { head, query, key } = state.selection;
    if (query !== null || key !== null) {
      change({ selection: { head, query: null, key: null } }, 'selection');
      spoken.say(() => messages.sayReleased);
    } else if (state.view !== 'heads') {
      change({ view: 'heads' }, 'change');
    }
  });

  function encode() {
    const limit = { limit: TOKEN_LIMIT };
    return {
      first: tokenizer.encode(state.text, limit),
      second: state.second === null ? null : tokenizer.encode(state.second, limit),
    };
  }

  /**
   * @param {Partial<LabState>} part
   * @param {ChangeKind} kind
   */
  function change(part, kind) {
    const before = state;
    state = changeState(state, part);
    if (before.text !== state.text || before.second !== state.second) {
      const old = encodings;
      encodings = encode();
      if (kind === 'text') {
        state = changeState(state, { selection: followSelection(state.selection, old, encodings) });
      }
    }
    ask();
    if (sameSelection(before.selection, state.selection) === false) {
      const { head, query, key } = state.selection;
      if (query !== null || key !== null) heads.stage.arrive({ head, query, key });
    }
    schedule();
    onChange(state, kind);
  }

  /** Asks for the maps of the present state, if they are not those that were asked for last. */
  function ask() {
    const queries = encodings.first.tokens;
    const keys = encodings.second?.tokens ?? null;
    if (queries.length === 0 || keys?.length === 0) {
      question = null;
      answer = null;
      error = null;
      computation.forget();
      return;
    }
    const { heads: count, causal, seed } = state;
    const next = { queries, keys, heads: count, causal, seed };
    if (question && sameQuestion(question, next)) return;
    question = next;
    computation.ask(next);
  }

  function frame() {
    const look = lookout.look();
    const stale = answer?.question !== question;
    const { first, second } = encodings;
    return makeFrame({
      state,
      preview,
      first,
      second,
      answer,
      scale,
      stale,
      error,
      messages,
      look,
    });
  }

  function schedule() {
    settled = false;
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    const now = frame();
    element.style.setProperty('--head', now.mark);
    sentences.update(now);
    controls.update(now);
    notices.update(now, remark);
    heads.update(now);
    panel.update(now);
    status.update(now);
    settle();
  }

  /** The present state is on the screen, or nothing more will come. */
  function settle() {
    const answered = question === null || error !== null || answer?.question === question;
    settled = answered && scheduled === 0 && heads.stage.isDrawn();
    if (!settled) return;
    for (const waiter of waiters) waiter();
    waiters = [];
  }

  root.append(element);
  const dropStyles = adoptStyles(root);
  lookout.start();
  sentences.fit();
  computation.prepare();
  ask();
  schedule();

  return {
    element,
    getState: () => state,
    setState(part) {
      preview = null;
      change(part, 'set');
    },
    settled: () =>
      settled ? Promise.resolve() : new Promise((resolve) => waiters.push(() => resolve())),
    remark(text) {
      remark = text;
      schedule();
    },
    async dispose() {
      cancelAnimationFrame(scheduled);
      lookout.stop();
      element.remove();
      dropStyles();
      await computation.close();
    },
  };
}

/**
 * @param {import('./computation.js').Question} a
 * @param {import('./computation.js').Question} b
 */
function sameQuestion(a, b) {
  return (
    a.queries === b.queries &&
    a.keys === b.keys &&
    a.heads === b.heads &&
    a.causal === b.causal &&
    a.seed === b.seed
  );
}
