// The provenance of a followed number, in the panel.
// Its terms, each a link; the running sum; the difference between float32 and float64; and the
// editor.

/// <reference path="../../css.d.ts" />

import { nameCell, parseCell, selectionOf } from '../answer/cells.ts';
import { fillText, h, setText } from '../../../ui/dom.ts';
import { exactText } from '../../../ui/format.ts';
import { createCrumbs } from './crumbs.ts';
import { createEditor } from './editor.ts';
import style from './provenance.css';
import { explain } from './explain.ts';
import { expressionOf } from './expression.ts';
import { nameNodes } from './names.ts';
import { createRounding } from './rounding.ts';
import { sentenceAbout } from './sentences.ts';
import { createTerms, numberOf } from './terms.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Explanation } from './explain.ts';

export function createProvenance(messages: Messages, actions: Actions) {
  const crumbs = createCrumbs(messages, actions);
  const said = h('p', { class: 'meaning' });
  const parts = h('p', { class: 'parts' });
  const terms = createTerms(messages, () => {
    shownFrom = [];
    if (last) update(last);
  });
  const rounding = createRounding(messages);
  const before = h('p', { class: 'meaning' });
  const editor = createEditor(messages, actions);
  const hint = h('p', { class: 'meaning' }, messages.provPreview);
  const element = h(
    'div',
    { class: 'provenance' },
    crumbs.element,
    said,
    parts,
    // above a sum that may be long, so that it is in view as soon as a number is followed
    editor.element,
    before,
    terms.element,
    rounding.element,
    hint,
  );
  let shownFrom: readonly unknown[] = [];
  let shownName = '';
  let last: Frame | null = null;

  hearCells(element, {
    follow: actions.follow,
    preview(cell) {
      const from = last?.state.trail.at(-1);
      if (!cell || !last || !from) actions.preview(null);
      else actions.preview({ ...selectionOf(cell, last.state.selection), cell, beside: true });
    },
  });

  /**
   * The description at the top of the panel.
   *
   * @returns null if there is no such number
   */
  function describe(
    { answer }: Frame,
    name: string,
  ): { name: Node; value: number; head: number | null } | null {
    const cell = parseCell(name);
    const explanation = answer && cell && explain(answer, name);
    if (!answer || !explanation) return null;
    const { cell: at, value } = explanation;
    return { name: nameNodes(messages, answer, at), value, head: at.head };
  }

  /**
   * @param name name of the described number
   * @param open whether it is followed, not only hovered
   */
  function show(frame: Frame, name: string, open: boolean) {
    const { answer, state } = frame;
    const from = [answer, name, open, state.trail];
    if (from.every((value, i) => value === shownFrom[i])) return;
    const moved = name !== shownName;
    shownName = name;
    if (moved) terms.restart();
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    const focused = activeElement !== null && element.contains(activeElement);
    shownFrom = [answer, name, open, state.trail];
    rounding.forget();
    const explanation = answer && explain(answer, name);
    if (!answer || !explanation) return;
    said.replaceChildren(sentenceAbout(messages, answer, explanation));
    for (const part of [crumbs.element, parts, terms.element, rounding.element, before])
      part.hidden = !open;
    hint.hidden = open;
    editor.update(open ? answer : null, explanation);
    if (!open) return;
    crumbs.show(answer, state.trail);
    const nodes = expressionOf(explanation, (factor) => numberOf(messages, answer, factor));
    parts.hidden = nodes.length === 0;
    parts.replaceChildren(...nodes);
    terms.show(answer, explanation);
    showBefore(answer, explanation);
    rounding.show(answer, name, explanation);
    // the chosen number was removed from the panel: the focus moves to the new one
    if (moved && focused) focusStart();
  }

  function focusStart() {
    const close = element.closest('.panel')?.querySelector('.close');
    const here = crumbs.element.hidden ? close : crumbs.element.querySelector('[aria-current]');
    (here as HTMLElement | null | undefined)?.focus({ preventScroll: true });
  }

  /** The value of the number before an edit. */
  function showBefore(answer: Answer, { cell, value }: Explanation) {
    const other = answer.before && explain(answer.before, nameCell(cell));
    before.hidden = !other || Object.is(other.value, value);
    if (other) setText(before, fillText(messages.provBefore, { value: exactText(other.value) }));
  }

  function update(frame: Frame) {
    last = frame;
    const { cell, kept, state, beside } = frame;
    // hovering a number in the explanation leaves the open number in place
    const name = beside ? (state.trail.at(-1) ?? null) : cell;
    element.hidden = name === null;
    if (name !== null) show(frame, name, kept || beside);
    return name === null ? null : describe(frame, name);
  }

  return { element, update, styles: [style] };
}

/** Follows clicks on every number in the panel that is a cell. */
function hearCells(
  element: HTMLElement,
  { follow, preview }: { follow: (cell: string) => void; preview: (cell: string | null) => void },
) {
  element.addEventListener('click', (event) => {
    const cell = cellOf(event);
    if (cell) follow(cell);
  });
  element.addEventListener('pointerover', (event) => preview(cellOf(event)));
  element.addEventListener('pointerleave', () => preview(null));
  element.addEventListener('focusin', (event) => {
    const target = event.target as Element;
    if (target.matches(':focus-visible')) preview(cellOf(event));
  });
  element.addEventListener('focusout', () => preview(null));
}

function cellOf(event: Event) {
  const link = (event.target as Element).closest('[data-cell]');
  return link?.getAttribute('data-cell') ?? null;
}
