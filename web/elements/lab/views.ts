// The views, the tabs, and the choice among the views of one tab.
// A view is an element with an update for each frame; to add one, write a create...() like those
// below and an entry in the list.

import { rove, segments } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { createHeads } from './maps/heads.ts';
import { loadingPlaceholder } from './loading-placeholder.ts';
import { lazyFinder, lazyView } from './lazy.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { LabState, Selection, View } from './state/state.ts';
import type { Exported } from './export/menu.ts';

export interface LabView<F = Frame> {
  element: HTMLElement;
  /** draws the frame; called only while the view is shown and there is an answer */
  update: (frame: F) => void;
  /**
   * false while a drawing continues in later frames; the view then calls actions.drawn() when it is
   * done
   */
  isDrawn?: () => boolean;
  /** data of the view for export; null: none yet */
  exported?: (frame: F) => Exported | Promise<Exported | null> | null;
  /** called when the selection was locked: moves the Tab key's cell to it */
  arrive?: (selection: Selection) => void;
  /** its style sheets, adopted when the view is */
  styles?: readonly string[];
  /** called when the reader opens the view by its tab, before it is shown */
  enter?: () => void;
  /** called when another view is shown */
  leave?: () => void;
  /** called when the lab is disposed */
  dispose?: () => void;
}

/** a view in the list of its tab */
interface Shown {
  /** names in the state's `view`; a click opens the first */
  names: readonly View[];
  label: string;
  view: LabView;
}

interface Tab {
  label: string;
  views: readonly Shown[];
  /** the name of the room, for a tab without a sentence and an answer */
  room?: string;
}

interface Around {
  /** a place beside the steps, for the panel */
  aside: HTMLElement;
  /** called when it is there */
  schedule: () => void;
}

const listTabs = (
  messages: Messages,
  actions: Actions,
  { aside, schedule }: Around,
): readonly Tab[] => [
  {
    label: messages.tabSee,
    views: [
      {
        names: ['heads', 'head', 'table'],
        label: messages.viewMaps,
        view: createHeads(messages, actions),
      },
      {
        names: ['lines'],
        label: messages.viewLines,
        view: lazyView(async () => {
          const { createLines } = await import('./lazy-bundle.ts');
          return createLines(messages, actions);
        }, actions),
      },
      {
        names: ['contributions'],
        label: messages.viewContributions,
        view: lazyView(async () => {
          const { createContributions } = await import('./lazy-bundle.ts');
          return createContributions(messages, actions);
        }, actions),
      },
    ],
  },
  {
    label: messages.tabCompute,
    views: [
      {
        names: ['steps'],
        label: messages.tabCompute,
        view: lazyView(async () => {
          const { createSteps, exportSteps } = await import('./lazy-bundle.ts');
          schedule();
          return { ...createSteps(messages, actions, aside), exported: exportSteps };
        }, actions),
      },
    ],
  },
  {
    label: messages.tabTrain,
    room: 'training',
    views: [
      {
        names: ['training'],
        label: messages.tabTrain,
        view: lazyView(async () => {
          const { createTraining } = await import('../training/training.ts');
          return createTraining(messages, actions);
        }, actions),
      },
    ],
  },
];

