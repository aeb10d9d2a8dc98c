// Reads options objects by their schemas, and plain values: booleans, integers, numbers. Knows no option by name.

import { atCaller } from '../runtime/sides.ts';
import { shorten, wrongKind, wrongNumber } from './errors.ts';
import { suggestion } from './nearest.ts';
import { kindOf } from './typed-arrays.ts';

/** Lengths and widths fit a 32-bit integer, the core's type for counts of rows and columns. */
export const MAX_SIZE = 2147483647;

/** The largest finite float32. */
const FLOAT32_MAX = 3.4028234663852886e38;

/**
 * The names that an options object may have, as a record of undefined, which is also the result for an absent object.
 */
export function optionNames<Name extends string>(
  ...names: Name[]
): Readonly<Record<Name, unknown>> {
  // Neither filled in one by one nor frozen: an object with many such properties takes seven times as long to copy.
  return Object.fromEntries(names.map((name) => [name, undefined])) as Record<Name, unknown>;
}

/**
 * An option in a schema: the record of a thing's options, from which its check, its type, its documentation and its fields in
 * the core come (src/build/make/options.ts).
 */
export interface Option<Value = any, Type = unknown> {
  /** the checked value of an absent option; of a required or derived one, the initial value in the core */
  usual: Value;
  /** whether it may not be absent */
  required?: boolean;
  /** the checked value of an absent option, from the options before it; or the name of the one that it equals */
  derive?: string | ((earlier: any, name: string, context: any) => Value);
  /** the checked value's name, if it is another */
  as?: string;
  /** absent: the check of the whole call reads it */
  read?: (value: unknown, name: string, call: any, context: any) => Value;
  /** whether it is a number, a flag, a list of numbers or a tensor, and so one array of a file */
  kind?: 'number' | 'flag' | 'list' | 'tensor';
  /** the words that it may be, where it is one of several */
  words?: readonly string[];
  /** the options of a record of options */
  record?: Schema;
  /** its fields in the core; a record where it has several or another name */
  core?: CoreField | Readonly<Record<string, CoreField>>;
  /** its TypeScript type, where the kind does not say it */
  type?: Type;
}

/** A field of the core, which gets a number: a flag is 0 or 1, a word its place among the words. */
export interface CoreField {
  /** `flag`, `integer`, `number`, or the name of an enumeration in C++ */
  readonly type: string;
  /** the words of an enumeration, in its order */
  readonly words?: readonly string[];
  /** the field's value or word, from the checked option; absent: it is the checked option */
  readonly of?: (checked: any) => unknown;
  /** the initial value in C++, where it is not the usual option's */
  readonly initial?: unknown;
}

/** The fields that are a checked option. */
export const FLAG: CoreField = { type: 'flag' };
export const INTEGER: CoreField = { type: 'integer' };
export const NUMBER: CoreField = { type: 'number' };

/** A field that says whether an option has a value. */
export const GIVEN: CoreField = { type: 'flag', of: (checked) => checked !== null };

export type Schema = Readonly<Record<string, Option>>;

/** The checked values of a schema's options. */
export type CheckedOf<S extends Schema> = {
  -readonly [Name in keyof S as S[Name] extends Renamed<infer As> ? As : Name]: S[Name]['usual'];
};

type Renamed<As extends string> = { as: As };

/** The type of an option in the declarations. The bundles leave it out. */
export function of<Type>(): Type | undefined {
  return undefined;
}

/** An option whose value is found by `read`. */
export function option<Value, Type, Extra extends { as?: string }>(
  one: Option<Value, Type> & Extra,
): Option<Value, Type> & Pick<Extra, Extract<'as', keyof Extra>> {
  return one;
}

/** An option that is true or false. */
/* @__NO_SIDE_EFFECTS__ */ export const flag = (
  core?: CoreField,
  usual = false,
): Option<boolean> => ({
  usual,
  kind: 'flag',
  read: atCaller(toBoolean),
  core,
});

/** One of a few words, of which another value is a wrong kind; required, if no usual one is given. */
/* @__NO_SIDE_EFFECTS__ */ export const word = <Word extends string>(
  words: readonly Word[],
  usual?: Word,
  core?: Option<Word>['core'],
): Option<Word> => ({
  usual: usual ?? words[0],
  required: usual === undefined,
  words,
  read: atCaller((value, name) => toWord(value, name, words)),
  core,
});

