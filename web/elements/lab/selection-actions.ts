// The acts of hovering, clicking and Escape in maps and in the numbers of a layer: a hover previews a cell, a click selects or
// releases it, or opens a number.
// They need a state that can be read and changed, and no history.

import { cellOfPair, selectionOf, stepOf } from './answer/cells.ts';
import { sameSelection } from './state/state.ts';
import { openTrail, withoutLayer } from './state/trail.ts';
import type { LayerActions, LayerState, MapState, Preview, SelectionActions } from './frame.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { ChangeKind } from './state/history.ts';
import type { Selection } from './state/state.ts';
import type { Step } from './answer/layer-steps.ts';

export interface SelectionNeeds {
  get: () => MapState;
  change: (part: Partial<MapState>, kind: ChangeKind) => void;
  messages: Messages;
  schedule: () => void;
  /** has a sentence announced */
  say: (sentence: () => string | Promise<string>) => void;
  /** the sentence about the highlight */
  sentence: () => string | Promise<string>;
  preview: () => Preview | null;
  setPreview: (preview: Preview | null) => void;
  settle: () => void;
}

export interface LayerNeeds extends SelectionNeeds {
  get: () => LayerState;
  change: (part: Partial<LayerState>, kind: ChangeKind) => void;
  /** steps of the layer that is shown */
  steps: () => readonly Step[];
}

export function createSelectionActions(lab: SelectionNeeds): SelectionActions {
  /** the selection that the reader made: a click on another one keeps it first */
  let own: Selection | null = null;

  return {
    change: (part) => lab.change(part, 'change'),
    preview(next) {
      const before = lab.preview();
      if (next === before) return;
      if (next && before && next.cell === before.cell && sameSelection(next, before)) return;
      lab.setPreview(next);
      lab.say(lab.sentence);
      lab.schedule();
    },
    lock(selection) {
      const isShown = sameSelection(selection, lab.get().selection);
      const released = isShown && own !== null && sameSelection(selection, own);
      own = released ? null : selection;
      lab.setPreview(null);
      lab.change({ selection: released ? headAlone(selection) : selection }, 'selection');
      lab.schedule();
      lab.say(() => (released ? lab.messages.sayReleased : lab.sentence()));
    },
    enlarge(head) {
      const { view, selection } = lab.get();
      const large = view === 'heads' ? 'head' : view;
      lab.change({ view: large, selection: { ...selection, head } }, 'change');
    },
    letGo() {
      if (lab.preview()) {
        lab.setPreview(null);
        lab.schedule();
      }
      const { selection, view } = lab.get();
      if (selection.query !== null || selection.key !== null) {
        lab.change({ selection: headAlone(selection) }, 'selection');
        lab.say(() => lab.messages.sayReleased);
      } else if (view === 'head' || view === 'table') lab.change({ view: 'heads' }, 'change');
    },
    drawn: lab.settle,
  };
}

export function createLayerActions(lab: LayerNeeds): LayerActions {
  const actions = createSelectionActions({
    ...lab,
    change: (part, kind) =>
      lab.change(kind === 'selection' ? { ...part, trail: trailAt(part.selection) } : part, kind),
  });

  /** The open number moves along with the selection. */
  function trailAt({ head, query, key }: Selection = lab.get().selection) {
    const isOpen = lab.get().trail.length > 0 && query !== null && key !== null;
    return isOpen ? [cellOfPair('attention', head, query, key)] : [];
  }

  /** where the reader asked for the open number from: closing it leads back there */
  let asked: { cell: string; back: Partial<LayerState> } | null = null;

  function close() {
    const { trail, view } = lab.get();
    const isAsked = asked !== null && view === 'steps' && withoutLayer(trail[0]) === asked.cell;
    walk([], isAsked ? asked?.back : {});
    asked = null;
  }

  function walk(wanted: readonly string[], also: Partial<LayerState> = {}) {
    const { selection: before, layer } = lab.get();
    const opened = openTrail(wanted, layer);
    const cell = opened.trail.at(-1);
    const selection = cell ? selectionOf(cell, before) : before;
    lab.setPreview(null);
    // another layer is a step of the history: numbers changed by hand in this one are left behind
    const kind = opened.layer === undefined ? 'selection' : 'change';
    lab.change({ ...opened, selection, ...also }, kind);
    lab.schedule();
    lab.say(lab.sentence);
  }

  /** Changes the view of steps to the step that a number comes from. */
  function stepFor(cell: string | undefined): Partial<LayerState> {
    return cell && lab.get().view === 'steps' ? { step: stepOf(cell, lab.steps()) } : {};
  }

  return {
    ...actions,
    change: (part) => lab.change(part, 'change'),
    letGo() {
      if (lab.get().trail.length > 0) close();
      else actions.letGo();
    },
    open: (cell) => walk([cell]),
    trace(cell) {
      const { view, selection, layer } = lab.get();
      asked = view === 'steps' ? null : { cell, back: { view, selection, layer } };
      walk([cell], { view: 'steps', step: stepOf(cell, lab.steps()) });
    },
    follow(cell) {
      const { trail } = lab.get();
      const known = trail.indexOf(cell);
      walk(known < 0 ? [...trail, cell] : trail.slice(0, known + 1), stepFor(cell));
    },
    trim(length) {
      if (length === 0) return close();
      const trail = lab.get().trail.slice(0, length);
      walk(trail, stepFor(trail.at(-1)));
    },
  };
}

const headAlone = ({ head }: Selection): Selection => ({ head, query: null, key: null });
