// The actions that parts of the lab may request, as state changes.

import { cellOfPair, selectionOf, stepOf } from './answer/cells.js';
import { fillText } from '../shared/dom.js';
import { readSentences, replaceWord } from './answer/reading.js';
import { sentenceOf } from './spoken.js';
import { sameSelection, startOf } from './state/state.js';

/**
 * @typedef {import('./state/state.js').LabState} LabState
 * @typedef {import('./frame.js').Preview} Preview
 *
 * @typedef {object} Surroundings
 * @property {import('./state/history.js').Store} store
 * @property {(steps: -1 | 1) => boolean} travel
 * @property {import('../messages/en.js').Messages} messages
 * @property {() => import('./frame.js').Frame} frame
 * @property {() => void} schedule
 * @property {(sentence: () => string | Promise<string>) => void} say
 * @property {() => Preview | null} preview
 * @property {(preview: Preview | null) => void} setPreview
 * @property {(is: boolean) => void} learned
 * @property {() => void} retry
 * @property {() => void} settle
 * @property {(part: Partial<LabState>, kind?: import('./state/history.js').ChangeKind) => void} type
 * @property {(word: string) => string} inserted the sentence with a word where the caret is
 * @property {(part: Partial<LabState>) => Promise<import('./answer/answer.js').Answer>} compute
 * @property {() => Promise<import('../shared/engine.js').Engine>} engine
 * @property {string} [address]
 */

/**
 * @param {Surroundings} lab
 * @returns {import('./frame.js').Actions}
 */
export function createActions(lab) {
  const { store, messages } = lab;
  const sayWhere = () => lab.say(() => sentenceOf(lab.frame()));

  /**
   * @param {readonly string[]} trail
   * @param {import('./state/state.js').LabState['selection']} [selection]
   * @param {Partial<LabState>} [also]
   */
  function walk(trail, selection, also = {}) {
    const cell = trail.at(-1);
    const state = store.get();
    const lit = selection ?? (cell ? selectionOf(cell, state.selection) : state.selection);
    lab.setPreview(null);
    store.change({ trail, selection: lit, ...also }, 'selection');
    lab.schedule();
    sayWhere();
  }

  /**
   * The view of steps follows to the step that a number comes from.
   * @param {string} cell
   * @returns {Partial<LabState>}
   */
  function stepFor(cell) {
    return store.get().view === 'steps' ? { step: stepOf(cell, lab.frame().steps) } : {};
  }

  return {
    type: (text) => lab.type({ text }),
    typeSecond: (second) => lab.type({ second }),
    insert: (word) => lab.type({ text: lab.inserted(word) }, 'change'),
    change: (part) => store.change(part, 'change'),
    compute: lab.compute,
    engine: lab.engine,
    address: lab.address,
    slide: (part) => store.change(part, 'text'),
    reseed: () => store.change({ seed: (store.get().seed + 1) % 2 ** 32 }, 'change'),
    choose(model) {
      const { sources } = lab.frame();
      const state = store.get();
      const { model: next, unknown } = readSentences(sources, { ...state, model });
      const own = unknown.length > 0 ? { text: next.example?.text, second: null } : {};
      const layer = startOf(model).layer ?? next.layers - 1;
      store.change({ model, layer, ...own }, 'change');
    },
    replace({ token, second }, word) {
      const state = store.get();
      const name = second ? 'second' : 'text';
      store.change({ [name]: replaceWord(state[name] ?? '', token, word) }, 'change');
      lab.say(() => fillText(messages.unknownReplaced, { word: token.piece, other: word }));
    },
    preview(next) {
      const before = lab.preview();
      if (next === before) return;
      if (next && before && next.cell === before.cell && sameSelection(next, before)) return;
      lab.setPreview(next);
      sayWhere();
      lab.schedule();
    },
    lock(selection) {
      const state = store.get();
      const { head, query, key } = selection;
      const released = sameSelection(selection, state.selection);
      lab.setPreview(null);
      const trail =
        state.trail.length > 0 && !released && query !== null && key !== null
          ? [cellOfPair('attention', head, query, key)]
          : [];
      const kept = released ? { head, query: null, key: null } : selection;
      store.change({ selection: kept, trail }, 'selection');
      lab.schedule();
      lab.say(() => (released ? messages.sayReleased : sentenceOf(lab.frame())));
    },
    enlarge(head) {
      const { view, selection } = store.get();
      const large = view === 'heads' ? 'head' : view;
      store.change({ view: large, selection: { ...selection, head } }, 'change');
    },
    open: (cell) => walk([cell]),
    trace: (cell) =>
      walk([cell], undefined, { view: 'steps', step: stepOf(cell, lab.frame().steps) }),
    follow(cell) {
      const { trail } = store.get();
      const known = trail.indexOf(cell);
      walk(known < 0 ? [...trail, cell] : trail.slice(0, known + 1), undefined, stepFor(cell));
    },
    trim(length) {
      const trail = store.get().trail.slice(0, length);
      const cell = trail.at(-1);
      walk(trail, undefined, cell ? stepFor(cell) : {});
    },
    edit: (edits, live = false) => store.change({ edits }, live ? 'live' : 'change'),
    undo() {
      if (store.canUndo() && !lab.travel(-1)) store.undo();
    },
    redo() {
      if (store.canRedo() && !lab.travel(1)) store.redo();
    },
    letGo() {
      if (lab.preview()) {
        lab.setPreview(null);
        lab.schedule();
      }
      const { selection, trail, view } = store.get();
      const { head, query, key } = selection;
      if (trail.length > 0) walk([], selection);
      else if (query !== null || key !== null) {
        store.change({ selection: { head, query: null, key: null } }, 'selection');
        lab.say(() => messages.sayReleased);
      } else if (view === 'head' || view === 'table') store.change({ view: 'heads' }, 'change');
    },
    learned: lab.learned,
    retry: lab.retry,
    drawn: lab.settle,
  };
}
