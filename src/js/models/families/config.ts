// Reads the fields of a config.json: each has a kind, a range, and the default of the family's class in transformers. A field
// of another kind, or out of range, is refused by name.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { quote } from '../../formats/ranges.ts';
import { ALIASES, DEFAULTS, KNOWN, VERSION } from './fields.ts';
import type { Activation } from '../description.ts';

const MOST = 1 << 24; // the largest number of a field: contexts have millions of tokens
const MOST_LAYERS = 1024;
const MOST_IDS = 2 ** 31;

const ACTIVATIONS: Record<string, Activation> = {
  gelu: 'gelu',
  gelu_python: 'gelu',
  gelu_new: 'gelu-tanh',
  gelu_fast: 'gelu-tanh',
  gelu_pytorch_tanh: 'gelu-tanh',
  gelu_accurate: 'gelu-tanh',
  quick_gelu: 'quick-gelu',
  silu: 'silu',
  swish: 'silu',
  relu: 'relu',
  relu2: 'relu-squared',
  tanh: 'tanh',
};

/** a config.json, or an object in it */
type Values = Record<string, any>;

export class Config {
  #values;
  #from;
  #at;
  #defaults: Values = {};
  #optional: Set<string> = new Set();
  #names;
  /** Sizes that were read, by name in the file. */
  #sizes: Map<string, number> = new Map();

  declare type: string;

  /**
   * @param how.type the family's name, whose class has defaults
   * @param how.from the file
   * @param how.at the object's path in the file
   * @param how.defaults the defaults of a nested object
   * @param how.names fields, by another name in the file
   */
  constructor(
    values: Values,
    {
      type = '',
      from = 'config.json',
      at = '',
      defaults,
      names,
    }: {
      type?: string;
      from?: string;
      at?: string;
      defaults?: Values;
      names?: Record<string, string>;
    } = {},
  ) {
    this.type = type;
    this.#values = values;
    this.#from = from;
    this.#at = at;
    const known = defaults ?? JSON.parse((Object.hasOwn(DEFAULTS, type) && DEFAULTS[type]) || '{}');
    for (const [name, value] of Object.entries<any>(known)) {
      const bare = name.replace('?', '');
      this.#defaults[bare] = value;
      if (bare !== name) this.#optional.add(bare);
    }
    const other = JSON.parse((Object.hasOwn(ALIASES, type) && ALIASES[type]) || '{}');
    this.#names = Object.entries<any>({ ...other, ...names });
  }

