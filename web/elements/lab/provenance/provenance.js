// What the panel says of a number that is followed: the numbers it was made of, each a way on; the running sum; how far
// the float32 number is from the float64 one; and changing it by hand.

import { parseCell, selectionOf } from '../cells.js';
import { fill, fillText, h, setAttribute, setText } from '../dom.js';
import { exactText, shortText } from '../format.js';
import { inlineSymbol, symbolText } from '../steps/formula.js';
import { createEditor } from './editor.js';
import { exactValue, stepAt } from './exact.js';
import { explain } from './explain.js';
import { expressionOf } from './expression.js';
import { nameNodes, nameText, wordsAt } from './names.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('../answer.js').Answer} Answer
 * @typedef {import('./explain.js').Explanation} Explanation
 * @typedef {import('./explain.js').Factor} Factor
 */

/** Terms shown at first, and by how many more. */
const FIRST = 16;
const MORE = 64;
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
  const table = h('table', { class: 'terms' });
  const more = h('button', { type: 'button', class: 'link' });
  const ends = h('p', { class: 'meaning' });
  const exact = h('p', { class: 'meaning exact' });
  const before = h('p', { class: 'meaning' });
  const editor = createEditor(messages, actions);
  const hint = h('p', { class: 'meaning' }, messages.provPreview);
  const element = h(
    'div',
    { class: 'provenance' },
    path,
    said,
    parts,
    table,
    ends,
    exact,
    before,
    editor.element,
    hint,
  );
  /** @type {readonly unknown[]} */
  let shownFrom = [];
  let count = FIRST;
  let timer = 0;
  /** @type {Frame | null} */
  let last = null;

  more.addEventListener('click', () => {
    count += MORE;
    shownFrom = [];
    if (last) update(last);
  });
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
    const from = [answer, name, open, count, state.trail];
    if (from.every((value, i) => value === shownFrom[i])) return;
    const moved = name !== shownFrom[1];
    if (moved) count = FIRST;
    const { activeElement } = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const focused = activeElement !== null && element.contains(activeElement);
    shownFrom = [answer, name, open, count, state.trail];
    clearTimeout(timer);
    const explanation = answer && explain(answer, name);
    if (!answer || !explanation) return;
    said.replaceChildren(sayKind(answer, explanation));
    for (const part of [path, parts, table, ends, exact, before]) part.hidden = !open;
    hint.hidden = open;
    editor.update(open ? answer : null, explanation);
    if (!open) return;
    showCrumbs(answer, state.trail);
    showParts(answer, explanation);
    showTerms(answer, explanation);
    showEnd(answer, explanation);
    exact.hidden = true;
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
    const nodes = expressionOf(explanation, (factor) => number(answer, factor));
    parts.hidden = nodes.length === 0;
    parts.replaceChildren(...nodes);
  }

  /**
   * @param {Answer} answer
   * @param {Explanation} explanation
   */
  function showTerms(answer, { cell, terms, bias }) {
    table.hidden = terms.length === 0;
    if (terms.length === 0) return;
    // the first ones and the last one: where the sum begins and where it ends
    const left = terms.length - count - 1;
    const shown = left > 0 ? [...terms.keys()].slice(0, count) : [...terms.keys()];
    const factors = terms[0].factors;
    const multiplied = factors.length === 2;
    /**
     * @param {Factor} factor
     * @returns {[Node | string, string]} how it looks and how it is said
     */
    const symbol = ({ cell: name }) => {
      const at = name === null ? null : parseCell(name);
      if (!at) return ['', ''];
      return [inlineSymbol(at.matrix, at.head), symbolText(at.matrix, at.head)];
    };
    const plain = (/** @type {string} */ text) => /** @type {[string, string]} */ ([text, text]);
    const heads = [
      plain(messages.provTerm),
      ...factors.map(symbol),
      ...(multiplied ? [plain(messages.provProduct)] : []),
      plain(messages.provRunning),
    ];
    const words = labelsOf(answer, cell.matrix);
    const body = h('tbody', null);
    const columns = multiplied ? 5 : 3;
    /** @param {number} k */
    const row = (k) => {
      const { factors: made, product, running } = terms[k];
      const numbers = multiplied ? [product, running] : [running];
      return h(
        'tr',
        null,
        h('th', { scope: 'row' }, h('bdi', null, words?.[k] ?? String(k + 1))),
        ...made.map((factor) => h('td', null, number(answer, factor))),
        ...numbers.map((value) => h('td', { title: exactText(value) }, shortText(value, 4))),
      );
    };
    body.append(...shown.map(row));
    if (left > 0) {
      setText(more, fillText(messages.provMore, { count: Math.min(left, MORE) }));
      body.append(h('tr', { class: 'more' }, h('td', { colspan: columns }, more)));
      body.append(row(terms.length - 1));
    }
    if (bias) {
      const end = Math.fround(bias.value + terms[terms.length - 1].running);
      body.append(
        h(
          'tr',
          null,
          h('th', { scope: 'row' }, messages.provBias),
          h('td', null),
          h('td', null, number(answer, bias)),
          h('td', null),
          h('td', { title: exactText(end) }, shortText(end, 4)),
        ),
      );
    }
    table.replaceChildren(
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          ...heads.map(([node, label]) => h('th', { scope: 'col' }, ...headerOf(node, label))),
        ),
      ),
      body,
    );
    setAttribute(table, 'data-words', words ? '' : null);
  }

  /**
   * @param {Answer} answer
   * @param {Explanation} explanation
   */
  function showEnd(answer, { cell, value, result, lanes, parts: made, terms }) {
    ends.hidden = terms.length === 0;
    const same = Object.is(result, value) || (Number.isNaN(result) && Number.isNaN(value));
    const end = same
      ? messages.provEndsOn
      : fillText(messages.provEndsElsewhere, { value: exactText(result) });
    const short = (/** @type {number} */ number) => shortText(number, 4);
    const [s0, s1, s2, s3] = lanes.map(short);
    const four =
      lanes.length === 0
        ? ''
        : `${messages.provShareSum} (${s0} + ${s1}) + (${s2} + ${s3}) = ${short(made[1].value)}. `;
    setText(ends, four + end);
    const other = answer.before && explain(answer.before, nameOf(cell));
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
          distance: distance.toPrecision(2),
          steps: (distance / stepAt(value)).toFixed(2),
        });
    setText(exact, `${fillText(messages.provExact, { value: String(ideal) })} ${tail}`);
  }

  /**
   * A number; a way on if it stands somewhere.
   * @param {Answer} answer
   * @param {Factor} factor
   */
  function number(answer, { cell, value }) {
    const text = Number.isFinite(value) ? shortText(value, 4) : value < 0 ? '−∞' : String(value);
    const at = cell === null ? null : parseCell(cell);
    if (!at) return h('span', { class: 'number', title: exactText(value) }, text);
    const title = fillText(messages.provSay, {
      name: nameText(messages, answer, at),
      value: exactText(value),
    });
    return h('button', { type: 'button', class: 'factor-link', 'data-cell': cell, title }, text);
  }

  /**
   * @param {Answer} answer
   * @param {Explanation} explanation
   */
  function sayKind(answer, { cell, kind }) {
    const { matrix, row, column, head } = cell;
    const { question } = answer;
    const { trained } = question.source;
    const words = wordsAt(answer, cell);
    const places = {
      query: word(words.query),
      key: word(words.key),
      token: word(words.token),
      column: String(column + 1),
      place: String(row),
      head: String((head ?? 0) + 1),
      width: String(question.width / question.heads),
      count: String(question.width),
    };
    if (kind === 'edited') return fill(messages.provEdited, places);
    const blocked =
      answer.trace && explain(answer, nameOf({ ...cell, matrix: 'mask', head: null }));
    /** @type {Record<string, string>} */
    const sentences = {
      tokens: trained ? messages.provTokensTrained : messages.provTokens,
      positions: trained ? messages.provPositionsTrained : messages.provPositions,
      x: messages.provX,
      query: messages.provProjection,
      key: messages.provProjection,
      value: messages.provProjection,
      dotProducts: messages.provDotProduct,
      scores: question.scaled ? messages.provScaled : messages.provUnscaled,
      mask: messages.provMask,
      masked: blocked?.value ? messages.provMaskedOut : messages.provMasked,
      exponentials: messages.provPower,
      attention: messages.provShare,
      heads: messages.provHeads,
      concatenated: messages.provCopy,
      contributions: messages.provContributions,
      output: messages.provOutput,
      sum: messages.provSum,
      mean: messages.provMean,
      variance: messages.provVariance,
      norm: messages.provNorm,
    };
    const weight = trained ? messages.provWeightTrained : messages.provWeight;
    return fill(sentences[matrix.replace(/2$/, '')] ?? weight, places);
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

  return { element, update };
}

/**
 * A column's heading: its symbol to look at and, as not every program reads formulas, its name to be read.
 * @param {Node | string} node
 * @param {string} label
 */
function headerOf(node, label) {
  if (typeof node === 'string') return [node];
  /** @type {Element} */ (node).setAttribute('aria-hidden', 'true');
  return [node, h('span', { class: 'spoken' }, label)];
}

/** @param {string} text */
function word(text) {
  return h('bdi', { class: 'word' }, text);
}

/** @param {import('../cells.js').Cell} cell */
function nameOf({ matrix, head, row, column }) {
  return (head === null ? [matrix, row, column] : [matrix, head, row, column]).join('.');
}

/** @param {Event} event */
function cellOf(event) {
  const link = /** @type {Element} */ (event.target).closest('[data-cell]');
  return link?.getAttribute('data-cell') ?? null;
}

/**
 * The words that number the terms, where they are tokens.
 * @param {Answer} answer
 * @param {string} matrix
 */
function labelsOf({ question }, matrix) {
  if (matrix !== 'heads' && matrix !== 'attention') return null;
  return (question.keys ?? question.queries).map(({ piece }) => piece);
}
