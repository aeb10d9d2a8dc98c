// Table of a followed number's terms: factors as links, running sum.

import { button } from '../../../ui/controls.ts';
import { html } from '../../../ui/template.ts';
import { ownWords, sayText } from '../../../ui/text.ts';
import { exactText, inFormula, shortText } from '../../../ui/format.ts';
import { parseCell } from '../answer/cells.ts';
import { inlineSymbol, symbolText } from '../steps/symbols.ts';
import { nameText } from './names.ts';
import type { Child, Template } from '../../../ui/template.ts';
import type { Answer } from '../answer/answer.ts';
import type { Explanation, Factor } from './explain.ts';
import type { Messages } from '../../../words/en/lab.ts';

/** Number of terms shown at first, and added by each request for more. */
export const FIRST_TERMS = 16;
export const MORE_TERMS = 64;

/**
 * @param count number of terms that are shown before the last one
 * @param showMore called when more are requested
 */
export function termsTable(
  messages: Messages,
  answer: Answer,
  { cell, terms, bias, kind }: Explanation,
  count: number,
  showMore: () => void,
): Template {
  const words = labelsOf(answer, cell.matrix);
  const isProduct = terms[0]?.factors.length === 2;
  /** A column's heading: its symbol and, for programs that do not read formulas, its spoken name. */
  const headingOf = ({ cell: name }: Factor): Child => {
    const at = name === null ? null : parseCell(name);
    // a cosine or a sine
    if (!at) return kind === 'turned' ? messages.provTurn : '';
    const spoken = symbolText(at.matrix, at.head);
    return html`<span aria-hidden="true">${inlineSymbol(at.matrix, at.head)}</span
      ><span class="spoken">${spoken}</span>`;
  };
  const headings = [
    words ? messages.provToken : messages.provTerm,
    ...(terms[0]?.factors ?? []).map(headingOf),
    ...(isProduct ? [kind === 'spread' ? messages.provSquare : messages.provProduct] : []),
    messages.provRunning,
  ];
  const valueCell = (value: number) =>
    html`<td title=${exactText(value)}>${inFormula(shortText(value, 4))}</td>`;
  const row = (k: number) => {
    const { factors, product, running } = terms[k];
    return html`<tr>
      <th scope="row">${ownWords(words?.[k] ?? String(k + 1))}</th>
      ${factors.map((factor) => html`<td>${numberLink(messages, answer, factor)}</td>`)}
      ${(isProduct ? [product, running] : [running]).map(valueCell)}
    </tr>`;
  };
  // the first terms and the last one: the sum's beginning and end
  const left = terms.length - count - 1;
  const shown = left > 0 ? [...terms.keys()].slice(0, count) : [...terms.keys()];
  const last = terms.at(-1)?.running ?? 0;
  return html`<table class="terms" hidden=${terms.length === 0} data-words=${words !== null}>
    <thead>
      <tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr>
    </thead>
    <tbody>
      ${shown.map(row)}
      ${
        left > 0 &&
        html`<tr class="more">
            <td colspan=${isProduct ? 5 : 3}>
              ${button(sayText(messages.provMore, { count: Math.min(left, MORE_TERMS) }), showMore, { look: 'link' })}
            </td>
          </tr>
          ${row(terms.length - 1)}`
      }
      ${
        bias &&
        html`<tr>
          <th scope="row">${messages.provBias}</th>
          <td></td>
          <td>${numberLink(messages, answer, bias)}</td>
          <td></td>
          ${valueCell(Math.fround(bias.value + last))}
        </tr>`
      }
    </tbody>
  </table>`;
}

/**
 * A number; a link if it has a cell.
 *
 * @param isOperand whether an operator is before it
 */
export function numberLink(
  messages: Messages,
  answer: Answer,
  { cell, value }: Factor,
  isOperand: boolean = false,
): Template {
  const text = inFormula(shortText(value, 4), isOperand);
  const at = cell === null ? null : parseCell(cell);
  if (!at) return html`<span class="number" title=${exactText(value)}>${text}</span>`;
  const name = nameText(messages, answer, at);
  const title = sayText(messages.provSay, { name, value: exactText(value) });
  return html`<button type="button" class="factor-link" data-cell=${cell} title=${title}>${text}</button>`;
}

/** The words that number the terms, where the terms are tokens. */
function labelsOf({ question }: Answer, matrix: string) {
  if (matrix !== 'heads' && matrix !== 'attention') return null;
  return (question.keys ?? question.queries).map(({ piece }) => piece);
}
