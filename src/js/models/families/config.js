// Reads the fields of a config.json: each has a kind, a range, and the default of the family's class in transformers. What is
// of another kind, or beyond the range, is refused by its name.

import { describe, HeadwiseError } from '../../arguments/errors.js';
import { quote } from '../../formats/ranges.js';
import { ALIASES, DEFAULTS, KNOWN, VERSION } from './fields.js';

/** @import { Activation } from '../description.js' */

const MOST = 1 << 20; // numbers of a row, heads, layers
const MOST_LAYERS = 1024;
const MOST_IDS = 2 ** 31;

/** @type {Record<string, Activation>} */
const ACTIVATIONS = {
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

/** @typedef {Record<string, any>} Values a config.json, or an object in it */

export class Config {
  #values;
  #from;
  #at;
  /** @type {Values} */
  #defaults = {};
  /** @type {Set<string>} */
  #optional = new Set();
  #names;
  /** Sizes that were read, by the names in the file. @type {Map<string, number>} */
  #sizes = new Map();

  /**
   * @param {Values} values
   * @param {object} [how]
   * @param {string} [how.type] the family's name, whose class has defaults
   * @param {string} [how.from] the file
   * @param {string} [how.at] the object's place in it
   * @param {Values} [how.defaults] of an object inside
   * @param {Record<string, string>} [how.names] other names that fields may have
   */
  constructor(values, { type = '', from = 'config.json', at = '', defaults, names } = {}) {
    this.type = type;
    this.#values = values;
    this.#from = from;
    this.#at = at;
    const known = defaults ?? JSON.parse((Object.hasOwn(DEFAULTS, type) && DEFAULTS[type]) || '{}');
    for (const [name, value] of Object.entries(known)) {
      const bare = name.replace('?', '');
      this.#defaults[bare] = value;
      if (bare !== name) this.#optional.add(bare);
    }
    const other = JSON.parse((Object.hasOwn(ALIASES, type) && ALIASES[type]) || '{}');
    this.#names = Object.entries({ ...other, ...names });
  }

  /** The same, whose fields have other names in the file. @param {Record<string, string>} names by the file's @param {Values} [more] values */
  renamed(names, more = {}) {
    const how = { type: this.type, from: this.#from, at: this.#at };
    const other = new Config({ ...this.#values, ...more }, { ...how, names });
    other.#sizes = this.#sizes;
    return other;
  }

  /** Sizes that were read, as an error says them. */
  get said() {
    return [...this.#sizes].map(([name, size]) => `${name} ${size}`).join(', ');
  }

  /** Whether the file has a field. @param {string} name */
  has(name) {
    return this.#find(name).isGiven;
  }

  /** As it is, for the few fields of several kinds; absent, the default. @param {string} name @returns {unknown} */
  any(name) {
    return this.#find(name).value;
  }

  /**
   * A whole number from 1.
   *
   * @param {string} name
   * @param {number} [none] where the field is null, or absent without a default
   */
  size(name, none) {
    return this.#whole(name, 1, MOST, none);
  }

  /** How many layers there are. @param {string} name */
  layers(name) {
    return this.#whole(name, 1, MOST_LAYERS);
  }

  /** One size over another, of which it is a multiple. @param {string} name @param {string} by */
  quotient(name, by) {
    const [size, divisor] = [this.size(name), this.size(by)];
    if (size % divisor === 0) return size / divisor;
    throw this.wrong(by, `a divisor of ${this.#find(name).inFile}, ${size}`);
  }

  /** A whole number from 0. @param {string} name @param {number} [none] */
  count(name, none) {
    return this.#whole(name, 0, MOST, none);
  }

  /** A size that may be 0 or null, both of which mean that there is none. @param {string} name */
  sizeOrNone(name) {
    const { value } = this.#find(name);
    return value === undefined || value === null ? null : this.size(name);
  }

  /** An id of a token. @param {string} name @param {number} [none] */
  id(name, none) {
    return this.#whole(name, 0, MOST_IDS, none);
  }

  /** One id, or several; null: none. @param {string} name @returns {number[]} */
  ids(name) {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return [];
    const is = (/** @type {unknown} */ id) => Number.isInteger(id) && Number(id) >= 0;
    const all = [value].flat();
    if (all.every(is)) return /** @type {number[]} */ (all);
    throw this.wrong(name, 'ids of tokens', value);
  }

  /** A number from 0, as an epsilon. @param {string} name @param {number} [none] */
  number(name, none) {
    return this.#number(name, 'a number from 0', (value) => value >= 0, none);
  }

  /** A number above 0, as a factor. @param {string} name @param {number} [none] */
  positive(name, none) {
    return this.#number(name, 'a number above 0', (value) => value > 0, none);
  }

  /** A number above 0; null: there is none. @param {string} name @returns {number | null} */
  positiveOrNone(name) {
    const { value } = this.#find(name);
    return value === undefined || value === null ? null : this.positive(name);
  }

  /** @param {string} name @param {boolean} [none] where the field is absent without a default */
  flag(name, none = false) {
    const { value, isGiven } = this.#find(name);
    if (typeof value === 'boolean') return value;
    if (value === undefined) return none;
    if (value === null && (!isGiven || this.#optional.has(name) || !(name in this.#defaults))) {
      return false;
    }
    throw this.wrong(name, 'true or false', value);
  }

  /**
   * @template {string} Choice
   * @param {string} name
   * @param {readonly Choice[]} choices
   * @param {Choice} [none] where the field is null, or absent without a default
   * @returns {Choice}
   */
  choice(name, choices, none) {
    const { value } = this.#find(name);
    if ((value === undefined || value === null) && none !== undefined) return none;
    const found = choices.find((choice) => choice === value);
    if (found !== undefined) return found;
    const isText = typeof value === 'string';
    throw this.wrong(name, choices.join(' or '), value, isText ? 'unsupported' : 'format');
  }

  /** @param {string} name @param {(name: string) => string} [rename] of what stands there @returns {Activation} */
  activation(name, rename = (one) => one) {
    const { value } = this.#find(name);
    if (typeof value !== 'string') throw this.wrong(name, 'the name of an activation', value);
    const known = rename(value);
    if (Object.hasOwn(ACTIVATIONS, known)) return ACTIVATIONS[known];
    const expected = `one of ${Object.keys(ACTIVATIONS).join(', ')}`;
    throw this.wrong(name, expected, value, 'unsupported');
  }

  /**
   * Numbers above 0.
   *
   * @param {string} name
   * @param {number} length
   * @returns {number[]}
   */
  numbers(name, length) {
    const is = (/** @type {unknown} */ one) => Number.isFinite(one) && Number(one) > 0;
    return this.#list(name, length, 'numbers above 0', is);
  }

  /**
   * One of some words for each layer.
   *
   * @param {string} name
   * @param {number} length
   * @param {readonly string[]} choices
   * @returns {string[] | null} null: there is no list
   */
  words(name, length, choices) {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return null;
    return this.#list(name, length, choices.join(' or '), (one) =>
      choices.includes(/** @type {string} */ (one)),
    );
  }

  /** 0 or 1, or more, for each layer. @param {string} name @param {number} length @returns {number[] | null} */
  counts(name, length) {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return null;
    const is = (/** @type {unknown} */ one) => Number.isInteger(one) && Number(one) >= 0;
    return this.#list(name, length, 'whole numbers from 0', is);
  }

  /** A size, or two. @param {string} name @returns {[number, number]} */
  pair(name) {
    const { value } = this.#find(name);
    if (!Array.isArray(value)) return [this.size(name), this.size(name)];
    const is = (/** @type {unknown} */ one) => Number.isInteger(one) && Number(one) >= 1 && Number(one) <= MOST; // prettier-ignore
    const [first, second] = this.#list(name, 2, `whole numbers from 1 to ${MOST}`, is);
    return [first, second];
  }

  /**
   * An object inside, with its own fields.
   *
   * @param {string} name
   * @param {Values} [defaults]
   * @returns {Config | null} null where it is null or absent
   */
  part(name, defaults = {}) {
    const { value } = this.#find(name);
    if (value === undefined || value === null) return null;
    if (typeof value !== 'object' || Array.isArray(value)) throw this.wrong(name, 'an object', value); // prettier-ignore
    const at = `${this.#at}${name}.`;
    return new Config(/** @type {Values} */ (value), { from: this.#from, at, defaults });
  }

  /** Refuses a field that changes numbers in a way that is not built. @param {string} name @param {readonly unknown[]} fine */
  expectOnly(name, ...fine) {
    const { value, isGiven } = this.#find(name);
    if (!isGiven || fine.includes(value)) return;
    throw this.wrong(name, fine.map(describe).join(' or '), value, 'unsupported');
  }

  /**
   * The error for a field.
   *
   * @param {string} name
   * @param {string} expected
   * @param {unknown} [value]
   * @param {'format' | 'unsupported'} [code]
   */
  wrong(name, expected, value = this.#find(name).value, code = 'format') {
    const got = typeof value === 'string' ? quote(value) : value === undefined ? 'none' : describe(value); // prettier-ignore
    const text = `${this.#from}: ${this.#at}${this.#find(name).inFile}: expected ${expected}, got ${got}`;
    return new HeadwiseError(code, text);
  }

  /** @param {string} name @returns {{ value: unknown, isGiven: boolean, inFile: string }} */
  #find(name) {
    for (const [inFile, own] of this.#names) {
      if (own !== name || !Object.hasOwn(this.#values, inFile)) continue;
      return { value: this.#values[inFile], isGiven: true, inFile };
    }
    const isGiven = Object.hasOwn(this.#values, name) && this.#values[name] !== undefined;
    return { value: isGiven ? this.#values[name] : this.#defaults[name], isGiven, inFile: name };
  }

  /** @param {string} name @param {number} least @param {number} most @param {number} [none] */
  #whole(name, least, most, none) {
    const expected = `a whole number from ${least} to ${most}`;
    const is = (/** @type {number} */ value) => Number.isInteger(value) && value >= least && value <= most; // prettier-ignore
    const size = this.#number(name, expected, is, none);
    if (this.has(name)) this.#sizes.set(this.#at + this.#find(name).inFile, size);
    return size;
  }

  /** @param {string} name @param {string} expected @param {(value: number) => boolean} is @param {number} [none] */
  #number(name, expected, is, none) {
    const { value } = this.#find(name);
    const got = value === undefined || value === null ? none : value;
    if (typeof got === 'number' && Number.isFinite(got) && is(got)) return got;
    throw this.wrong(name, expected, got ?? value);
  }

  /**
   * @template T
   * @param {string} name
   * @param {number} length
   * @param {string} expected
   * @param {(one: unknown) => boolean} is
   * @returns {T[]}
   */
  #list(name, length, expected, is) {
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
 * Refuses what no family can read: parameters in another form, layers that differ, and fields that are newer than the classes
 * known here.
 *
 * @param {Values} values
 * @param {readonly string[]} ignored fields that the user accepts
 */
export function expectKnown(values, ignored) {
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
  const expected = `a field of transformers ${VERSION}, or its name in the option ignore`;
  const text = `config.json: ${quote(name)}: expected ${expected}, got one of ${values.transformers_version}`;
  throw new HeadwiseError('unsupported', text);
}

/** Whether another version is newer than the one whose fields are known. @param {unknown} version */
function isNewer(version) {
  if (typeof version !== 'string') return false;
  const [major, minor] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [ownMajor, ownMinor] = VERSION.split('.').map(Number);
  return major > ownMajor || (major === ownMajor && minor > ownMinor);
}
