// The actions that parts of the lab may request, as state changes.

import { sayText } from '../../ui/text.ts';
import { tokenizeState, replaceWord } from './answer/tokenize-state.ts';
import { sentenceOfLayer } from './live-region.ts';
import { createLayerActions } from './selection-actions.ts';
import { startOf } from './state/state.ts';
import type { Actions, Frame } from './frame.ts';
import type { LayerNeeds } from './selection-actions.ts';
import type { LabState } from './state/state.ts';
import type { ChangeKind, Store } from './state/history.ts';
import type { Answer } from './answer/answer.ts';
import type { Engine } from '../shared/engine.ts';

interface Surroundings extends Omit<LayerNeeds, 'get' | 'change' | 'steps' | 'sentence'> {
  store: Store;
  travel: (steps: -1 | 1) => boolean;
  frame: () => Frame;
  learned: (is: boolean) => void;
  showMore: (is: boolean) => void;
  /** called when the reader chooses a model */
  chosen: () => void;
  retry: () => void;
  type: (part: Partial<LabState>, kind?: ChangeKind) => void;
  /** the sentence with a word inserted at the caret */
  inserted: (word: string) => string;
  compute: (part: Partial<LabState>) => Promise<Answer>;
  engine: () => Promise<Engine>;
  address?: string;
}

export function createActions(lab: Surroundings): Actions {
  const { store, messages } = lab;

  return {
    ...createLayerActions({
      ...lab,
      get: store.get,
      change: store.change,
      steps: () => lab.frame().steps,
      sentence: () => sentenceOfLayer(lab.frame()),
    }),
    type: (text) => lab.type({ text }),
    typeSecond: (second) => lab.type({ second }),
    insert: (word) => lab.type({ text: lab.inserted(word) }, 'change'),
    change: (part) => store.change(part, 'change'),
    compute: lab.compute,
    engine: lab.engine,
    address: lab.address,
    slide: (part) => store.change(part, 'text'),
    note: (part) => store.change(part, 'noted'),
    reseed: () => store.change({ seed: (store.get().seed + 1) % 2 ** 32 }, 'change'),
    choose(model) {
      lab.chosen();
      const { sources } = lab.frame();
      const state = store.get();
      const { model: next, unknown } = tokenizeState(sources, { ...state, model });
      const own = unknown.length > 0 ? { text: next.example?.text, second: null } : {};
      const layer = startOf(model).layer ?? next.layers - 1;
      // a selected word stays selected, whatever its place among the model's tokens
      lab.type({ model, layer, ...own }, 'change');
    },
    replace({ token, second }, word) {
      const state = store.get();
      const name = second ? 'second' : 'text';
      store.change({ [name]: replaceWord(state[name] ?? '', token, word) }, 'change');
      lab.say(() => sayText(messages.unknownReplaced, { word: token.piece, other: word }));
    },
    edit: (edits, live = false) => store.change({ edits }, live ? 'live' : 'change'),
    undo() {
      if (store.canUndo() && !lab.travel(-1)) store.undo();
    },
    redo() {
      if (store.canRedo() && !lab.travel(1)) store.redo();
    },
    learned: lab.learned,
    showMore: lab.showMore,
    retry: lab.retry,
  };
}
