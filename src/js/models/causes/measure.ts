// A measure of a run: its arguments, checked, and its value from a run's logits.

import { HeadwiseError, describe, wrongKind, wrongNumber } from '../../arguments/errors.ts';
import { isRecord, optionNames, readNested, toInteger, toWord } from '../../arguments/options.ts';
import { logarithm } from '../logarithm.ts';
import { because } from '../output-head/predictions.ts';
import { expectTokenizer } from '../texts.ts';
import type { Opened } from '../model.ts';
import type { ModelEngine } from '../model-engine.ts';
import type { Measure, Run } from '../../types/models.ts';
import type { Inner } from './inner.ts';

const MEASURE = optionNames('position', 'token', 'against', 'as', 'class');
/** The masks of known tokenizers. */
const MASKS = ['[MASK]', '<mask>'];

/** Tokens that an error names. */
const NAMED = 8;

/** A checked measure of logits. */
export interface Target {
  /** null: the logits are of the whole text */
  row: number | null;
  id: number;
  against: number | null;
  isLog: boolean;
}

/** The measure of a run: a function of it, or one of its logits. */
export async function measureRun(inner: Inner, run: Run, measure: Measure): Promise<number> {
  if (typeof measure === 'function') return callMeasure(measure, run);
  const target = targetOf(inner, measure);
  return measureRow(inner.opened.engine, rowOf(inner, target.row), target);
}

/** A measure that is a function of a run. Its own errors are the caller's. */
export async function callMeasure(measure: (run: Run) => unknown, run: Run): Promise<number> {
  const value = await measure(run);
  if (typeof value !== 'number') {
    throw wrongKind('measure', 'a function whose result is a number', value);
  }
  if (!Number.isNaN(value)) return value;
  throw wrongNumber('measure', 'a function whose result is a number', value);
}

/** For an attribution. */
export function refuseFunction(measure: unknown): never {
  throw wrongKind('measure', 'a token or a class, for a function is no sum of parts', measure);
}

/** The logits of a position, or of the whole text. */
export function rowOf({ logits, length }: Inner, row: number | null): Float32Array {
  const { data } = logits as NonNullable<Inner['logits']>;
  if (row === null) return data;
  const size = data.length / length;
  return data.subarray(row * size, (row + 1) * size);
}

/** @param row the logits of the target's position */
export function measureRow(
  { attention }: Pick<ModelEngine, 'attention'>,
  row: Float32Array,
  { id, against, isLog }: Target,
): number {
  if (against !== null) return row[id] - row[against]; // also of log probabilities: both have the same sum
  return isLog ? row[id] - logSumExp({ attention }, row) : row[id];
}

/** ln(sum of e^x) */
export function logSumExp(
  { attention }: Pick<ModelEngine, 'attention'>,
  row: Float32Array,
): number {
  let largest = -Infinity;
  for (const value of row) if (value > largest) largest = value;
  const { exponentials } = attention.softmaxSteps({ data: row.slice(), shape: [row.length] });
  let sum = 0;
  for (const value of exponentials.data) sum += value;
  return largest + logarithm(sum);
}

/**
 * Checks a measure before there is a run: all but positions and ids that only a run has.
 *
 * @param opened null: the model is in a worker, and the measure is a function
 */
export function checkMeasure(measure: unknown, opened: Opened | null): void {
  if (typeof measure === 'function' || !opened) return;
  const { head, position, token, against } = givenOf(measure, opened, undefined);
  if (position !== undefined) toInteger(position, 'measure.position', 0);
  const last = head.steps.findLast((step) => 'linear' in step);
  if (head.kind !== 'tokens' || !last) return;
  const { rows } = opened.weights.linear(last.linear).weight;
  for (const [name, one] of Object.entries({ token, against })) {
    if (one !== undefined) tokenId(opened, rows, one, `measure.${name}`);
  }
}

/** The options of a measure of logits. @param reason why a run has no logits */
function givenOf(measure: unknown, { description }: Opened, reason: string | undefined) {
  if (!isRecord(measure)) {
    throw wrongKind('measure', 'a token, a class, or a function of a run', measure);
  }
  const given = readNested(measure, 'measure', MEASURE);
  const { head } = description;
  if (!head) {
    const text = `measure: this model has no head that predicts${because(reason)}`;
    throw new HeadwiseError('unsupported', text);
  }
  const as = given.as === undefined ? 'logit' : toWord(given.as, 'measure.as', ['logit', 'logProbability']); // prettier-ignore
  const isOfText = head.kind === 'classes';
  const [name, other] = isOfText ? (['class', 'token'] as const) : (['token', 'class'] as const);
  if (given[other] !== undefined || given[name] === undefined) {
    const what = isOfText ? 'a class, for this model predicts those' : 'a token or a label';
    throw new TypeError(
      `measure: expected ${what}, got ${given[other] === undefined ? 'none' : other}`,
    );
  }
  if (isOfText && given.position !== undefined) {
    throw new TypeError('measure.position: expected none, for classes are of the whole text');
  }
  return { ...given, head, name, isOfText, isLog: as === 'logProbability' };
}