export function createViews(messages: Messages, actions: Actions, around: Around) {
  const tabs = listTabs(messages, actions, around);
  const all = tabs.flatMap(({ views }) => views);
  const shownIn = ({ view }: LabState) => all.find(({ names }) => names.includes(view)) ?? all[0];
  const tabOf = (one: Shown) => tabs.find(({ views }) => views.includes(one)) ?? tabs[0];
  let frame: Frame | null = null;
  let shown = all[0];
  const exportMenu = lazyFinder(
    async () => {
      const { createExportMenu } = await import('./lazy-bundle.ts');
      return createExportMenu(messages, actions, exported);
    },
    (next: Frame) => next.more,
    () => frame && update(frame),
  );

  /** Compute begins at the first layer; it and the other tabs come back to their own layers. */
  const layers = { steps: 0, others: null as number | null };

  function open({ views: [{ names, view }] }: Tab) {
    const { state } = frame ?? {};
    if (!state || names.includes(state.view)) return;
    const isFirst = names[0] === 'steps';
    const part: Partial<LabState> = { view: names[0] };
    if (state.lesson === null && isFirst) {
      part.layer = layers.steps;
      if (layers.others === null) part.step = FIRST_STEP;
      layers.others = state.layer;
    } else if (state.lesson === null && state.view === 'steps' && layers.others !== null) {
      part.layer = layers.others;
      layers.steps = state.layer;
    }
    // changes belong to their layer
    const isTouched = state.trail.length > 0 || state.off.length > 0 || hasEdits(state);
    if (isTouched) delete part.layer;
    if (state.lesson === null) view.enter?.();
    actions.change(part);
  }

  async function exported() {
    const now = frame;
    const exported = now && (await shown.view.exported?.(now));
    return now && exported ? { frame: now, exported } : null;
  }

  const tabsView = () =>
    html`<div class="tabs" role="tablist" aria-label=${messages.tabsLabel} ref=${rove}>
      ${tabs.map((tab) => {
        const isChosen = frame !== null && tab === tabOf(shown);
        return html`<button
          type="button"
          role="tab"
          aria-selected=${String(isChosen)}
          .tabIndex=${isChosen ? 0 : -1}
          @click=${() => open(tab)}
        >
          ${tab.label}
        </button>`;
      })}
    </div>`;

  /** The choice among the views of the open tab. */
  function choiceView() {
    const { views } = tabOf(shown);
    const choices = views.map((value) => ({ value, text: value.label }));
    return html`<div class="view-choice" hidden=${views.length === 1}>
      ${segments(messages.viewsLabel, choices, shown, ({ names }) => actions.change({ view: names[0] }))}
    </div>`;
  }

  /** Whether a view is shown; while the next answer is awaited it keeps its room, invisibly. */
  const hasRoom = (one: Shown) =>
    !frame || (one === shown && (isRoom(one) || frame.answer !== null || frame.waiting));
  const isRoom = (one: Shown) => tabOf(one).room !== undefined;

  const view = () => html`<div class="views">
    ${loadingPlaceholder(messages, frame, !isRoom(shown))}${choiceView()}
    ${all.map(
      (one) => html`<div role="tabpanel" aria-label=${one.label} hidden=${!hasRoom(one)}>
        ${one.view.element}
      </div>`,
    )}
    <div hidden=${isRoom(shown) || !hasRoom(shown) || !shown.view.exported}>
      ${exportMenu.element()}
    </div>
  </div>`;

  const row = createRoot(tabsView());
  const root = createRoot(view());

  function update(next: Frame) {
    const before = shown;
    frame = next;
    shown = shownIn(next.state);
    if (before !== shown) before.view.leave?.();
    exportMenu.update(next);
    row.render(tabsView());
    root.render(view());
    if (before !== shown) {
      bringIntoRow(row.element.children[tabs.indexOf(tabOf(shown))], row.element);
    }
    if (next.answer !== null || isRoom(shown)) shown.view.update(next);
  }

  return {
    element: root.element,
    tabs: row.element,
    update,
    isDrawn: () => shown.view.isDrawn?.() ?? true,
    /** The room of a state's view; null: the sentence's room. */
    roomOf: (state: LabState) => tabOf(shownIn(state)).room ?? null,
    dispose() {
      exportMenu.dispose();
      for (const { view } of all) view.dispose?.();
    },
    arrive(selection: Selection) {
      if (selection.query === null && selection.key === null) return;
      for (const { view } of all) view.arrive?.(selection);
    },
  };
}

const FIRST_STEP = 'embedding';
const hasEdits = ({ edits }: LabState) => Object.keys(edits).length > 0;

/**
 * On a phone the row of tabs scrolls sideways: scrolls it to the chosen tab without scrolling the
 * page.
 */
function bringIntoRow(tab: Element, row: Element) {
  const { left, right } = tab.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  if (right > seen.right) row.scrollLeft += right - seen.right;
  else if (left < seen.left) row.scrollLeft -= seen.left - left;
}
