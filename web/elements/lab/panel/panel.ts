// The panel that describes the selection in words.
// One number, one row or one column, and related numbers. Beside the maps where there is room;
// otherwise a bottom sheet.

import { createBars } from './bars.ts';
import { blendSelectionText } from '../blend/selection-text.ts';
import { cellOfPair } from '../answer/cells.ts';
import { h, icon, setAttribute, setText } from '../../../ui/dom.ts';
import { createBigNumber } from './number.ts';
import { lazyFinder } from '../lazy.ts';
import { headText, roleSentence } from '../answer/roles.ts';
import { selectionText } from './selection-text.ts';
import { createRoot, html } from '../../../ui/template.ts';
import type { Child } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { SelectionText } from './selection-text.ts';

export function createPanel(messages: Messages, actions: Actions) {
  const provenance = lazyFinder(
    async () => {
      const { createProvenance } = await import('../lazy-bundle.ts');
      return createProvenance(messages, actions);
    },
    ({ cell }) => cell !== null,
    () => {
      if (last) update(last);
      actions.drawn();
    },
  );
  const heard = { ask: () => askSelected(), toggle: () => open(!opened) };
  const parts = buildPanel(messages, actions, provenance.element, heard);
  const { element, body, handle, headName, toTable } = parts;
  const { title, number, meaning, role, list, across } = parts;
  let opened = false;
  /** whether it was open before a number was followed */
  let wasOpen = false;
  let followed = '';
  let last: Frame | null = null;

  function askSelected() {
    const { head, query, key } = last?.selection ?? { head: 0, query: null, key: null };
    if (query !== null && key !== null) actions.trace(cellOfPair('attention', head, query, key));
  }

  function open(wanted: boolean) {
    opened = wanted;
    setAttribute(element, 'data-open', opened ? '' : null);
    setAttribute(handle, 'aria-expanded', String(opened));
    setAttribute(handle, 'aria-label', opened ? messages.panelClose : messages.panelOpen);
  }
  open(false);

  function update(frame: Frame) {
    const { answer, selection } = frame;
    const { head, query, key } = selection;
    last = frame;
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    const asked = activeElement === parts.ask;
    const found = provenance.update(frame);
    const idle = !found && (!answer || !frame.shares || (query === null && key === null));
    showParts(parts, frame, Boolean(found), idle);
    if (!answer) return;
    if (found) {
      showFollowed(frame, found);
      // the pressed button was removed: the focus moves to the beginning of the answer
      if (asked) parts.close.focus({ preventScroll: true });
      return;
    }
    if (followed !== '') open(wasOpen);
    followed = '';
    setText(headName, headText(frame, head));
    const blended = frame.shares ? blendSelectionText(frame) : null;
    setText(role, idle || blended ? '' : roleSentence(frame, head));
    role.hidden = role.textContent === '';
    setText(toTable, blended ? messages.blendTable : messages.allOfIt);
    if (blended) setText(headName, blended.name);
    const told = blended ?? (frame.shares ? selectionText(frame, answer) : null);
    if (told) show(told);
    else if (isSteps(frame)) showStart(messages.stepsStartTitle, messages.stepsStartText);
    else showStart(messages.startTitle, messages.startText);
  }

  function showFollowed(
    frame: Frame,
    { name, value, head }: { name: Child; value: number; head: number | null },
  ) {
    const { state, kept } = frame;
    role.hidden = true;
    setText(headName, head === null ? messages.provTitle : headText(frame, head));
    title.replaceChildren(createRoot(html`<span>${name}</span>`).element);
    number.show(value);
    list.clear();
    across.clear();
    // a followed number may take the room of the sheet
    const now = state.trail.at(-1) ?? '';
    if (kept && now !== followed) {
      if (followed === '') wasOpen = opened;
      followed = now;
      open(true);
      body.scrollTop = element.scrollTop = 0;
    }
  }

  function show(told: SelectionText) {
    title.replaceChildren(told.title);
    number.show(told.value, told.value !== null && !last?.blend?.scale.signed);
    meaning.replaceChildren(told.meaning);
    list.show(told.list.heading, told.list.list);
    if (told.across) across.show(told.across.heading, told.across.list);
    else across.clear();
  }

  function showStart(heading: string, text: string) {
    title.replaceChildren(heading);
    setText(meaning, text);
    number.show(null);
    list.clear();
    across.clear();
  }

  return { element, update, isDrawn: provenance.isDrawn, dispose: provenance.dispose };
}

