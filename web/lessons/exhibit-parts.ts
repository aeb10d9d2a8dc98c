// Parts of several exhibits: choices, sliders, tables, facts and bars.

import { button, labelledSegments, slider } from '../ui/controls.ts';
import { table as plainTable } from '../ui/number-table.ts';
import { ownWords } from '../ui/text.ts';
import { html } from '../ui/template.ts';
import type { Slider } from '../ui/controls.ts';
import type { Child } from '../ui/template.ts';

/**
 * A row of buttons after its label, one of them pressed.
 *
 * @param name the label as text
 */
export function choice<T>(
  label: Child,
  choices: readonly (readonly [value: T, text: Child])[],
  chosen: T | null,
  choose: (value: T) => void,
  name: string = String(label),
) {
  const all = choices.map(([value, text]) => ({ value, text }));
  return labelledSegments(label, name, all, chosen, choose);
}

/** A slider between its label and its value. */
export function labelledSlider(props: Slider, value: string) {
  return html`<label class="slider">
    <span>${props.label}</span>
    ${slider(props)}
    <output>${value}</output>
  </label>`;
}

export function action(text: string, act: () => void, disabled: boolean = false) {
  return button(text, act, { look: 'action', disabled });
}

/**
 * A table whose first column has the names of the rows.
 *
 * @param current the highlighted row
 */
export function table(
  caption: Child,
  headings: readonly Child[],
  rows: readonly (readonly Child[])[],
  current: number = -1,
) {
  const kind = 'exhibit-table';
  const named = rows.map(([name, ...cells], i) => ({ name, cells, isCurrent: i === current }));
  return html`<div class="exhibit-scroll" tabindex="0" role="group">
    ${plainTable({ caption, kind, headings, rows: named })}
  </div>`;
}

/** A list of facts, each with its name. */
export function facts(list: readonly (readonly [name: Child, value: Child])[]) {
  return html`<dl class="exhibit-facts">
    ${list.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}

/** Numbers in a cell, with digits of one width. */
export function digits(text: string) {
  return html`<span class="numbers">${text}</span>`;
}

/** Code with line breaks allowed after a point or an underscore, and nowhere else. */
export function code(text: string) {
  const pieces = text.split(/(?<=[._])/);
  return html`<code dir="ltr" lang="en">
    ${pieces.map((piece, i) => (i === 0 ? piece : html`<wbr />${piece}`))}
  </code>`;
}

/**
 * A number and a bar.
 *
 * @param part length of the bar, 0..1
 * @param kind other classes
 * @param color of the bar; default: inherited
 */
export function bar(text: string, part: number, kind: string = '', color: string | null = null) {
  const size = `${(100 * Math.max(0, Math.min(1, part))).toFixed(2)}%`;
  return html`<span class="cell-bar ${kind}" vars=${color === null ? {} : { '--head': color }}>
    <span class="cell-bar-track" aria-hidden="true">
      <span class="cell-bar-fill" vars=${{ 'inline-size': size }}></span>
    </span>
    <span class="cell-bar-text">${text}</span>
  </span>`;
}

/** A word of the sentence, for a text; see richText. */
export function wordOf(words: readonly string[], at: number) {
  return ownWords(words[at] ?? '', 'word');
}
