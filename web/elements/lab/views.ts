// The views and the tabs that choose among them.
// A view is an element with an update for each frame; to add one, write a create...() like those
// below and an entry in the list.

import { rove } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { createExportMenu } from './export/menu.ts';
import { createHeads } from './maps/heads.ts';
import { loadingPlaceholder } from './loading-placeholder.ts';
import { lazyView } from './lazy.ts';
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
  /** called when another view is shown */
  leave?: () => void;
  /** called when the lab is disposed */
  dispose?: () => void;
}

interface Tab {
  /** names in the state's `view`; the tab opens the first */
  names: readonly View[];
  label: string;
  view: LabView;
  /** the name of the room, for a view without a sentence and an answer */
  room?: string;
}

const listTabs = (messages: Messages, actions: Actions): readonly Tab[] => [
  {
    names: ['heads', 'head', 'table'],
    label: messages.tabHeads,
    view: createHeads(messages, actions),
  },
  {
    names: ['lines'],
    label: messages.tabLines,
    view: lazyView(async () => {
      const { createLines } = await import('./lazy-bundle.ts');
      return createLines(messages, actions);
    }, actions),
  },
  {
    names: ['steps'],
    label: messages.tabSteps,
    view: lazyView(async () => {
      const { createSteps, exportSteps } = await import('./lazy-bundle.ts');
      return { ...createSteps(messages, actions), exported: exportSteps };
    }, actions),
  },
  {
    names: ['contributions'],
    label: messages.tabContributions,
    view: lazyView(async () => {
      const { createContributions } = await import('./lazy-bundle.ts');
      return createContributions(messages, actions);
    }, actions),
  },
  {
    names: ['training'],
    label: messages.tabTraining,
    room: 'training',
    view: lazyView(async () => {
      const { createTraining } = await import('../training/training.ts');
      return createTraining(messages, actions);
    }, actions),
  },
];

export function createViews(messages: Messages, actions: Actions) {
  const all = listTabs(messages, actions);
  const tabOf = ({ view }: LabState) => all.find(({ names }) => names.includes(view)) ?? all[0];
  let frame: Frame | null = null;
  let shown = all[0];
  const exports = createExportMenu(messages, actions, async () => {
    const now = frame;
    const exported = now && (await shown.view.exported?.(now));
    return now && exported ? { frame: now, exported } : null;
  });

  const tabsView = () =>
    html`<div class="tabs" role="tablist" aria-label=${messages.tabsLabel} ref=${rove}>
      ${all.map((tab) => {
        const isChosen = frame !== null && tab === shown;
        return html`<button
          type="button"
          role="tab"
          aria-selected=${String(isChosen)}
          .tabIndex=${isChosen ? 0 : -1}
          @click=${() => actions.change({ view: tab.names[0] })}
        >
          ${tab.label}
        </button>`;
      })}
    </div>`;

  /** Whether a view is shown; while the next answer is awaited it keeps its room, invisibly. */
  const hasRoom = (tab: Tab) =>
    !frame || (tab === shown && (tab.room !== undefined || frame.answer !== null || frame.waiting));

  const view = () => html`<div class="views">
    ${loadingPlaceholder(messages, frame, shown.room === undefined)}
    ${all.map(
      (tab) => html`<div role="tabpanel" aria-label=${tab.label} hidden=${!hasRoom(tab)}>
        ${tab.view.element}
      </div>`,
    )}
    ${exports.element}
  </div>`;

  const tabs = createRoot(tabsView());
  const root = createRoot(view());

  return {
    element: root.element,
    tabs: tabs.element,
    update(next: Frame) {
      const before = shown;
      frame = next;
      shown = tabOf(next.state);
      if (before !== shown) before.view.leave?.();
      tabs.render(tabsView());
      root.render(view());
      if (before !== shown) bringIntoRow(tabs.element.children[all.indexOf(shown)], tabs.element);
      if (next.answer !== null || shown.room !== undefined) shown.view.update(next);
      exports.show(!shown.room && hasRoom(shown) && shown.view.exported !== undefined);
    },
    isDrawn: () => shown.view.isDrawn?.() ?? true,
    /** The room of a state's view; null: the sentence's room. */
    roomOf: (state: LabState) => tabOf(state).room ?? null,
    dispose() {
      for (const { view } of all) view.dispose?.();
    },
    arrive(selection: Selection) {
      if (selection.query === null && selection.key === null) return;
      for (const { view } of all) view.arrive?.(selection);
    },
  };
}

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
