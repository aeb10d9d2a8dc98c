// Question kind: a typed number or shape.

import { h, setAttribute } from '../../../shared/dom.js';
import { readNumber, readShape } from '../read-answer.js';

/**
 * @param {import('../card.js').Kit} kit
 * @returns {import('../card.js').Field}
 */
export function createNumber({ words, locale, numbers, solved: { right, decimals } }) {
  return createTyped({
    label: words.numberLabel,
    problem: words.numberWrong,
    mode: 'decimal',
    read: (text) => readNumber(text, locale),
    describe: (value) =>
      value === right && decimals !== undefined
        ? numbers.fixed(Number(value), decimals)
        : numbers.short(Number(value)),
  });
}

/**
 * @param {import('../card.js').Kit} kit
 * @returns {import('../card.js').Field}
 */
export function createShape({ words, numbers }) {
  return createTyped({
    label: words.shapeLabel,
    problem: words.shapeWrong,
    mode: 'text',
    read: readShape,
    describe: (shape) => numbers.shape(/** @type {number[]} */ (shape)),
  });
}

/**
 * @param {object} options
 * @param {string} options.label
 * @param {string} options.problem
 * @param {string} options.mode of a keyboard on the screen
 * @param {(text: string) => unknown} options.read
 * @param {(value: unknown) => string} options.describe
 */
function createTyped({ label, problem, mode, read, describe }) {
  const input = h('input', {
    type: 'text',
    inputmode: mode,
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '40',
    dir: 'ltr',
  });
  return {
    element: h('label', { class: 'question-typed' }, h('span', null, label), input),
    problem,
    read: () => read(input.value),
    describe: (/** @type {unknown} */ value) => document.createTextNode(describe(value)),
    mark(/** @type {string | null} */ by) {
      setAttribute(input, 'aria-invalid', by && 'true');
      setAttribute(input, 'aria-describedby', by);
    },
  };
}
