// The views and the tabs that choose among them.
// A view is an element with an update for each frame; to add one, write a create...() like those
// below and an entry in the list.

import { h, rove, setAttribute } from '../../ui/dom.ts';
import { createExportMenu } from './export/menu.ts';
import { createHeads } from './maps/heads.ts';
import { createLoadingPlaceholder } from './loading-placeholder.ts';
import { lazyView } from './lazy.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { Selection, View } from './state/state.ts';
import type { Exported } from './export/menu.ts';

export interface LabView {
  element: HTMLElement;
  /** draws the frame; called only while the view is shown and there is an answer */
  update: (frame: Frame) => void;
  /**
   * false while a drawing continues in later frames; the view then calls actions.drawn() when it is
   * done
   */
  isDrawn?: () => boolean;
  /** data of the view for export; null: none yet */
  exported?: (frame: Frame) => Exported | Promise<Exported | null> | null;
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

export function createViews(messages: Messages, actions: Actions) {
  const all: readonly Tab[] = [
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
  const buttons = all.map(({ names, label }) =>
    h(
      'button',
      { type: 'button', role: 'tab', onclick: () => actions.change({ view: names[0] }) },
      label,
    ),
  );
  const tabs = h(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': messages.tabsLabel },
    ...buttons,
  );
  rove(tabs);
  const exports = createExportMenu(messages, actions, async () => {
    const frame = last;
    const exported = frame && (await shown.view.exported?.(frame));
    return frame && exported ? { frame, exported } : null;
  });
  const placeholder = createLoadingPlaceholder(messages);
  const element = h(
    'div',
    { class: 'views' },
    placeholder.element,
    ...all.map(({ view }) => view.element),
    exports.element,
  );
  all.forEach(({ view }) => setAttribute(view.element, 'role', 'tabpanel'));
  all.forEach(({ view, label }) => setAttribute(view.element, 'aria-label', label));
  let shown: Tab = all[0];
  let last: Frame | null = null;

  return {
    element,
    tabs,
    update(frame: Frame) {
      const { state, answer, waiting } = frame;
      const before = shown;
      shown = all.find(({ names }) => names.includes(state.view)) ?? all[0];
      if (before !== shown) {
        before.view.leave?.();
        bringIntoRow(buttons[all.indexOf(shown)], tabs);
      }
      const stands = answer !== null || shown.room !== undefined;
      all.forEach(({ view }, i) => {
        const chosen = all[i] === shown;
        setAttribute(buttons[i], 'aria-selected', String(chosen));
        setAttribute(buttons[i], 'tabindex', chosen ? '0' : '-1');
        // while the next answer is awaited, the old view keeps its room, invisibly
        view.element.hidden = !chosen || !(stands || waiting);
      });
      placeholder.update(frame, shown.room === undefined);
      if (stands) shown.view.update(frame);
      last = frame;
      exports.show(
        (answer !== null || waiting) && !shown.room && shown.view.exported !== undefined,
      );
    },
    isDrawn: () => shown.view.isDrawn?.() ?? true,
    /** The room of the view on the screen; null: the sentence's room. */
    room: () => shown.room ?? null,
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
function bringIntoRow(tab: HTMLElement, row: HTMLElement) {
  const { left, right } = tab.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  if (right > seen.right) row.scrollLeft += right - seen.right;
  else if (left < seen.left) row.scrollLeft -= seen.left - left;
}