/** A size, an integer from 1 on: required, or with a default that depends on the options before it. */
/* @__NO_SIDE_EFFECTS__ */ export const size = (
  derive?: Option<number>['derive'],
): Option<number> => ({
  usual: 1,
  required: derive === undefined,
  derive,
  kind: 'number',
  read: atCaller((value, name) => toInteger(value, name, 1, MAX_SIZE)),
  core: INTEGER,
});

/** An integer from 0 on. */
/* @__NO_SIDE_EFFECTS__ */ export const integer = (
  usual: number,
  most?: number,
  core?: CoreField,
): Option<number> => ({
  usual,
  kind: 'number',
  read: atCaller((value, name) => toInteger(value, name, 0, most)),
  core,
});

/** A number from 0 on, or within bounds. */
/* @__NO_SIDE_EFFECTS__ */ export const number = (
  usual: number,
  bounds: Bounds = {},
  core?: CoreField,
): Option<number> => ({
  usual,
  kind: 'number',
  read: atCaller((value, name) => toNumber(value, name, undefined, bounds)),
  core,
});

/** One of a few words. */
/* @__NO_SIDE_EFFECTS__ */ export const choice = <Word extends string>(
  words: readonly Word[],
  usual: Word,
  core?: Option<Word>['core'],
): Option<Word> => ({
  usual,
  words,
  read: atCaller((value, name) => toChoice(value, name, words)),
  core,
});

/** `keyLengths` is `key_lengths` in files and among the core's buffers. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`);

/** The names of the options of schemas, for readOptions. */
export const namesOf = <S extends Schema>(
  ...schemas: Schema[]
): Readonly<Record<keyof S & string, unknown>> =>
  optionNames(...schemas.flatMap((schema) => Object.keys(schema)));

/** The checked values of absent options. */
export function usualOf<S extends Schema>(schema: S): CheckedOf<S> {
  const entries = Object.entries(schema).map(([name, { usual, as = name }]) => [as, usual]);
  return Object.fromEntries(entries) as CheckedOf<S>;
}

/**
 * Makes the check of a schema's options, which sets the checked values of given ones in `call`, in the schema's order.
 */
export function checkOf(schema: Schema) {
  const names = Object.keys(schema).filter((name) => schema[name].read !== undefined);
  const reads = names.map((name) => schema[name].read as NonNullable<Option['read']>);
  const targets = names.map((name) => schema[name].as ?? name);
  return (given: any, call: any, precision?: unknown) => {
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      const value = given[name];
      if (value !== undefined) call[targets[i]] = reads[i](value, name, call, precision);
    }
  };
}

/**
 * Makes the check of a record of options, which refuses unknown names, reads the options in the schema's order and fills in
 * defaults. `name` is the record's in errors; the options of a nested record have it before theirs.
 */
export function recordOf<S extends Schema>(schema: S) {
  const known = namesOf<S>(schema);
  const usual = usualOf(schema);
  const entries = Object.entries(schema);
  return (record: unknown, name: string, context?: unknown, nested = false): CheckedOf<S> => {
    const given = readOptions(record, name, known, nested ? `${name}: ` : '');
    const checked: any = { ...usual };
    for (const [key, { as = key, required, derive, read }] of entries) {
      const value = given[key];
      const full = nested ? `${name}.${key}` : key;
      if (value !== undefined || required) checked[as] = read!(value, full, checked, context);
      else if (typeof derive === 'string') checked[as] = checked[derive];
      else if (derive) checked[as] = derive(checked, full, context);
    }
    return checked;
  };
}

/**
 * The caller's own enumerable properties, each read once. Drops undefined ones and refuses unknown names. null passes: the
 * check of that value refuses it with the expected type.
 *
 * @param name name of the object in errors
 * @param known from optionNames
 * @param where error prefix of a nested object: `window: `
 */
export function readOptions<Name extends string>(
  value: unknown,
  name: string,
  known: Readonly<Record<Name, unknown>>,
  where: string = '',
): Readonly<Record<Name, unknown>> {
  if (value === undefined) return known;
  if (!isRecord(value)) throw wrongKind(name, 'an object', value);
  const options: Record<string, unknown> = { ...known };
  for (const key of Object.keys(value)) {
    const given = value[key];
    if (given === undefined) continue;
    if (!Object.hasOwn(known, key)) {
      const names = Object.keys(known);
      const near = suggestion(key, names) || `; the options are ${names.join(', ')}`;
      throw new TypeError(`${where}unknown option ${shorten(key)}${near}`);
    }
    options[key] = given;
  }
  return options as Record<Name, unknown>;
}

