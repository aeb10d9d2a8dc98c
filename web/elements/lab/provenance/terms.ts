// Table of a followed number's terms: factors as links, running sum.

import { parseCell } from '../answer/cells.ts';
import { fillText, h, ownWords, setAttribute, setText } from '../../../ui/dom.ts';
import { exactText, shortText } from '../../../ui/format.ts';
import { inlineSymbol, symbolText } from '../steps/symbols.ts';
import { nameText } from './names.ts';
import type { Answer } from '../answer/answer.ts';
import type { Explanation, Factor } from './explain.ts';
import type { Messages } from '../../../words/en/lab.ts';

/** Number of terms shown at first, and added by each request for more. */
const FIRST = 16;
const MORE = 64;

/** @param again called when more are requested */
export function createTerms(messages: Messages, again: () => void) {
  const element = h('table', { class: 'terms' });
  const more = h('button', { type: 'button', class: 'link' });
  let count = FIRST;
  more.addEventListener('click', () => {
    count += MORE;
    again();
  });

  function show(answer: Answer, { cell, terms, bias, kind }: Explanation) {
    element.hidden = terms.length === 0;
    if (terms.length === 0) return;
    // the first terms and the last one: the sum's beginning and end
    const left = terms.length - count - 1;
    const shown = left > 0 ? [...terms.keys()].slice(0, count) : [...terms.keys()];
    const factors = terms[0].factors;
    const multiplied = factors.length === 2;
    /** @returns the visible name and the spoken one */
    const symbol = ({ cell: name }: Factor): [Node | string, string] => {
      const at = name === null ? null : parseCell(name);
      // a cosine or a sine
      if (!at) return kind === 'turned' ? [messages.provTurn, messages.provTurn] : ['', ''];
      return [inlineSymbol(at.matrix, at.head), symbolText(at.matrix, at.head)];
    };
    const words = labelsOf(answer, cell.matrix);
    const plain = (text: string) => [text, text] as [string, string];
    const heads = [
      plain(words ? messages.provToken : messages.provTerm),
      ...factors.map(symbol),
      ...(multiplied
        ? [plain(kind === 'spread' ? messages.provSquare : messages.provProduct)]
        : []),
      plain(messages.provRunning),
    ];
    const body = h('tbody', null);
    const columns = multiplied ? 5 : 3;
    const row = (k: number) => {
      const { factors: made, product, running } = terms[k];
      const numbers = multiplied ? [product, running] : [running];
      return h(
        'tr',
        null,
        h('th', { scope: 'row' }, ownWords(words?.[k] ?? String(k + 1))),
        ...made.map((factor) => h('td', null, numberOf(messages, answer, factor))),
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
          h('td', null, numberOf(messages, answer, bias)),
          h('td', null),
          h('td', { title: exactText(end) }, shortText(end, 4)),
        ),
      );
    }
    element.replaceChildren(
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
    setAttribute(element, 'data-words', words ? '' : null);
  }

  return {
    element,
    show,
    /** Shows the first terms again, for another number. */
    restart() {
      count = FIRST;
    },
  };
}

/** A number; a link if it has a cell. */
export function numberOf(messages: Messages, answer: Answer, { cell, value }: Factor) {
  const text = shortText(value, 4);
  const at = cell === null ? null : parseCell(cell);
  if (!at) return h('span', { class: 'number', title: exactText(value) }, text);
  const title = fillText(messages.provSay, {
    name: nameText(messages, answer, at),
    value: exactText(value),
  });
  return h('button', { type: 'button', class: 'factor-link', 'data-cell': cell, title }, text);
}

/**
 * A column's heading: its visible symbol and, for programs that do not read formulas, its spoken
 * name.
 */
function headerOf(node: Node | string, label: string) {
  if (typeof node === 'string') return [node];
  (node as Element).setAttribute('aria-hidden', 'true');
  return [node, h('span', { class: 'spoken' }, label)];
}

/** The words that number the terms, where the terms are tokens. */
function labelsOf({ question }: Answer, matrix: string) {
  if (matrix !== 'heads' && matrix !== 'attention') return null;
  return (question.keys ?? question.queries).map(({ piece }) => piece);
}