/** The parts of the panel and their arrangement. */
function buildPanel(
  messages: Messages,
  actions: Actions,
  provenance: HTMLElement,
  heard: { ask: () => void; toggle: () => void },
) {
  const headName = h('span', null);
  const eyebrow = h('p', { class: 'eyebrow' }, h('span', { class: 'dot' }), headName);
  const title = h('h2', { class: 'panel-title' });
  const number = createBigNumber(messages);
  const meaning = h('p', { class: 'meaning' });
  const role = h('p', { class: 'meaning' });
  const large = h('p', { class: 'meaning' }, messages.startLarge);
  const hint = h(
    'p',
    { class: 'hint' },
    matchMedia('(hover: none)').matches ? messages.hintTouch : messages.hint,
  );
  const list = createBars(actions);
  const across = createBars(actions);
  const toTable = h(
    'button',
    { type: 'button', class: 'link', onclick: () => actions.change({ view: 'table' }) },
    messages.allOfIt,
  );
  const ask = h(
    'button',
    { type: 'button', class: 'quiet filled', onclick: heard.ask },
    messages.provAsk,
  );
  const close = h(
    'button',
    {
      type: 'button',
      class: 'tool close',
      'aria-label': messages.provClose,
      title: messages.provClose,
      onclick: () => actions.trim(0),
    },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  const handle = h('button', { type: 'button', class: 'handle', onclick: heard.toggle });
  const body = h(
    'div',
    { class: 'panel-body' },
    provenance,
    meaning,
    role,
    ask,
    large,
    list.element,
    across.element,
    toTable,
    hint,
  );
  const element = h(
    'aside',
    { class: 'panel', 'aria-label': messages.panelLabel },
    h(
      'div',
      { class: 'panel-head' },
      h('div', { class: 'panel-name' }, eyebrow, title, ...number.elements),
      close,
      handle,
    ),
    body,
  );
  return {
    ...{ element, body, close, ask, handle, eyebrow, headName, large, hint, toTable },
    ...{ title, number, meaning, role, list, across },
  };
}

/**
 * Shows the parts that a frame has data for.
 *
 * @param followed whether it shows a number's provenance
 * @param idle whether nothing is selected
 */
function showParts(
  parts: ReturnType<typeof buildPanel>,
  frame: Frame,
  followed: boolean,
  idle: boolean,
) {
  const { element, close, ask, meaning, hint, eyebrow, large, toTable } = parts;
  const { answer, state } = frame;
  const { query, key } = frame.selection;
  // while the next answer is awaited the panel keeps its room, invisible
  element.hidden = !answer && !frame.waiting;
  setAttribute(element, 'data-followed', followed ? '' : null);
  const pair = frame.kept && frame.shares && query !== null && key !== null;
  setAttribute(element, 'data-pair', pair ? '' : null);
  close.hidden = state.trail.length === 0;
  ask.hidden = followed || Boolean(frame.blend) || idle || query === null || key === null;
  meaning.hidden = hint.hidden = followed;
  setAttribute(element, 'data-stale', frame.stale ? '' : null);
  setAttribute(element, 'data-idle', idle ? '' : null);
  eyebrow.hidden = idle;
  large.hidden = !idle || isSteps(frame);
  toTable.hidden = idle || followed;
}

/**
 * Whether readers click numbers and cannot enlarge a head, or there are no attention weights to
 * hover.
 */
function isSteps({ state, shares }: Frame) {
  return state.view === 'steps' || !shares;
}
