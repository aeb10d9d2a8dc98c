// Matches the patterns of a file like JavaScript's RegExp, and counts steps: a pattern with exponential backtracking, for which one
// call of a RegExp takes hours, is stopped by the limit of its text.

import { HeadwiseError } from '../../arguments/errors.ts';
import type { Cost } from './limits.ts';

/** Matches the rest of the pattern from an index: returns the end of the whole match, or -1 */
type Next = (at: number) => number;

/** Matches a part of the pattern at an index, and then the rest, in the order of RegExp */
type Part = (at: number, next: Next) => number;

/** Matches all parts, one after the other. Its steps are a part of the text's cost */
export type Matches = (text: string, cost: Cost) => [begin: number, end: number][];

const modern = (digits: string) =>
  `(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}${digits}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+`;
/** The patterns of Llama 3 and Qwen 2, which are fast on every text. */
export const MODERN = { threeDigits: modern('{1,3}'), oneDigit: modern('') };

const STEPS = 4096; // that are spent at once
const NO_LIMIT = Infinity;

/**
 * A pattern with the flag u, and i if it has that flag. Back references are not supported.
 *
 * @throws {HeadwiseError} 'unsupported' for unknown syntax
 */
export function boundedPattern(pattern: RegExp): Matches {
  const reader = new Reader(pattern.source, pattern.flags.replace(/[^iu]/g, ''));
  const whole = reader.readAll();
  const rule = `the pattern ${pattern.source.slice(0, 60)}`;
  return (text, cost) => {
    reader.begin(text, (steps) => cost.spend(steps, rule));
    const found: [number, number][] = [];
    try {
      for (let at = 0; at <= text.length;) {
        const end = whole(at, (index) => index);
        if (end >= 0) found.push([at, end]);
        at = end > at ? end : at + width(text, at);
      }
      reader.end();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error; // the recursion is too deep
      const message = `tokenizer: ${rule} needs too much memory for this text`;
      throw new HeadwiseError('format', message, { cause: error });
    }
    return found;
  };
}

/** The number of UTF-16 units of the character at an index. */
function width(text: string, at: number) {
  const code = text.codePointAt(at);
  return code !== undefined && code > 0xffff ? 2 : 1;
}

class Reader {
  #at = 0;
  #text = '';
  #steps = 0;
  #spend = (_steps: number) => {};

  declare source: string;
  declare flags: string;

  constructor(source: string, flags: string) {
    this.source = source;
    this.flags = flags;
  }

  /** @param spend hears of the steps: of STEPS at once, and of the last ones at the end */
  begin(text: string, spend: (steps: number) => void) {
    this.#text = text;
    this.#spend = spend;
    this.#steps = 0;
  }

  end() {
    this.#spend(this.#steps);
  }

