// Writes ONNX models: as much of the format's protocol buffers as a graph of float32 tensors needs. It knows no operator.

/**
 * @typedef {object} Attribute
 * @property {number} [float]
 * @property {number} [int]
 * @property {number[]} [ints]
 *
 * @typedef {{ data: Float32Array | BigInt64Array, shape: number[] }} Constant
 */

const FLOAT = 1;
const INT64 = 7;

/** A graph that is put together node by node; names of tensors are made up as needed. */
export class Model {
  /** @type {Uint8Array[]} */
  #nodes = [];
  /** @type {Uint8Array[]} */
  #constants = [];
  #names = 0;

  /**
   * @param {string} operator such as 'MatMul', or 'com.microsoft.Attention' with its domain
   * @param {(string | Constant)[]} inputs
   * @param {Record<string, Attribute>} [attributes]
   * @param {number | string[]} [outputs] how many, or their names
   * @returns {string[]} the outputs' names
   */
  node(operator, inputs, attributes = {}, outputs = 1) {
    const domain = operator.split('.').slice(0, -1).join('.');
    const names =
      typeof outputs === 'number' ? Array.from({ length: outputs }, () => this.#name()) : outputs;
    this.#nodes.push(
      message(
        ...inputs.map((input) => text(1, typeof input === 'string' ? input : this.#add(input))),
        ...names.map((name) => text(2, name)),
        text(4, operator.slice(domain.length && domain.length + 1)),
        ...Object.entries(attributes).map((entry) => bytes(5, attribute(...entry))),
        text(7, domain),
      ),
    );
    return names;
  }

  /**
   * @param {Record<string, number[]>} inputs shapes by name
   * @param {string[]} outputs
   * @returns {Uint8Array}
   */
  finish(inputs, outputs) {
    const graph = message(
      ...this.#nodes.map((node) => bytes(1, node)),
      text(2, 'layer'),
      ...this.#constants.map((constant) => bytes(5, constant)),
      ...Object.entries(inputs).map(([name, shape]) => bytes(11, value(name, shape))),
      ...outputs.map((name) => bytes(12, value(name))),
    );
    return message(
      integer(1, 10),
      bytes(7, graph),
      bytes(8, message(text(1, ''), integer(2, 23))),
      bytes(8, message(text(1, 'com.microsoft'), integer(2, 1))),
    );
  }

  #name() {
    return `t${this.#names++}`;
  }

  /** @param {Constant} constant */
  #add({ data, shape }) {
    const name = this.#name();
    const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const type = data instanceof Float32Array ? FLOAT : INT64;
    this.#constants.push(
      message(
        ...shape.map((size) => integer(1, size)),
        integer(2, type),
        text(8, name),
        bytes(9, raw),
      ),
    );
    return name;
  }
}

/** @param {Float32Array} data @param {...number} shape @returns {Constant} */
export const floats = (data, ...shape) => ({ data, shape });

/** @param {...number} numbers @returns {Constant} a vector of int64, such as a shape */
export const integers = (...numbers) => ({
  data: BigInt64Array.from(numbers, BigInt),
  shape: [numbers.length],
});

/** @param {string} name @param {Attribute} value */
function attribute(name, { float, int, ints }) {
  if (float !== undefined) return message(text(1, name), single(2, float), integer(20, 1));
  if (int !== undefined) return message(text(1, name), integer(3, int), integer(20, 2));
  return message(text(1, name), ...(ints ?? []).map((one) => integer(8, one)), integer(20, 7));
}

/** @param {string} name @param {number[]} [shape] */
function value(name, shape) {
  const dimensions = (shape ?? []).map((size) => bytes(1, message(integer(1, size))));
  const tensor = [integer(1, FLOAT), ...(shape ? [bytes(2, message(...dimensions))] : [])];
  return message(text(1, name), bytes(2, message(bytes(1, message(...tensor)))));
}

/** @param {...Uint8Array} fields */
function message(...fields) {
  const all = new Uint8Array(fields.reduce((length, field) => length + field.length, 0));
  let at = 0;
  for (const field of fields) {
    all.set(field, at);
    at += field.length;
  }
  return all;
}

/** @param {number} value not negative */
function varint(value) {
  const digits = [];
  for (; value > 127; value = Math.floor(value / 128)) digits.push((value % 128) | 128);
  return Uint8Array.from([...digits, value]);
}

/** @param {number} field @param {number} value */
const integer = (field, value) => message(varint(field * 8), varint(value));

/** @param {number} field @param {Uint8Array} value */
const bytes = (field, value) => message(varint(field * 8 + 2), varint(value.length), value);

/** @param {number} field @param {string} value */
const text = (field, value) => bytes(field, new TextEncoder().encode(value));

/** @param {number} field @param {number} value */
const single = (field, value) =>
  message(varint(field * 8 + 5), new Uint8Array(Float32Array.of(value).buffer));
