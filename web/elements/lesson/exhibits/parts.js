// Parts of several exhibits: choices, switches, tables and bars.

import { h, rove, setAttribute } from '../../shared/dom.js';

/**
 * A row of buttons of which one is chosen.
 * @template T
 * @param {string | Node} label
 * @param {readonly (readonly [T, string | Node])[]} choices
 * @param {(value: T) => void} choose
 */
export function createChoice(label, choices, choose) {
  const name = h('span', null, label);
  const buttons = choices.map(([value, text]) =>
    h('button', { type: 'button', onclick: () => choose(value) }, text),
  );
  const segments = h('div', { class: 'segments', role: 'group' }, ...buttons);
  segments.ariaLabel = name.textContent;
  rove(segments);
  return {
    element: h('div', { class: 'control' }, name, segments),
    /** @param {T | null} value */
    update(value) {
      const index = choices.findIndex(([one]) => one === value);
      buttons.forEach((button, i) => {
        setAttribute(button, 'aria-pressed', String(i === index));
        setAttribute(button, 'tabindex', i === Math.max(0, index) ? '0' : '-1');
      });
    },
  };
}

/**
 * @param {string | Node} label
 * @param {(on: boolean) => void} change
 */
export function createSwitch(label, change) {
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () => change(input.checked),
  });
  return {
    element: h('label', { class: 'switch' }, input, h('span', null, label)),
    /** @param {boolean} on */
    update(on) {
      input.checked = on;
    },
  };
}

/**
 * A table whose first column names the rows.
 * @param {string | Node} caption
 * @param {readonly (string | Node)[]} headings
 */
export function createTable(caption, headings) {
  const title = h('caption', null, caption);
  const body = h('tbody', null);
  const table = h(
    'table',
    { class: 'exhibit-table' },
    title,
    h('thead', null, h('tr', null, ...headings.map((one) => h('th', { scope: 'col' }, one)))),
    body,
  );
  return {
    element: h('div', { class: 'exhibit-scroll', tabindex: '0', role: 'group' }, table),
    /** @param {Node | string} text */
    caption: (text) => title.replaceChildren(text),
    /**
     * @param {readonly (readonly (string | Node)[])[]} rows
     * @param {number} [current] the row that stands out
     */
    show(rows, current = -1) {
      body.replaceChildren(
        ...rows.map(([name, ...cells], i) =>
          h(
            'tr',
            { 'data-current': i === current },
            h('th', { scope: 'row' }, name),
            ...cells.map((cell) => h('td', null, cell)),
          ),
        ),
      );
    },
  };
}

/**
 * A line of a list of facts.
 * @param {string | Node} name
 * @param {string | Node} value
 */
export function fact(name, value) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

/**
 * Code that may go on in the next line after a point or a dash below, and nowhere else.
 * @param {string} text
 */
export function codeOf(text) {
  const pieces = text.split(/(?<=[._])/);
  return h(
    'code',
    { dir: 'ltr', lang: 'en' },
    ...pieces.flatMap((piece, i) => (i === 0 ? [piece] : [h('wbr'), piece])),
  );
}

/**
 * A number and a bar as long as it is large.
 * @param {string} text
 * @param {number} part 0..1
 */
export function barCell(text, part) {
  const fill = h('span', { class: 'cell-bar-fill' });
  fill.style.inlineSize = `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;
  return h(
    'span',
    { class: 'cell-bar' },
    h('span', { class: 'cell-bar-track', 'aria-hidden': 'true' }, fill),
    h('span', { class: 'cell-bar-text' }, text),
  );
}

/**
 * Facts, each with its name.
 * @param {readonly (readonly [name: string | Node, value: string | Node])[]} list
 */
export function factsOf(list) {
  return list.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value)));
}
