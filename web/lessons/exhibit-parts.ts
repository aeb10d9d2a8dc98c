// Parts of several exhibits: choices, switches, tables and bars.

import { h, rove, setAttribute } from '../ui/dom.ts';

/** A row of buttons, one of them pressed. */
export function createChoice<T>(
  label: string | Node,
  choices: readonly (readonly [T, string | Node])[],
  choose: (value: T) => void,
) {
  const name = h('span', null, label);
  const buttons = choices.map(([value, text]) =>
    h('button', { type: 'button', onclick: () => choose(value) }, text),
  );
  const segments = h('div', { class: 'segments', role: 'group' }, ...buttons);
  segments.ariaLabel = name.textContent;
  rove(segments);
  return {
    element: h('div', { class: 'control' }, name, segments),
    update(value: T | null) {
      const index = choices.findIndex(([one]) => one === value);
      buttons.forEach((button, i) => {
        setAttribute(button, 'aria-pressed', String(i === index));
        setAttribute(button, 'tabindex', i === Math.max(0, index) ? '0' : '-1');
      });
    },
  };
}

export function createSwitch(label: string | Node, change: (on: boolean) => void) {
  const input = h('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () => change(input.checked),
  });
  return {
    element: h('label', { class: 'switch' }, input, h('span', null, label)),
    update(on: boolean) {
      input.checked = on;
    },
  };
}

/** A table whose first column has the names of the rows. */
export function createTable(caption: string | Node, headings: readonly (string | Node)[]) {
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
    caption: (text: Node | string) => title.replaceChildren(text),
    /** @param current the highlighted row */
    show(rows: readonly (readonly (string | Node)[])[], current: number = -1) {
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

/** One fact: a name and its value. */
export function fact(name: string | Node, value: string | Node) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}

/** Code with line breaks allowed after a point or an underscore, and nowhere else. */
export function codeOf(text: string) {
  const pieces = text.split(/(?<=[._])/);
  return h(
    'code',
    { dir: 'ltr', lang: 'en' },
    ...pieces.flatMap((piece, i) => (i === 0 ? [piece] : [h('wbr'), piece])),
  );
}

/**
 * A number and a bar.
 *
 * @param part length of the bar, 0..1
 */
export function barCell(text: string, part: number) {
  const fill = h('span', { class: 'cell-bar-fill' });
  fill.style.inlineSize = `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;
  return h(
    'span',
    { class: 'cell-bar' },
    h('span', { class: 'cell-bar-track', 'aria-hidden': 'true' }, fill),
    h('span', { class: 'cell-bar-text' }, text),
  );
}

/** A list of facts, each with its name. */
export function factsOf(list: readonly (readonly [name: string | Node, value: string | Node])[]) {
  return list.map(([name, value]) => h('div', null, h('dt', null, name), h('dd', null, value)));
}
