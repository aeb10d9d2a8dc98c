// Checks a whole model's given attention and brings it into one form.
// Layers, examples and heads of each kind of attention, the tokens' names, their words and
// sentences. Data that cannot be drawn is refused with a sentence.

import { readable } from '../shared/byte-pieces.ts';
import { readModelNumbers } from './read-numbers.ts';
import type { Numbers } from './read-numbers.ts';

export type Kind = 'self' | 'encoder' | 'decoder' | 'cross';

/** the tokens along one side of a map */
export interface Side {
  tokens: readonly string[];
  /** the index of each token's word, -1 for none; null: unknown */
  words: readonly number[] | null;
  /** the index of each token's sentence; null: unknown */
  segments: readonly number[] | null;
}

export type Part = Numbers & {
  kind: Kind;
  rowSide: (example: number) => Side;
  columnSide: (example: number) => Side;
};

/** data beside the numbers: lists for all, for each example, or by encoder and decoder */
interface Names {
  tokens?: unknown;
  keyTokens?: unknown;
  words?: unknown;
  /** the index of each token's sentence */
  typeIds?: unknown;
}

const KINDS = ['encoder', 'decoder', 'cross'] as const;
const STACKS = ['encoder', 'decoder'];

/**
 * @param given numbers in the form of read-numbers.ts, or `{ encoder, decoder, cross }` of these
 */
export function readModel(given: unknown, names: Names): readonly [Part, ...Part[]] {
  const kinds = kindsOf(given);
  if (!kinds) {
    const numbers = readModelNumbers('attention', given);
    const own = sidesOf('tokens', names.tokens, names, numbers.rows, numbers.examples);
    const others =
      numbers.rows === numbers.columns && !isGiven(names.keyTokens)
        ? own
        : sidesOf('keyTokens', names.keyTokens, {}, numbers.columns, numbers.examples);
    return [{ ...numbers, kind: 'self', rowSide: own, columnSide: others }];
  }
  const parts = kinds.map((kind) => {
    const numbers = readModelNumbers(`attention.${kind}`, (given as Record<string, unknown>)[kind]);
    const side = (stack: 'encoder' | 'decoder', length: number) =>
      sidesOf(
        `tokens.${stack}`,
        stackOf('tokens', names.tokens, stack),
        {
          words: stackOf('words', names.words, stack),
          typeIds: stackOf('typeIds', names.typeIds, stack),
        },
        length,
        numbers.examples,
      );
    return {
      ...numbers,
      kind,
      rowSide: side(kind === 'encoder' ? 'encoder' : 'decoder', numbers.rows),
      columnSide: side(kind === 'decoder' ? 'decoder' : 'encoder', numbers.columns),
    };
  });
  return parts as unknown as [Part, ...Part[]];
}

/** The kinds of attention that an object names; null: it is a tensor or an array. */
export function kindsOf(given: unknown) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  if (ArrayBuffer.isView(given) || Object.hasOwn(given, 'data')) return null;
  const names = Object.keys(given);
  const wrong = names.find((name) => !KINDS.some((kind) => kind === name));
  if (names.length === 0 || wrong !== undefined) {
    throw new TypeError(
      `attention: expected numbers, or encoder, decoder and cross, got ${wrong ?? 'nothing'}`,
    );
  }
  return KINDS.filter((kind) => names.includes(kind));
}

function stackOf(name: string, given: unknown, stack: 'encoder' | 'decoder') {
  if (!isGiven(given)) return null;
  const wrong =
    typeof given !== 'object' || Object.keys(Object(given)).some((one) => !STACKS.includes(one));
  if (wrong) throw new TypeError(`${name}: expected { encoder, decoder }, as attention has them`);
  const found = given as Record<string, unknown>;
  return Object.hasOwn(found, stack) ? found[stack] : null;
}

/** Whether a value was given: an empty list counts as missing. */
function isGiven(value: unknown) {
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function sidesOf(
  name: string,
  tokens: unknown,
  { words, typeIds }: Pick<Names, 'words' | 'typeIds'>,
  length: number,
  examples: number,
): (example: number) => Side {
  const numbered = Array.from({ length }, (_, i) => String(i + 1));
  const names = listsOf(name, tokens, length, examples, isName);
  const wordsOf = listsOf('words', words, length, examples, isIndexOrNone);
  const segmentsOf = listsOf('typeIds', typeIds, length, examples, Number.isSafeInteger);
  const sides = Array.from({ length: examples }, (_, example) => ({
    tokens: names ? readable(names(example).map(String)) : numbered,
    words: wordsOf?.(example).map((one) => Number(one ?? -1)) ?? null,
    segments: segmentsOf?.(example).map(Number) ?? null,
  }));
  return (example) => sides[example];
}

/** One list for all examples, or one for each. */
function listsOf(
  name: string,
  given: unknown,
  length: number,
  examples: number,
  isRight: (value: unknown) => boolean,
): ((example: number) => readonly unknown[]) | null {
  if (!isGiven(given)) return null;
  if (!Array.isArray(given)) throw new TypeError(`${name}: expected an array`);
  const isNested = Array.isArray(given[0]);
  const lists = isNested ? given : [given];
  if (isNested && lists.length !== examples) {
    throw new RangeError(
      `${name}: expected ${examples} lists, one for each example, got ${lists.length}`,
    );
  }
  for (const list of lists) {
    if (!Array.isArray(list)) throw new TypeError(`${name}: expected an array for each example`);
    if (list.length !== length) {
      throw new RangeError(`${name}: expected ${length} to match attention, got ${list.length}`);
    }
    const wrong = list.findIndex((one) => !isRight(one));
    if (wrong >= 0) throw new TypeError(`${name}: got ${describe(list[wrong])} at ${wrong}`);
  }
  return (example) => lists[isNested ? example : 0];
}

const isName = (value: unknown) => typeof value === 'string' || typeof value === 'number';
const isIndexOrNone = (value: unknown) =>
  value === null || (Number.isSafeInteger(value) && Number(value) >= -1);

function describe(value: unknown) {
  return typeof value === 'number' ? String(value) : value === null ? 'null' : typeof value;
}