/**
 * Checks a measure of logits.
 *
 * @throws {RangeError} for a position or token that the run does not have
 */
export function targetOf(inner: Inner, measure: unknown): Target {
  const { opened, logits, length, logitsless } = inner;
  const given = givenOf(measure, opened, logitsless);
  if (!logits) {
    const text = `measure: this run has no logits${because(logitsless)}`;
    throw new HeadwiseError('unsupported', text);
  }
  const { head, name, isOfText, isLog } = given;
  const find = (one: unknown, of: string) =>
    head.kind === 'tokens'
      ? tokenId(opened, logits.data.length / length, one, of)
      : className(inner, one, of);
  return {
    row: isOfText ? null : positionOf(inner, given.position),
    id: find(given[name], `measure.${name}`),
    against: given.against === undefined ? null : find(given.against, 'measure.against'),
    isLog,
  };
}

/** The measured position: the mask of a masked model, else the last. */
function positionOf(inner: Inner, position: unknown): number {
  const { length } = inner;
  if (position !== undefined) return toInteger(position, 'measure.position', 0, length - 1);
  if (!isMasked(inner)) return length - 1;
  const masks = masksOf(inner);
  if (masks.length === 1) return masks[0];
  const found = masks.length === 0 ? 'none' : `masks at ${masks.join(', ')}`;
  throw new RangeError(
    `measure.position: expected a position, or one mask in the text, got ${found}`,
  );
}

const isMasked = ({ opened: { description } }: Inner) =>
  description.kind === 'encoder' && description.head?.kind === 'tokens';

function masksOf({ opened: { tokenizer }, read: { ids = [] } }: Inner): number[] {
  return [...ids.keys()].filter((at) => MASKS.includes(tokenizer?.tokenOf(ids[at]) ?? ''));
}

/** The position whose predictions are of most interest: the only mask, or the last. */
export function usualPosition(inner: Inner): number {
  const masks = isMasked(inner) ? masksOf(inner) : [];
  return masks.length === 1 ? masks[0] : inner.length - 1;
}

/** @param size number of logits of a position */
function tokenId(
  { description, tokenizer }: Opened,
  size: number,
  token: unknown,
  name: string,
): number {
  if (typeof token !== 'string') return toInteger(token, name, 0, size - 1);
  const own = expectTokenizer(tokenizer, name);
  const { tokenOf } = own;
  const { ids, texts, words } = renamed(name, () => own.tokenize(token));
  const places = [...ids.keys()].filter((at) => words[at] !== -1);
  if (places.length === 1 && ids[places[0]] < size) return ids[places[0]];
  const most = Math.min(description.vocabSize, size);
  for (let id = 0; id < most; id++) if (tokenOf(id) === token) return id;
  const parts = places.slice(0, NAMED).map((at) => `${describe(texts[at])} (${ids[at]})`);
  if (places.length > NAMED) parts.push('...');
  const which = `${describe(token)}, which is ${places.length} of them: ${parts.join(', ')}`;
  throw new RangeError(`${name}: expected one token of the model, got ${which}`);
}

/** Calls the tokenizer, whose errors name a text, for an argument of another name. */
function renamed<T>(name: string, tokenize: () => T): T {
  try {
    return tokenize();
  } catch (error) {
    const { message } = error as Error;
    if (!(error instanceof RangeError) || !message.startsWith('text:')) throw error;
    throw new RangeError(`${name}${message.slice('text'.length)}`);
  }
}

/** The id of a class or a label. */
function className({ logits, length, opened, namesOf }: Inner, one: unknown, name: string) {
  const { data } = logits as NonNullable<Inner['logits']>;
  const count = opened.description.head?.kind === 'classes' ? data.length : data.length / length;
  if (typeof one !== 'string') return toInteger(one, name, 0, count - 1);
  const names = Array.from({ length: count }, (_, id) => namesOf(id).token);
  const at = names.indexOf(one);
  if (at >= 0) return at;
  throw wrongNumber(name, `one of ${names.map(describe).join(', ')}`, one);
}
