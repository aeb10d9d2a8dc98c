// The provenance of a followed number, in the panel.
// Its terms, each a link; the running sum; the difference between float32 and float64; and the
// editor.

/// <reference path="../../css.d.ts" />

import { nameCell, parseCell, selectionOf } from '../answer/cells.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { exactText } from '../../shared/format.js';
import { createCrumbs } from './crumbs.js';
import { createEditor } from './editor.js';
import style from './provenance.css';
import { explain } from './explain.js';
import { expressionOf } from './expression.js';
import { nameNodes } from './names.js';
import { createRounding } from './rounding.js';
import { sentenceAbout } from './sentences.js';
import { createTerms, numberOf } from './terms.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('./explain.js').Explanation} Explanation
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createProvenance(messages, actions) {
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
    // before a sum that may be long: it is in sight as soon as a number is followed
    editor.element,
    before,
    terms.element,
    rounding.element,
    hint,
  );
  /** @type {readonly unknown[]} */
  let shownFrom = [];
  let shownName = '';
  /** @type {Frame | null} */
  let last = null;

  hearCells(element, {
    follow: actions.follow,
    preview(cell) {
      const from = last?.state.trail.at(-1);
      if (!cell || !last || !from) actions.preview(null);
      else actions.preview({ ...selectionOf(cell, last.state.selection), cell, beside: true });
    },
  });

  /**
   * The head of the panel.
   * @param {Frame} frame
   * @param {string} name
   * @returns {{ name: Node, value: number, head: number | null } | null} null if there is no such number
   */
  function describe({ answer }, name) {
    const cell = parseCell(name);
    const explanation = answer && cell && explain(answer, name);
    if (!answer || !explanation) return null;
    const { cell: at, value } = explanation;
    return { name: nameNodes(messages, answer, at), value, head: at.head };
  }

  /**
   * @param {Frame} frame
   * @param {string} name of the number that is described
   * @param {boolean} open whether it is followed, not only pointed at
   */
  function show(frame, name, open) {
    const { answer, state } = frame;
    const from = [answer, name, open, state.trail];
    if (from.every((value, i) => value === shownFrom[i])) return;
    const moved = name !== shownName;
    shownName = name;
    if (moved) terms.restart();
    const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
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
    // the number that was chosen has left the panel: the focus moves to the new one
    if (moved && focused) focusStart();
  }

  function focusStart() {
    const close = element.closest('.panel')?.querySelector('.close');
    const here = crumbs.element.hidden ? close : crumbs.element.querySelector('[aria-current]');
    /** @type {HTMLElement | null | undefined} */ (here)?.focus({ preventScroll: true });
  }

  /**
   * The value of the number before an edit.
   * @param {Answer} answer
   * @param {Explanation} explanation
   */
  function showBefore(answer, { cell, value }) {
    const other = answer.before && explain(answer.before, nameCell(cell));
    before.hidden = !other || Object.is(other.value, value);
    if (other) setText(before, fillText(messages.provBefore, { value: exactText(other.value) }));
  }

  /** @param {Frame} frame */
  function update(frame) {
    last = frame;
    const { cell, kept, state, beside } = frame;
    // pointing at a number in the explanation leaves the open number in place
    const name = beside ? (state.trail.at(-1) ?? null) : cell;
    element.hidden = name === null;
    if (name !== null) show(frame, name, kept || beside);
    return name === null ? null : describe(frame, name);
  }

  return { element, update, styles: [style] };
}

/**
 * Every number in the panel that is a cell leads to it.
 * @param {HTMLElement} element
 * @param {{ follow: (cell: string) => void, preview: (cell: string | null) => void }} to
 */
function hearCells(element, { follow, preview }) {
  element.addEventListener('click', (event) => {
    const cell = cellOf(event);
    if (cell) follow(cell);
  });
  element.addEventListener('pointerover', (event) => preview(cellOf(event)));
  element.addEventListener('pointerleave', () => preview(null));
  element.addEventListener('focusin', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches(':focus-visible')) preview(cellOf(event));
  });
  element.addEventListener('focusout', () => preview(null));
}

/** @param {Event} event */
function cellOf(event) {
  const link = /** @type {Element} */ (event.target).closest('[data-cell]');
  return link?.getAttribute('data-cell') ?? null;
}
