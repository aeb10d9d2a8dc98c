// Interprets Python's pickle as data. A pickle is a program for a stack machine that may call any Python function; this machine
// knows containers, text, numbers and the caller's list of names, refuses every other name, and never runs anything from the
// file. After Lib/pickletools.py.

import { HeadwiseError } from '../arguments/errors.ts';
import { PickleBytes } from './pickle-bytes.ts';
import { quote } from './ranges.ts';

/** A Python object that a pickle may name. */
export interface Known {
  name: string;
  /** the function to call */
  call?: (args: unknown[]) => unknown;
  /** a constant, for a name that is not called */
  value?: unknown;
}

export interface Names {
  /** looks up a full name, such as `collections.OrderedDict` */
  find: (name: string) => Known | undefined;
  /** returns the object of an id outside the pickle */
  persistent: (id: unknown) => unknown;
}

const MARK = Symbol('mark');
/** Opcodes of Python's pickle. */
const OP = Object.fromEntries(
  Object.entries({
    ...{ MARK: 0x28, STOP: 0x2e, POP: 0x30, POP_MARK: 0x31, DUP: 0x32, FLOAT: 0x47, BININT: 0x4a },
    ...{
      BININT1: 0x4b,
      BININT2: 0x4d,
      NONE: 0x4e,
      BINPERSID: 0x51,
      REDUCE: 0x52,
      BINUNICODE: 0x58,
    },
    ...{ APPEND: 0x61, BUILD: 0x62, GLOBAL: 0x63, APPENDS: 0x65, BINGET: 0x68, LONG_BINGET: 0x6a },
    ...{ BINPUT: 0x71, LONG_BINPUT: 0x72, SETITEM: 0x73, TUPLE: 0x74, SETITEMS: 0x75 },
    ...{ EMPTY_TUPLE: 0x29, EMPTY_LIST: 0x5d, EMPTY_DICT: 0x7d, PROTO: 0x80, TUPLE1: 0x85 },
    ...{
      TUPLE2: 0x86,
      TUPLE3: 0x87,
      NEWTRUE: 0x88,
      NEWFALSE: 0x89,
      LONG1: 0x8a,
      SHORT_BINUNICODE: 0x8c,
    },
    ...{ EMPTY_SET: 0x8f, ADDITEMS: 0x90, STACK_GLOBAL: 0x93, MEMOIZE: 0x94, FRAME: 0x95 },
    ...{ BINSTRING: 0x54, SHORT_BINSTRING: 0x55, BINBYTES: 0x42, SHORT_BINBYTES: 0x43 },
  }),
);

/** The machine: a stack of values, and a memo of values for later use. */
class Machine {
  #bytes;
  #names;
  #broken;
  #stack: any[] = [];
  #memo: Map<number, unknown> = new Map();

  constructor(bytes: PickleBytes, names: Names, broken: (what: string) => HeadwiseError) {
    this.#bytes = bytes;
    this.#names = names;
    this.#broken = broken;
  }

  /**
   * Runs until STOP.
   * @returns the last value on the stack
   */
  run(): unknown {
    for (;;) {
      const op = this.#bytes.uint8();
      if (op === OP.STOP) {
        if (this.#stack.length !== 1) throw this.#broken('its pickle does not end with one value');
        return this.#pop();
      }
      this.#step(op);
    }
  }

  #step(op: number) {
    const literal = this.#literalOf(op);
    if (literal !== undefined) return void this.#stack.push(literal.value);
    switch (op) {
      case OP.PROTO:
        return void this.#bytes.take(1);
      case OP.FRAME:
        return void this.#bytes.take(8);
      case OP.MARK:
        return void this.#stack.push(MARK);
      case OP.POP:
        return void this.#stack.pop();
      case OP.POP_MARK:
        return void this.#popMark();
      case OP.DUP:
        return void this.#stack.push(this.#top());
      case OP.TUPLE:
        return void this.#stack.push(this.#popMark());
      case OP.APPEND:
        return this.#append([this.#pop()]);
      case OP.APPENDS:
      case OP.ADDITEMS:
        return this.#append(this.#popMark());
      case OP.SETITEM:
        return this.#setItems(this.#popSome(2));
      case OP.SETITEMS:
        return this.#setItems(this.#popMark());
      case OP.GLOBAL:
        return void this.#stack.push(this.#find(this.#bytes.line(), this.#bytes.line()));
      case OP.STACK_GLOBAL: {
        const [module, name] = this.#popSome(2);
        return void this.#stack.push(this.#find(module, name));
      }
      case OP.REDUCE: {
        const args = this.#pop();
        return void this.#stack.push(this.#call(this.#pop(), args));
      }
      case OP.BUILD:
        return this.#build(this.#pop());
      case OP.BINPERSID:
        return void this.#stack.push(this.#names.persistent(this.#pop()));
      default:
        return this.#memorise(op);
    }
  }