  readAll() {
    const whole = this.#alternatives();
    if (this.#at < this.source.length) throw this.#unknown();
    return whole;
  }

  #step() {
    if (++this.#steps < STEPS) return;
    this.#spend(STEPS);
    this.#steps = 0;
  }

  #takes(word: string) {
    if (!this.source.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  #unknown() {
    const rest = this.source.slice(this.#at, this.#at + 20);
    return new HeadwiseError(
      'unsupported',
      `tokenizer: the pattern has ${rest}, which is not known`,
    );
  }

  #alternatives(): Part {
    const all = [this.#sequence()];
    while (this.#takes('|')) all.push(this.#sequence());
    if (all.length === 1) return all[0];
    return (at, next) => {
      for (const one of all) {
        this.#step();
        const end = one(at, next);
        if (end >= 0) return end;
      }
      return -1;
    };
  }

  #sequence(): Part {
    const parts: Part[] = [];
    while (this.#at < this.source.length && !'|)'.includes(this.source[this.#at])) {
      parts.push(this.#quantified());
    }
    return parts.reduceRight(
      (rest: Part, part) => (at, next) => part(at, (index) => rest(index, next)),
      (at, next) => next(at),
    );
  }

  #quantified(): Part {
    const { part, matches } = this.#atom();
    const [least, most] = this.#counts();
    if (least === 1 && most === 1) return part;
    const lazy = this.#takes('?');
    if (this.#takes('+')) throw this.#unknown();
    return matches && !lazy ? this.#run(matches, least, most) : this.#loop(part, least, most, lazy);
  }

  #counts(): [least: number, most: number] {
    if (this.#takes('*')) return [0, NO_LIMIT];
    if (this.#takes('+')) return [1, NO_LIMIT];
    if (this.#takes('?')) return [0, 1];
    const found = /^\{(\d+)(,?)(\d*)\}/.exec(this.source.slice(this.#at, this.#at + 40));
    if (!found) return [1, 1];
    this.#at += found[0].length;
    const least = Number(found[1]);
    return [least, found[3] ? Number(found[3]) : found[2] ? NO_LIMIT : least];
  }

  /**
   * Repeats a character: as often as possible first, then less often.
   *
   * @param matches the length of the character, or 0
   */
  #run(matches: (at: number) => number, least: number, most: number): Part {
    return (at, next) => {
      const ends = [at];
      for (let index = at; ends.length <= most;) {
        this.#step();
        const length = matches(index);
        if (length === 0) break;
        ends.push((index += length));
      }
      for (let count = ends.length - 1; count >= least; count--) {
        this.#step();
        const end = next(ends[count]);
        if (end >= 0) return end;
      }
      return -1;
    };
  }

  #loop(part: Part, least: number, most: number, lazy: boolean): Part {
    const from = (at: number, next: Next, count: number): number => {
      this.#step();
      const more = () => {
        if (count >= most) return -1;
        // an empty match ends the loop, after the minimum number of repetitions
        return part(at, (index) =>
          index === at && count >= least ? -1 : from(index, next, count + 1),
        );
      };
      if (count < least) return more();
      if (!lazy) {
        const end = more();
        return end >= 0 ? end : next(at);
      }
      const end = next(at);
      return end >= 0 ? end : more();
    };
    return (at, next) => from(at, next, 0);
  }

  /** @returns matches: set if the part is one character */
  #atom(): { part: Part; matches?: (at: number) => number } {
    if (this.#takes('(')) return { part: this.#group() };
    if (this.#takes('^')) return { part: this.#anchor(() => 0) };
    if (this.#takes('$')) return { part: this.#anchor(() => this.#text.length) };
    const matches = this.#character();
    const part = (at: number, next: Next) => {
      this.#step();
      const length = matches(at);
      return length > 0 ? next(at + length) : -1;
    };
    return { part, matches };
  }

  #group(): Part {
    const ahead = this.#takes('?=') ? true : this.#takes('?!') ? false : undefined;
    const behind = ahead === undefined && this.source.startsWith('?<', this.#at);
    if (behind) throw this.#unknown();
    const before = this.flags;
    if (this.#takes('?i:')) this.flags = 'iu';
    else if (ahead === undefined && this.source[this.#at] === '?' && !this.#takes('?:')) {
      throw this.#unknown();
    }
    const inner = this.#alternatives();
    this.flags = before;
    if (!this.#takes(')')) throw this.#unknown();
    if (ahead === undefined) return inner;
    return (at, next) => {
      this.#step();
      return inner(at, (index) => index) >= 0 === ahead ? next(at) : -1;
    };
  }

  #anchor(place: () => number): Part {
    return (at, next) => {
      this.#step();
      return at === place() ? next(at) : -1;
    };
  }

  /** Parses one character: a class, an escape or a literal. */
  #character(): (at: number) => number {
    const source =
      /^(?:\[(?:\\[^]|[^\]\\])*\]|\\[pPux]\{[^}]*\}|\\u[\da-fA-F]{4}|\\x[\da-fA-F]{2}|\\[^1-9kux]|[^\\()[\]{}*+?|])/u.exec(
        this.source.slice(this.#at),
      )?.[0];
    if (source === undefined) throw this.#unknown();
    this.#at += source.length;
    const one = new RegExp(`^${source}$`, this.flags.includes('i') ? 'iu' : 'u');
    const known: Map<string, boolean> = new Map();
    return (at) => {
      if (at >= this.#text.length) return 0;
      const units = width(this.#text, at);
      const character = this.#text.slice(at, at + units);
      let matches = known.get(character);
      if (matches === undefined) known.set(character, (matches = one.test(character)));
      return matches ? units : 0;
    };
  }
}