/** Reads an options object inside another: `window`, `replace`. */
export function readNested<Name extends string>(
  value: unknown,
  name: string,
  known: Readonly<Record<Name, unknown>>,
) {
  return readOptions(value, name, known, `${name}: `);
}

/**
 * Whether a value is a plain object, which may hold options: not an array, a Map, a Date or another built-in object.
 */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return Object.prototype.toString.call(value) === '[object Object]';
}

/** @param fallback value of an absent option */
export function toBoolean(value: unknown, name: string, fallback?: boolean): boolean {
  if (value === undefined && fallback !== undefined) return fallback;
  if (typeof value === 'boolean') return value;
  throw wrongKind(name, 'true or false', value);
}

/** @param high both included */
export function toInteger(
  value: unknown,
  name: string,
  low: number,
  high: number = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= low && value <= high) {
    return value + 0; // -0 becomes 0
  }
  const range = high === Number.MAX_SAFE_INTEGER ? `of at least ${low}` : `from ${low} to ${high}`;
  throw (typeof value === 'number' ? wrongNumber : wrongKind)(name, `an integer ${range}`, value);
}

/** A number that float32 can hold. */
export function toFinite(value: unknown, name: string): number {
  if (typeof value !== 'number') throw wrongKind(name, 'a finite number', value);
  if (value >= -FLOAT32_MAX && value <= FLOAT32_MAX) return value;
  throw wrongNumber(name, 'a finite number that float32 can hold', value);
}

export function toFunction(value: unknown, name: string): (...values: any[]) => unknown {
  if (typeof value === 'function') return value as (...values: any[]) => unknown;
  throw wrongKind(name, 'a function', value);
}

/** An array or typed array; its values are not checked. */
export function toList(value: unknown, name: string, expected: string): ArrayLike<unknown> {
  if (Array.isArray(value) || kindOf(value) !== undefined) return value as unknown[];
  throw wrongKind(name, expected, value);
}

/** One of a few words: another value is a wrong kind. */
export function toWord<Word extends string>(
  value: unknown,
  name: string,
  words: readonly Word[],
): Word {
  if (words.includes(value as Word)) return value as Word;
  const quoted = words.map((one) => `'${one}'`);
  const last = quoted.pop();
  throw wrongKind(name, `${quoted.join(', ')} or ${last}`, value);
}

export function toChoice<Choice extends string>(
  value: unknown,
  name: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  const expected = choices.map((one) => `'${one}'`).join(', ');
  if (typeof value !== 'string') throw wrongKind(name, `one of ${expected}`, value);
  const near = suggestion(value, choices);
  throw new RangeError(`${wrongNumber(name, `one of ${expected}`, value).message}${near}`);
}

/** `above` and `below` are not included, `most` is. */
interface Bounds {
  above?: number;
  below?: number;
  most?: number;
}

/** A number of at least 0, or within `bounds`. */
export function toNumber(
  value: unknown,
  name: string,
  fallback?: number,
  { above, below, most }: Bounds = {},
) {
  if (value === undefined && fallback !== undefined) return fallback;
  const number = toFinite(value, name);
  const low = above === undefined ? number >= 0 : number > above;
  if (low && !(below !== undefined && number >= below) && !(most !== undefined && number > most)) {
    return number;
  }
  const from = above === undefined ? 'from 0' : `above ${above}`;
  const to =
    below !== undefined ? ` to below ${below}` : most !== undefined ? ` to ${most}` : ' on';
  throw wrongNumber(name, `a number ${from}${to}`, number);
}

/** Checks the signal before any work, in calls and in `load`. */
export function throwIfAborted({ signal }: { signal: AbortSignal | null }) {
  if (signal?.aborted) {
    throw signal.reason ?? new DOMException('This operation was aborted', 'AbortError');
  }
}

export function toSignal(value: unknown): AbortSignal | null {
  if (value === undefined) return null;
  const signal = value as AbortSignal;
  const alike =
    typeof value === 'object' &&
    value !== null &&
    typeof signal.aborted === 'boolean' &&
    typeof signal.addEventListener === 'function';
  if (!alike) throw wrongKind('signal', 'an AbortSignal', value);
  return signal;
}
