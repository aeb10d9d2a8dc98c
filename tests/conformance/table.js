// Formats outcomes of suites as text: to read in a terminal or to copy from a page. Runs nothing.

/** @import { Backend } from 'headwise' */
/** @import { Outcome } from './run.js' */

const HEAD = [
  'suite',
  'original',
  'cases',
  'passed',
  'left out',
  'largest difference',
  'of what is allowed',
];
const NUMBERS = 2; // the first column of numbers: they are aligned on the right

const NOTE = `The largest difference is in units of the last place: of the largest number in the matrix, in float32 or in what the
original computed with, beyond what was lost where the original was written down with few digits. Allowed is the rounding
of two honest computations: 4 eps sqrt(K) sum |a b| for each of them, carried through every step.`;

/**
 * @param {readonly Outcome[]} outcomes
 * @param {Readonly<Backend>} backend that they were run on
 * @param {readonly string[]} [where] more about that, a line each
 * @returns {string}
 */
export function formatOutcomes(outcomes, { version, compiler, simd, threads }, where = []) {
  const rows = outcomes.map(({ name, version, cases, passed, leftOut, ulps, share }) => [
    name,
    version,
    `${cases}`,
    `${passed}`,
    `${leftOut.length}`,
    ulps.toFixed(1),
    `${Math.ceil(100 * share)} %`,
  ]);
  const engine = `headwise ${version} (${compiler})`;
  const count = threads === 1 ? 'one thread' : `${threads} threads`;
  const paragraphs = [
    [`${engine}, ${simd}, ${count}`, ...where].join('\n'),
    formatRows([HEAD, ...rows]),
    NOTE,
  ];
  for (const { name, leftOut } of outcomes) {
    if (leftOut.length > 0) paragraphs.push(formatLeftOut(name, leftOut));
  }
  for (const { name, faults } of outcomes) {
    if (faults.length > 0) paragraphs.push([`${name}: failed`, ...faults].join('\n  '));
  }
  return paragraphs.join('\n\n');
}

/** @param {readonly string[][]} rows */
function formatRows(rows) {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const line = (/** @type {string[]} */ row) =>
    row
      .map((cell, at) => (at < NUMBERS ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('  ');
  return rows.map(line).join('\n');
}

/**
 * The cases left out for one reason, together.
 *
 * @param {string} name
 * @param {Outcome['leftOut']} leftOut
 */
function formatLeftOut(name, leftOut) {
  const lines = [`${name}, left out:`];
  for (const reason of new Set(leftOut.map(({ why }) => why))) {
    const cases = leftOut.filter(({ why }) => why === reason);
    lines.push(reason, ...cases.map(({ what }) => `  ${what}`));
  }
  return lines.join('\n  ');
}
