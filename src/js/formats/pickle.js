// Python's pickle, read as data. A pickle is a program for a small machine, which may call anything of Python; this machine
// knows containers, text, numbers and the few names that its caller hands it, and refuses every other name before it is used.
// After Lib/pickletools.py. Nothing of the file is ever run.

import { HeadwiseError } from '../arguments/errors.js';
import { quote, TooShort } from './ranges.js';

/**
 * Something of Python's that a pickle may name.
 *
 * @typedef {object} Known
 * @property {string} name
 * @property {(args: unknown[]) => unknown} [call] what calling it gives
 * @property {unknown} [value] of a name that only stands for itself
 */

/**
 * @typedef {object} Names
 * @property {(name: string) => Known | undefined} find by its full name, such as `collections.OrderedDict`
 * @property {(id: unknown) => unknown} persistent what an id outside the pickle stands for
 */

const MARK = Symbol('mark');
/** Python's code of each operation. */
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

/**
 * Runs the machine until its STOP. Dictionaries are Maps, tuples and lists are arrays.
 *
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {Names} names
 * @param {(what: string) => HeadwiseError} broken
 * @returns {{ value: unknown, end: number }}
 * @throws {TooShort} where the bytes end before it
 */
export function unpickle(bytes, start, names, broken) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  /** @type {any[]} */
  const stack = [];
  /** @type {Map<number, unknown>} */
  const memo = new Map();
  for (;;) {
    const op = bytes[take(1)];
    if (op === OP.STOP) {
      if (stack.length !== 1) throw broken('its pickle does not end with one value');
      return { value: pop(), end: at };
    }
    step(op);
  }

  /** @param {number} op */
  function step(op) {
    const literal = literalOf(op);
    if (literal !== undefined) return void stack.push(literal.value);
    switch (op) {
      case OP.PROTO:
        return void take(1);
      case OP.FRAME:
        return void take(8);
      case OP.MARK:
        return void stack.push(MARK);
      case OP.POP:
        return void stack.pop();
      case OP.POP_MARK:
        return void popMark();
      case OP.DUP:
        return void stack.push(top());
      case OP.TUPLE:
        return void stack.push(popMark());
      case OP.APPEND:
        return append([pop()]);
      case OP.APPENDS:
      case OP.ADDITEMS:
        return append(popMark());
      case OP.SETITEM:
        return setItems(popSome(2));
      case OP.SETITEMS:
        return setItems(popMark());
      case OP.GLOBAL:
        return void stack.push(find(line(), line()));
      case OP.STACK_GLOBAL: {
        const [module, name] = popSome(2);
        return void stack.push(find(module, name));
      }
      case OP.REDUCE: {
        const args = pop();
        return void stack.push(call(pop(), args));
      }
      case OP.BUILD:
        return build(pop());
      case OP.BINPERSID:
        return void stack.push(names.persistent(pop()));
      default:
        return memorise(op);
    }
  }

  /** @param {number} op @returns {{ value: unknown } | undefined} */
  function literalOf(op) {
    switch (op) {
      case OP.NONE:
        return { value: null };
      case OP.NEWTRUE:
        return { value: true };
      case OP.NEWFALSE:
        return { value: false };
      case OP.BININT:
        return { value: view.getInt32(take(4), true) };
      case OP.BININT1:
        return { value: view.getUint8(take(1)) };
      case OP.BININT2:
        return { value: view.getUint16(take(2), true) };
      case OP.LONG1:
        return { value: long(view.getUint8(take(1))) };
      case OP.FLOAT:
        return { value: view.getFloat64(take(8)) };
      case OP.BINUNICODE:
        return { value: text(view.getUint32(take(4), true)) };
      case OP.SHORT_BINUNICODE:
        return { value: text(view.getUint8(take(1))) };
      case OP.BINSTRING:
      case OP.BINBYTES:
        return { value: text(view.getUint32(take(4), true)) };
      case OP.SHORT_BINSTRING:
      case OP.SHORT_BINBYTES:
        return { value: text(view.getUint8(take(1))) };
      case OP.EMPTY_TUPLE:
      case OP.EMPTY_LIST:
      case OP.EMPTY_SET:
        return { value: [] };
      case OP.EMPTY_DICT:
        return { value: new Map() };
      case OP.TUPLE1:
      case OP.TUPLE2:
      case OP.TUPLE3:
        return { value: popSome(op - OP.TUPLE1 + 1) };
      default:
        return undefined;
    }
  }

  /** @param {number} op that writes or reads the memo */
  function memorise(op) {
    switch (op) {
      case OP.BINPUT:
        return void memo.set(view.getUint8(take(1)), top());
      case OP.LONG_BINPUT:
        return void memo.set(view.getUint32(take(4), true), top());
      case OP.MEMOIZE:
        return void memo.set(memo.size, top());
      case OP.BINGET:
        return void stack.push(recall(view.getUint8(take(1))));
      case OP.LONG_BINGET:
        return void stack.push(recall(view.getUint32(take(4), true)));
      default:
        throw broken(`operation 0x${op.toString(16)} of its pickle at ${at - 1} is not known`);
    }
  }

  /** @param {number} index */
  function recall(index) {
    if (!memo.has(index)) throw broken(`its pickle asks for entry ${index}, which it has not kept`);
    return memo.get(index);
  }

  /** @param {number} length @returns {number} where the bytes that it passes begin */
  function take(length) {
    if (at + length > bytes.length) throw new TooShort();
    at += length;
    return at - length;
  }

  /** @param {number} length */
  function text(length) {
    const from = take(length);
    return new TextDecoder().decode(bytes.subarray(from, from + length));
  }

  /** A name up to the end of its line. */
  function line() {
    const end = bytes.subarray(at, at + 1024).indexOf(10);
    if (end < 0 && at + 1024 > bytes.length) throw new TooShort();
    if (end < 0) throw broken('a name in its pickle is longer than 1024 bytes');
    return text(end + 1).slice(0, -1);
  }

  /** @param {number} length in bytes, two's complement, little end first */
  function long(length) {
    const from = take(length);
    let value = 0n;
    for (let i = length - 1; i >= 0; i--) value = (value << 8n) | BigInt(bytes[from + i]);
    value = BigInt.asIntN(8 * length, value);
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }

  function top() {
    if (stack.length === 0) throw broken('its pickle takes more values than it has');
    return stack[stack.length - 1];
  }

  function pop() {
    const value = top();
    if (value === MARK) throw broken('its pickle takes more values than it has');
    stack.pop();
    return value;
  }

  /** @param {number} count */
  function popSome(count) {
    return Array.from({ length: count }, pop).reverse();
  }

  /** What stands above the last mark. */
  function popMark() {
    const mark = stack.lastIndexOf(MARK);
    if (mark < 0) throw broken('its pickle has no mark where it needs one');
    const above = stack.splice(mark);
    above.shift();
    return above;
  }

  /** @param {unknown[]} items */
  function append(items) {
    const list = top();
    if (!Array.isArray(list)) throw broken('its pickle appends to something that is not a list');
    for (const item of items) list.push(item);
  }

  /** @param {unknown[]} items keys and values, in turn */
  function setItems(items) {
    const map = top();
    if (!(map instanceof Map) || items.length % 2 !== 0) {
      throw broken('its pickle sets an item of something that is not a dictionary');
    }
    for (let i = 0; i < items.length; i += 2) map.set(items[i], items[i + 1]);
  }

  /** @param {unknown} module @param {unknown} name @returns {Known} */
  function find(module, name) {
    const full = `${String(module)}.${String(name)}`;
    const known = names.find(full);
    if (known) return known;
    const message = `file: expected a pickle of tensors only, got one that calls ${quote(full)}: refused, and nothing was run`;
    throw new HeadwiseError('format', message);
  }

  /** @param {any} known @param {unknown} args */
  function call(known, args) {
    if (!Array.isArray(args) || typeof known?.call !== 'function') {
      throw broken('its pickle calls something that cannot be called');
    }
    return known.call(args);
  }

  /** @param {unknown} state attributes: of a dictionary they say nothing about tensors, and nothing else takes any */
  function build(state) {
    if (!(top() instanceof Map) || !(state instanceof Map)) {
      throw broken('its pickle sets attributes of something that has none');
    }
  }
}
