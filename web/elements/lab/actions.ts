// The actions that parts of the lab may request, as state changes.

import { cellOfPair, selectionOf, stepOf } from './answer/cells.ts';
import { sayText } from '../../ui/text.ts';
import { tokenizeState, replaceWord } from './answer/tokenize-state.ts';
import { sentenceOf } from './live-region.ts';
import { sameSelection, startOf } from './state/state.ts';
import type { Actions, Frame, Preview } from './frame.ts';
import type { LabState } from './state/state.ts';
import type { ChangeKind, Store } from './state/history.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Answer } from './answer/answer.ts';
import type { Engine } from '../shared/engine.ts';

export interface Surroundings {
  store: Store;
  travel: (steps: -1 | 1) => boolean;
  messages: Messages;
  frame: () => Frame;
  schedule: () => void;
  say: (sentence: () => string | Promise<string>) => void;
  preview: () => Preview | null;
  setPreview: (preview: Preview | null) => void;
  learned: (is: boolean) => void;
  retry: () => void;
  settle: () => void;
  type: (part: Partial<LabState>, kind?: ChangeKind) => void;
  /** the sentence with a word inserted at the caret */
  inserted: (word: string) => string;
  compute: (part: Partial<LabState>) => Promise<Answer>;
  engine: () => Promise<Engine>;
  address?: string;
}

export function createActions(lab: Surroundings): Actions {
  const { store, messages } = lab;
  const sayWhere = () => lab.say(() => sentenceOf(lab.frame()));

  function walk(
    trail: readonly string[],
    selection?: LabState['selection'],
    also: Partial<LabState> = {},
  ) {
    const cell = trail.at(-1);
    const state = store.get();
    const lit = selection ?? (cell ? selectionOf(cell, state.selection) : state.selection);
    lab.setPreview(null);
    store.change({ trail, selection: lit, ...also }, 'selection');
    lab.schedule();
    sayWhere();
  }

  /** Changes the view of steps to the step that a number comes from. */
  function stepFor(cell: string): Partial<LabState> {
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
      const { model: next, unknown } = tokenizeState(sources, { ...state, model });
      const own = unknown.length > 0 ? { text: next.example?.text, second: null } : {};
      const layer = startOf(model).layer ?? next.layers - 1;
      store.change({ model, layer, ...own }, 'change');
    },
    replace({ token, second }, word) {
      const state = store.get();
      const name = second ? 'second' : 'text';
      store.change({ [name]: replaceWord(state[name] ?? '', token, word) }, 'change');
      lab.say(() => sayText(messages.unknownReplaced, { word: token.piece, other: word }));
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