  #literalOf(op: number): { value: unknown } | undefined {
    switch (op) {
      case OP.NONE:
        return { value: null };
      case OP.NEWTRUE:
        return { value: true };
      case OP.NEWFALSE:
        return { value: false };
      case OP.BININT:
        return { value: this.#bytes.int32() };
      case OP.BININT1:
        return { value: this.#bytes.uint8() };
      case OP.BININT2:
        return { value: this.#bytes.uint16() };
      case OP.LONG1:
        return { value: this.#bytes.long(this.#bytes.uint8()) };
      case OP.FLOAT:
        return { value: this.#bytes.float64() };
      case OP.BINUNICODE:
        return { value: this.#bytes.text(this.#bytes.uint32()) };
      case OP.SHORT_BINUNICODE:
        return { value: this.#bytes.text(this.#bytes.uint8()) };
      case OP.BINSTRING:
      case OP.BINBYTES:
        return { value: this.#bytes.text(this.#bytes.uint32()) };
      case OP.SHORT_BINSTRING:
      case OP.SHORT_BINBYTES:
        return { value: this.#bytes.text(this.#bytes.uint8()) };
      case OP.EMPTY_TUPLE:
      case OP.EMPTY_LIST:
      case OP.EMPTY_SET:
        return { value: [] };
      case OP.EMPTY_DICT:
        return { value: new Map() };
      case OP.TUPLE1:
      case OP.TUPLE2:
      case OP.TUPLE3:
        return { value: this.#popSome(op - OP.TUPLE1 + 1) };
      default:
        return undefined;
    }
  }

  /** @param op an operation on the memo */
  #memorise(op: number) {
    switch (op) {
      case OP.BINPUT:
        return void this.#memo.set(this.#bytes.uint8(), this.#top());
      case OP.LONG_BINPUT:
        return void this.#memo.set(this.#bytes.uint32(), this.#top());
      case OP.MEMOIZE:
        return void this.#memo.set(this.#memo.size, this.#top());
      case OP.BINGET:
        return void this.#stack.push(this.#recall(this.#bytes.uint8()));
      case OP.LONG_BINGET:
        return void this.#stack.push(this.#recall(this.#bytes.uint32()));
      default:
        throw this.#broken(
          `operation 0x${op.toString(16)} of its pickle at ${this.#bytes.at - 1} is not known`,
        );
    }
  }

  #recall(index: number) {
    if (!this.#memo.has(index))
      throw this.#broken(`its pickle asks for entry ${index}, which it has not kept`);
    return this.#memo.get(index);
  }

  #top() {
    if (this.#stack.length === 0) throw this.#broken('its pickle takes more values than it has');
    return this.#stack[this.#stack.length - 1];
  }

  #pop() {
    const value = this.#top();
    if (value === MARK) throw this.#broken('its pickle takes more values than it has');
    this.#stack.pop();
    return value;
  }

  #popSome(count: number) {
    return Array.from({ length: count }, () => this.#pop()).reverse();
  }

  /** Pops the values above the last mark, and the mark. */
  #popMark() {
    const mark = this.#stack.lastIndexOf(MARK);
    if (mark < 0) throw this.#broken('its pickle has no mark where it needs one');
    const above = this.#stack.splice(mark);
    above.shift();
    return above;
  }

  #append(items: unknown[]) {
    const list = this.#top();
    if (!Array.isArray(list))
      throw this.#broken('its pickle appends to something that is not a list');
    for (const item of items) list.push(item);
  }

  /** @param items keys and values, alternating */
  #setItems(items: unknown[]) {
    const map = this.#top();
    if (!(map instanceof Map) || items.length % 2 !== 0) {
      throw this.#broken('its pickle sets an item of something that is not a dictionary');
    }
    for (let i = 0; i < items.length; i += 2) map.set(items[i], items[i + 1]);
  }

  #find(module: unknown, name: unknown): Known {
    const full = `${String(module)}.${String(name)}`;
    const known = this.#names.find(full);
    if (known) return known;
    const instead = 'torch.save(module.state_dict(), path) writes tensors only';
    const message = `file: expected a pickle of tensors only, got one that calls ${quote(full)}: refused, and nothing was run; ${instead}`;
    throw new HeadwiseError('format', message);
  }

  #call(known: any, args: unknown) {
    if (!Array.isArray(args) || typeof known?.call !== 'function') {
      throw this.#broken('its pickle calls something that cannot be called');
    }
    return known.call(args);
  }

  /** @param state attributes; ignored for a dictionary, refused for any other value */
  #build(state: unknown) {
    if (!(this.#top() instanceof Map) || !(state instanceof Map)) {
      throw this.#broken('its pickle sets attributes of something that has none');
    }
  }
}

/**
 * Reads a pickle. Dictionaries are Maps, tuples and lists are arrays.
 *
 * @throws {TooShort} if the bytes end before the pickle
 */
export function unpickle(
  bytes: Uint8Array,
  start: number,
  names: Names,
  broken: (what: string) => HeadwiseError,
): { value: unknown; end: number } {
  const reader = new PickleBytes(bytes, start, broken);
  const value = new Machine(reader, names, broken).run();
  return { value, end: reader.at };
}