  /**
   * The same config with other names of fields in the file.
   *
   * @param names fields, by name in the file
   * @param more values to add
   */
  renamed(names: Record<string, string>, more: Values = {}) {
    const how = { type: this.type, from: this.#from, at: this.#at };
    const other = new Config({ ...this.#values, ...more }, { ...how, names });
    other.#sizes = this.#sizes;
    return other;
  }

  /** The sizes that were read, for errors. */
  get said() {
    return [...this.#sizes].map(([name, size]) => `${name} ${size}`).join(', ');
  }

  /** Whether the file has a field. */
  has(name: string) {
    return this.#find(name).isGiven;
  }

  /** A field of several kinds, unchecked; if it is absent, its default. */
  any(name: string): unknown {
    return this.#find(name).value;
  }

  /**
   * A whole number from 1.
   *
   * @param none the value if the field is null, or absent without a default
   */
  size(name: string, none?: number) {
    return this.#whole(name, 1, MOST, none);
  }

  /** The number of layers. */
  layers(name: string) {
    return this.#whole(name, 1, MOST_LAYERS);
  }

  /** One size divided by another, without a remainder. */
  quotient(name: string, by: string) {
    const [size, divisor] = [this.size(name), this.size(by)];
    if (size % divisor === 0) return size / divisor;
    throw this.wrong(by, `a divisor of ${this.#find(name).inFile}, ${size}`);
  }

  /** The width of a model, and the number and width of its heads. */
  heads(width: string, heads: string) {
    const sizes = { width: this.size(width), numHeads: this.size(heads) };
    return { ...sizes, headDim: this.quotient(width, heads) };
  }

  /** A whole number from 0. */
  count(name: string, none?: number) {
    return this.#whole(name, 0, MOST, none);
  }

  /** A size; 0 and null mean that there is none. */
  sizeOrNone(name: string) {
    const { value } = this.#find(name);
    return value === undefined || value === null ? null : this.size(name);
  }

  /** A size, or another one if the field is absent or a whole number below 1. */
  sizeOr(name: string, otherwise: number) {
    if (this.#find(name).value === undefined) return otherwise;
    const size = this.#whole(name, -MOST, MOST);
    return size < 1 ? otherwise : size;
  }

  /** An id of a token. */
  id(name: string, none?: number) {
    return this.#whole(name, 0, MOST_IDS, none);
  }

  /** One id, or several; null: none. */
  ids(name: string): number[] {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return [];
    const is = (id: unknown) => Number.isInteger(id) && Number(id) >= 0;
    const all = [value].flat();
    if (all.every(is)) return all as number[];
    throw this.wrong(name, 'ids of tokens', value);
  }

  /** A number from 0, such as an epsilon. */
  number(name: string, none?: number) {
    return this.#number(name, 'a number from 0', (value) => value >= 0, none);
  }

  /** A number above 0, such as a factor. */
  positive(name: string, none?: number) {
    return this.#number(name, 'a number above 0', (value) => value > 0, none);
  }

  /** A number above 0; null: there is none. */
  positiveOrNone(name: string): number | null {
    const { value } = this.#find(name);
    return value === undefined || value === null ? null : this.positive(name);
  }

  /** @param none the value if the field is absent without a default */
  flag(name: string, none: boolean = false) {
    const { value, isGiven } = this.#find(name);
    if (typeof value === 'boolean') return value;
    if (value === undefined) return none;
    if (value === null && (!isGiven || this.#optional.has(name) || !(name in this.#defaults))) {
      return false;
    }
    throw this.wrong(name, 'true or false', value);
  }

  /** @param none the value if the field is null, or absent without a default */
  choice<Choice extends string>(name: string, choices: readonly Choice[], none?: Choice): Choice {
    const { value } = this.#find(name);
    if ((value === undefined || value === null) && none !== undefined) return none;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const isText = typeof value === 'string';
    throw this.wrong(name, choices.join(' or '), value, isText ? 'unsupported' : 'format');
  }

  /** @param rename from the name in the file to transformers' name */
  activation(name: string, rename: (name: string) => string = (one) => one): Activation {
    const { value } = this.#find(name);
    if (typeof value !== 'string') throw this.wrong(name, 'the name of an activation', value);
    const known = rename(value);
    if (Object.hasOwn(ACTIVATIONS, known)) return ACTIVATIONS[known];
    const expected = `one of ${Object.keys(ACTIVATIONS).join(', ')}`;
    throw this.wrong(name, expected, value, 'unsupported');
  }

  /** Numbers above 0. */
  numbers(name: string, length: number): number[] {
    const is = (one: unknown) => Number.isFinite(one) && Number(one) > 0;
    return this.#list(name, length, 'numbers above 0', is);
  }

  /**
   * A word for each layer.
   *
   * @returns null: there is no list
   */
  words(name: string, length: number, choices: readonly string[]): string[] | null {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return null;
    return this.#list(name, length, choices.join(' or '), (one) => choices.includes(one as string));
  }

  /** A whole number from 0 for each layer. */
  counts(name: string, length: number): number[] | null {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return null;
    const is = (one: unknown) => Number.isInteger(one) && Number(one) >= 0;
    return this.#list(name, length, 'whole numbers from 0', is);
  }

  /** Two sizes; one alone counts twice. */
  pair(name: string): [number, number] {
    const { value } = this.#find(name);
    if (!Array.isArray(value)) return [this.size(name), this.size(name)];
    const is = (one: unknown) => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= MOST; // prettier-ignore
    const [first, second] = this.#list<number>(name, 2, `whole numbers from 1 to ${MOST}`, is);
    return [first, second];
  }

  /**
   * A nested object, with its own fields.
   *
   * @returns null: it is null or absent
   */
  part(name: string, defaults: Values = {}): Config | null {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) throw this.wrong(name, 'an object', value); // prettier-ignore
    const at = `${this.#at}${name}.`;
    return new Config(value as Values, { from: this.#from, at, defaults });
  }

  /** Refuses a field with a value that is not implemented. */
  expectOnly(name: string, ...fine: readonly unknown[]) {
    const { value, isGiven } = this.#find(name);
    if (!isGiven || fine.includes(value)) return;
    throw this.wrong(name, fine.map(describe).join(' or '), value, 'unsupported');
  }

  /** The error for a field. */
  wrong(
    name: string,
    expected: string,
    value: unknown = this.#find(name).value,
    code: 'format' | 'unsupported' = 'format',
  ) {
    const got = typeof value === 'string' ? quote(value) : value === undefined ? 'none' : describe(value); // prettier-ignore
    const text = `${this.#from}: ${this.#at}${this.#find(name).inFile}: expected ${expected}, got ${got}`;
    return new HeadwiseError(code, text);
  }

  #find(name: string): { value: unknown; isGiven: boolean; inFile: string } {
    for (const [inFile, own] of this.#names) {
      if (own !== name || !Object.hasOwn(this.#values, inFile)) continue;
      return { value: this.#values[inFile], isGiven: true, inFile };
    }
    const isGiven = Object.hasOwn(this.#values, name) && this.#values[name] !== undefined;
    return { value: isGiven ? this.#values[name] : this.#defaults[name], isGiven, inFile: name };
  }

  #whole(name: string, least: number, most: number, none?: number) {
    const expected = `a whole number from ${least} to ${most}`;
    const is = (value: number) => Number.isInteger(value) && value >= least && value <= most; // prettier-ignore
    const size = this.#number(name, expected, is, none);
    if (this.has(name)) this.#sizes.set(this.#at + this.#find(name).inFile, size);
    return size;
  }

  #number(name: string, expected: string, is: (value: number) => boolean, none?: number) {
    const { value } = this.#find(name);
    const got = value === undefined || value === null ? none : value;
    if (typeof got === 'number' && Number.isFinite(got) && is(got)) return got;
    throw this.wrong(name, expected, got ?? value);
  }

  #list<T>(name: string, length: number, expected: string, is: (one: unknown) => boolean): T[] {
    const { value } = this.#find(name);
    const all = `a list of ${length} ${expected}`;
    if (!Array.isArray(value)) throw this.wrong(name, all, value);
    if (value.length !== length) throw this.wrong(name, all, `${value.length} of them`);
    const other = value.find((one) => !is(one));
    if (other === undefined && value.every(is)) return value;
    const code = typeof other === 'string' ? 'unsupported' : 'format';
    throw this.wrong(name, all, other, code);
  }
}

/**
 * Refuses configs that no family can read: parameters in another form, layers with different configs, and fields newer than
 * the known classes.
 *
 * @param ignored fields that the user accepts
 */
export function expectKnown(values: Values, ignored: readonly string[]) {
  const config = new Config(values);
  for (const name of ['quantization_config', 'compression_config']) {
    const method = config.part(name);
    if (!method) continue;
    const got = method.any('quant_method') ?? method.any('format') ?? 'one without quant_method';
    throw config.wrong(name, 'parameters that are not quantised', `${got}`, 'unsupported');
  }
  config.expectOnly('per_layer_config', null);
  if (Object.keys(Object(values.pruned_heads)).length > 0) {
    throw config.wrong('pruned_heads', 'no heads', values.pruned_heads, 'unsupported');
  }
  if (!isNewer(values.transformers_version)) return;
  const known = new Set([...KNOWN.split(' '), ...ignored]);
  const name = Object.keys(values).find((one) => !known.has(one));
  if (name === undefined) return;
  const expected = `a field that these families have in transformers ${VERSION}, or its name in the option ignore`;
  const text = `config.json: ${quote(name)}: expected ${expected}, but the file is of transformers ${values.transformers_version}`;
  throw new HeadwiseError('unsupported', text);
}

/** Whether another version is newer than the one whose fields are known. */
function isNewer(version: unknown) {
  if (typeof version !== 'string') return false;
  const [major, minor] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [ownMajor, ownMinor] = VERSION.split('.').map(Number);
  return major > ownMajor || (major === ownMajor && minor > ownMinor);
}
