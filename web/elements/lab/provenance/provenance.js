// What the panel says of a number that is followed: the numbers it was made of, each a way on; the running sum; how far
// the float32 number is from the float64 one; and changing it by hand.

/// <reference path="../../css.d.ts" />

import { nameCell, parseCell, selectionOf } from '../answer/cells.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { doubleText, exactText, roughText, shortText } from '../../shared/format.js';
import { inlineSymbol } from '../steps/formula.js';
import { createEditor } from './editor.js';
import style from './provenance.css';
import { exactValue, stepAt } from './exact.js';
import { explain } from './explain.js';
import { expressionOf } from './expression.js';
import { nameNodes, nameText } from './names.js';
import { sentenceAbout } from './sentences.js';
import { createTerms, numberOf } from './terms.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../answer/answer.js').Answer} Answer
 * @typedef {import('./explain.js').Explanation} Explanation
 */

/** The float64 value is computed once a number has been looked at for so long, milliseconds. */
const REST = 150;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createProvenance(messages, actions) {
  const crumbs = h('ol', { class: 'crumbs' });
  const path = h('nav', { 'aria-label': messages.provCrumbs }, crumbs);
  const said = h('p', { class: 'meaning' });
  const parts = h('p', { class: 'parts' });
  const terms = createTerms(messages, () => {
    shownFrom = [];
    if (last) update(last);
  });
  const ends = h('p', { class: 'meaning' });
  const exact = h('p', { class: 'meaning exact' });
  const rounding = h(
    'details',
    { class: 'why' },
    h('summary', null, messages.provRounding),
    ends,
    exact,
  );
  const before = h('p', { class: 'meaning' });
  const editor = createEditor(messages, actions);
  const hint = h('p', { class: 'meaning' }, messages.provPreview);
  const element = h(
    'div',
    { class: 'provenance' },
    path,
    said,
    parts,
    // before a sum that may be long: it is in sight as soon as a number is followed
    editor.element,
    before,
    terms.element,
    rounding,
    hint,
  );
  /** @type {readonly unknown[]} */
  let shownFrom = [];
  let shownName = '';
  let timer = 0;
  /** @type {Frame | null} */
  let last = null;

  // every number in here that stands somewhere is a way there
  element.addEventListener('click', (event) => {
    const cell = cellOf(event);
    if (cell) actions.follow(cell);
  });
  element.addEventListener('pointerover', (event) => preview(cellOf(event)));
  element.addEventListener('pointerleave', () => actions.preview(null));
  element.addEventListener('focusin', (event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.matches(':focus-visible')) preview(cellOf(event));
  });
  element.addEventListener('focusout', () => actions.preview(null));

  /** @param {string | null} cell */
  function preview(cell) {
    const from = last?.state.trail.at(-1);
    if (!cell || !last || !from) actions.preview(null);
    else actions.preview({ ...selectionOf(cell, last.state.selection), cell, beside: true });
  }

  /**
   * What the panel's head says.
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
    clearTimeout(timer);
    const explanation = answer && explain(answer, name);
    if (!answer || !explanation) return;
    said.replaceChildren(sentenceAbout(messages, answer, explanation));
    for (const part of [path, parts, terms.element, rounding, before]) part.hidden = !open;
    hint.hidden = open;
    editor.update(open ? answer : null, explanation);
    if (!open) return;
    showCrumbs(answer, state.trail);
    showParts(answer, explanation);
    terms.show(answer, explanation);
    showEnd(answer, explanation);
    exact.hidden = true;
    rounding.hidden = ends.hidden;
    // the way that was taken is gone: the focus goes along
    if (moved && focused) {
      const here = path.hidden
        ? element.closest('.panel')?.querySelector('.close')
        : crumbs.querySelector('[aria-current]');
      /** @type {HTMLElement | null | undefined} */ (here)?.focus({ preventScroll: true });
    }
    timer = window.setTimeout(() => showExact(answer, name, explanation), REST);
  }

  /**
   * @param {Answer} answer
   * @param {readonly string[]} trail
   */
  function showCrumbs(answer, trail) {
    path.hidden = trail.length < 2;
    crumbs.replaceChildren(
      ...trail.map((name, i) => {
        const cell = parseCell(name);
        const current = i === trail.length - 1;
        const crumb = h('button', {
          type: 'button',
          class: 'crumb',
          'aria-current': current ? 'step' : null,
          title: cell && nameText(messages, answer, cell),
          onclick: () => actions.trim(i + 1),
        });
        if (cell) crumb.append(inlineSymbol(cell.matrix, cell.head));
        return h('li', null, crumb);
      }),
    );
  }

  /**
   * @param {Answer} answer
   * @param {Explanation} explanation
   */
  function showParts(answer, explanation) {
    const nodes = expressionOf(explanation, (factor) => numberOf(messages, answer, factor));
    parts.hidden = nodes.length === 0;
    parts.replaceChildren(...nodes);
  }

  /**
   * @param {Answer} answer
   * @param {Explanation} explanation
   */
  function showEnd(answer, explanation) {
    const { cell, value } = explanation;
    ends.hidden = explanation.terms.length === 0;
    setText(ends, endText(messages, explanation));
    const other = answer.before && explain(answer.before, nameCell(cell));
    before.hidden = !other || Object.is(other.value, value);
    if (other) setText(before, fillText(messages.provBefore, { value: exactText(other.value) }));
  }

  /**
   * @param {Answer} answer
   * @param {string} name
   * @param {Explanation} explanation
   */
  function showExact(answer, name, { value }) {
    const ideal = exactValue(answer, name);
    exact.hidden = ideal === null;
    rounding.hidden = ends.hidden && exact.hidden;
    if (ideal === null) return;
    if (ideal === 'too long') {
      setText(exact, messages.provTooLong);
      return;
    }
    const distance = Math.abs(value - ideal);
    const near = Object.is(value, ideal) || distance === 0 || !Number.isFinite(ideal);
    const tail = near
      ? messages.provDistanceNone
      : fillText(messages.provDistance, {
          distance: roughText(distance),
          steps: shortText(distance / stepAt(value)),
        });
    setText(exact, `${fillText(messages.provExact, { value: doubleText(ideal) })} ${tail}`);
  }

  /** @param {Frame} frame */
  function update(frame) {
    last = frame;
    const { cell, kept, state, beside } = frame;
    // pointing at a way on leaves what is open in its place
    const name = beside ? (state.trail.at(-1) ?? null) : cell;
    element.hidden = name === null;
    if (name !== null) show(frame, name, kept || beside);
    return name === null ? null : describe(frame, name);
  }

  return { element, update, styles: [style] };
}

/**
 * How the terms end, in the order in which the engine adds them.
 * @param {import('../../messages/en.js').Messages} messages
 * @param {Explanation} explanation
 */
function endText(messages, { value, result, lanes, total }) {
  const same = Object.is(result, value) || (Number.isNaN(result) && Number.isNaN(value));
  const end = same
    ? messages.provEndsOn
    : fillText(messages.provEndsElsewhere, { value: exactText(result) });
  if (lanes.length === 0) return end;
  const short = (/** @type {number} */ number) => shortText(number, 4);
  const [s0, s1, s2, s3] = lanes.map(short);
  return `${messages.provShareSum} (${s0} + ${s1}) + (${s2} + ${s3}) = ${short(total)}. ${end}`;
}

/** @param {Event} event */
function cellOf(event) {
  const link = /** @type {Element} */ (event.target).closest('[data-cell]');
  return link?.getAttribute('data-cell') ?? null;
}
