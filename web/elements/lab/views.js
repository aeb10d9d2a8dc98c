// The views and the tabs that choose among them.
// A view is an element with an update for each frame; to add one, write a create...() like those
// below and an entry in the list.

import { h, rove, setAttribute } from '../shared/dom.js';
import { createExportMenu } from './export/menu.js';
import { createHeads } from './maps/heads.js';
import { createAwaiting } from './awaiting.js';
import { laterView } from './later.js';

/**
 * @typedef {object} LabView
 * @property {HTMLElement} element
 * @property {(frame: import('./frame.js').Frame) => void} update draws the frame; called only while the view is shown
 *   and there is an answer
 * @property {() => boolean} [isDrawn] false while something is still to be drawn in later frames; the view then calls
 *   actions.drawn() when it is done
 * @property {(frame: import('./frame.js').Frame) => import('./export/menu.js').Exported | Promise<import('./export/menu.js').Exported | null> | null} [exported] what the
 *   view gives to files; null: nothing yet
 * @property {(selection: import('./state/state.js').Selection) => void} [arrive] the selection was kept: the stop of the Tab
 *   key goes there
 * @property {readonly string[]} [styles] its style sheets, adopted with it
 * @property {() => void} [leave] another view is shown from now on
 * @property {() => void} [dispose] the lab goes away
 *
 * @typedef {object} Tab
 * @property {readonly import('./state/state.js').View[]} names of the state's `view`; the first is where the tab leads
 * @property {string} label
 * @property {LabView} view
 * @property {string} [room] it is not about the sentence: it stands alone, without an answer, in a room of this name
 */

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 */
export function createViews(messages, actions) {
  /** @type {readonly Tab[]} */
  const all = [
    {
      names: ['heads', 'head', 'table'],
      label: messages.tabHeads,
      view: createHeads(messages, actions),
    },
    {
      names: ['lines'],
      label: messages.tabLines,
      view: laterView(async () => {
        const { createLines } = await import('./extras.js');
        return createLines(messages, actions);
      }, actions),
    },
    {
      names: ['steps'],
      label: messages.tabSteps,
      view: laterView(async () => {
        const { createSteps, exportSteps } = await import('./extras.js');
        return { ...createSteps(messages, actions), exported: exportSteps };
      }, actions),
    },
    {
      names: ['contributions'],
      label: messages.tabContributions,
      view: laterView(async () => {
        const { createContributions } = await import('./extras.js');
        return createContributions(messages, actions);
      }, actions),
    },
    {
      names: ['training'],
      label: messages.tabTraining,
      room: 'training',
      view: laterView(async () => {
        const { createTraining } = await import('../training/training.js');
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
  const awaiting = createAwaiting(messages);
  const element = h(
    'div',
    { class: 'views' },
    awaiting.element,
    ...all.map(({ view }) => view.element),
    exports.element,
  );
  all.forEach(({ view }) => setAttribute(view.element, 'role', 'tabpanel'));
  all.forEach(({ view, label }) => setAttribute(view.element, 'aria-label', label));
  /** @type {Tab} */
  let shown = all[0];
  /** @type {import('./frame.js').Frame | null} */
  let last = null;

  return {
    element,
    tabs,
    /** @param {import('./frame.js').Frame} frame */
    update(frame) {
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
      awaiting.update(frame, shown.room === undefined);
      if (stands) shown.view.update(frame);
      last = frame;
      exports.show(
        (answer !== null || waiting) && !shown.room && shown.view.exported !== undefined,
      );
    },
    isDrawn: () => shown.view.isDrawn?.() ?? true,
    /** The room that the view on the screen has for itself; null: the sentence's. */
    room: () => shown.room ?? null,
    dispose() {
      for (const { view } of all) view.dispose?.();
    },
    /** @param {import('./state/state.js').Selection} selection */
    arrive(selection) {
      if (selection.query === null && selection.key === null) return;
      for (const { view } of all) view.arrive?.(selection);
    },
  };
}

/**
 * On a phone the row of tabs scrolls sideways: it brings the chosen one into sight without scrolling the page.
 * @param {HTMLElement} tab
 * @param {HTMLElement} row
 */
function bringIntoRow(tab, row) {
  const { left, right } = tab.getBoundingClientRect();
  const seen = row.getBoundingClientRect();
  if (right > seen.right) row.scrollLeft += right - seen.right;
  else if (left < seen.left) row.scrollLeft -= seen.left - left;
}
