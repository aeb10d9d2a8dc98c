// Writes verdicts as text, and as JUnit's XML. Names of files are untrusted text.

import { sayForgotten } from './forgotten.ts';
import type { Diagnosis } from './diagnose.ts';

/** error: the reason why a file could not be checked */
export type Graded = { file: string; error?: string } & Partial<Diagnosis>;

export function inWords({ file, error, ...diagnosis }: Graded): string {
  if (error !== undefined) return `${file}: cannot be checked\n  ${error}`;
  return [`${file}: ${diagnosis.verdict}`, ...reasons(diagnosis).map((line) => `  ${line}`)].join(
    '\n',
  );
}

/** The lines below the verdict. */
function reasons({
  verdict,
  faults = [],
  first,
  forgotten,
  unseen = [],
  tried,
  stopped,
}: Partial<Diagnosis>): string[] {
  const limit = stopped && tried ? [limitIn(tried, stopped)] : [];
  if (verdict === 'right') {
    const names = unseen.map(({ name, detail }) => (detail ? `${name} (${detail})` : name));
    const hidden = `These inputs could not have shown: ${names.join('; ')}.`;
    return [...(names.length === 0 ? [] : [hidden]), ...limit];
  }
  const where = first ? [differenceIn(first)] : [];
  if (forgotten) return [sayForgotten(forgotten), ...where];
  if (verdict === 'different') {
    const { faults: singles = 0, pairs = 0 } = tried ?? {};
    return [
      `None of ${singles} known mistakes and ${pairs} pairs of them gives these numbers.`,
      ...limit,
      ...where,
    ];
  }
  const several = faults.length > 1 ? ['These mistakes give the same numbers here:'] : [];
  return [
    ...several,
    ...faults.map(({ name, explanation }) => `${name}: ${explanation}`),
    ...limit,
    ...where,
  ];
}

function limitIn(
  tried: Diagnosis['tried'],
  { faults, pairs, seconds }: NonNullable<Diagnosis['stopped']>,
) {
  const both = pairs > 0 ? ` and ${tried.pairs} of ${pairs} pairs of them` : '';
  return `Looked for ${tried.faults} of ${faults} mistakes${both} in ${seconds} s.`;
}

function differenceIn({
  name,
  difference,
  shapes,
  at,
  given,
  expected,
}: NonNullable<Diagnosis['first']>) {
  if (shapes) {
    return `${name} has shape (${shapes.given.join(', ')}), expected (${shapes.expected.join(', ')}).`;
  }
  if (!at)
    return `First difference: ${name}, by ${digits(100 * difference)} % of its largest number.`;
  return `First difference: ${name}[${at.join(', ')}] is ${digits(given)}, expected ${digits(expected)}.`;
}

/** Three digits of a number, for a sentence; JSON has all of them. */
const digits = (value: number = NaN) => String(Number(value.toPrecision(value === 0 ? 1 : 3)));

/** One test case for each file, as Jenkins, GitLab and most autograders read it. */
export function toJUnit(all: readonly Graded[]): string {
  const errors = all.filter(({ error }) => error !== undefined).length;
  const failures = all.filter(({ verdict }) => verdict !== undefined && verdict !== 'right').length;
  const cases = all.map(({ file, error, ...diagnosis }) => {
    const open = `  <testcase classname="attention" name="${escaped(file)}"`;
    if (error !== undefined) return `${open}><error message="${escaped(error)}"/></testcase>`;
    if (diagnosis.verdict === 'right') return `${open}/>`;
    const names = (diagnosis.faults ?? []).map(({ name }) => name).join('; ') || 'different';
    const text = escaped(reasons(diagnosis).join('\n'));
    return `${open}><failure message="${escaped(names)}">${text}</failure></testcase>`;
  });
  const counts = `tests="${all.length}" failures="${failures}" errors="${errors}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="headwise" ${counts}>\n${cases.join('\n')}\n</testsuite>\n`;
}

/** @param text for an attribute or between tags; characters that XML does not allow become ? */
function escaped(text: string) {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '?')
    .replace(/[&<>"'\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
