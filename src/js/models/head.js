// Behind the last block: logits by the model's head, or one vector of a sentence.

/** @import { Head } from './description.js' */
/** @import { Buffer } from './engine.js' */
/** @import { Numbers, Passed } from './forward.js' */
/** @import { Opened, Pooling } from './model.js' */

/**
 * @param {Opened} opened
 * @param {Head} head
 * @param {Buffer} x (rows, D)
 * @param {number} rows
 * @returns {Numbers}
 */
export function headOf(opened, head, x, rows) {
  const { engine, weights, description } = opened;
  let [from, count, width] = [x, rows, description.embedDim];
  for (const [i, step] of head.steps.entries()) {
    const size = count * width;
    const name = `head ${i}`;
    if ('pool' in step) {
      const pooled = pool(step, engine.read(from, size), width);
      [from, count, width] = [engine.put(name, pooled), 1, pooled.length];
    } else if ('average' in step) {
      const mean = average(opened, step.average, engine.read(from, size), width);
      [from, count, width] = [engine.put(name, mean), 1, mean.length];
    } else if ('linear' in step) {
      const { weight, bias } = weights.linear(step.linear);
      const out = engine.buffer(name, count * weight.rows);
      engine.multiply(weight, bias, from, count, out);
      [from, width] = [out, weight.rows];
    } else if ('activation' in step) engine.activate(step.activation, from, null, size, from);
    else if ('norm' in step) engine.normalize(weights.norm(step.norm), from, count, width, from);
    else if ('scale' in step) {
      from = engine.put(name, engine.read(from, size));
      engine.scale(step.scale, size, from);
    } else {
      engine.scale(1 / step.softcap, size, from);
      engine.activate('tanh', from, null, size, from);
      engine.scale(step.softcap, size, from);
    }
  }
  const data = engine.read(from, count * width);
  if (head.kind === 'classes') return { data, shape: [width] };
  return { data, shape: width === 1 ? [count] : [count, width] };
}

/**
 * The mean over all maps, each applied to the row at its place.
 *
 * @param {Opened} opened
 * @param {readonly import('./description.js').Linear[]} linears
 * @param {Float32Array} rows
 * @param {number} width
 */
function average({ engine, weights }, linears, rows, width) {
  /** @type {Float32Array} */
  let sum = new Float32Array(0);
  for (const [i, one] of linears.entries()) {
    const { weight, bias } = weights.linear(one);
    const row = engine.put('row', rows.slice(i * width, (i + 1) * width));
    const out = engine.buffer('classes', weight.rows);
    engine.multiply(weight, bias, row, 1, out);
    const values = engine.read(out, weight.rows);
    sum = sum.length ? sum.map((value, j) => value + values[j]) : values;
  }
  return sum.map((value) => value / linears.length);
}

/**
 * The vector of a text.
 *
 * @param {Opened} opened
 * @param {Passed} passed
 * @param {number} length
 * @param {Pooling | null} pooling
 */
export function vectorOf({ engine, description }, { x }, length, pooling) {
  const { kind, normalize } = pooling ?? { kind: 'mean', normalize: false };
  if (kind === 'none') return null;
  const width = description.embedDim;
  const rows = engine.read(x, length * width);
  const last = (length - 1) * width;
  const out = new Float32Array(width);
  for (let j = 0; j < width; j++) {
    let sum = kind === 'max' ? -Infinity : 0;
    for (let i = 0; i < length; i++) {
      const value = rows[i * width + j];
      sum = kind === 'max' ? Math.max(sum, value) : sum + value;
    }
    if (kind === 'first' || kind === 'last') out[j] = rows[kind === 'first' ? j : last + j];
    else out[j] = kind === 'mean' ? sum / length : sum;
  }
  if (!normalize) return out;
  let square = 0;
  for (const value of out) square += value * value;
  const by = Math.max(Math.sqrt(square), 1e-12);
  return out.map((value) => value / by);
}

/**
 * @param {{ pool: import('./description.js').Pool, except?: number }} step
 * @param {Float32Array} rows
 * @param {number} width
 */
function pool({ pool: how, except = 0 }, rows, width) {
  const first = rows.slice(0, width);
  if (how === 'first') return first;
  const from = how === 'mean' ? 0 : (1 + except) * width;
  const mean = Float32Array.from(first, (_, j) => {
    let sum = 0;
    for (let at = from + j; at < rows.length; at += width) sum += rows[at];
    return (sum * width) / (rows.length - from);
  });
  return how === 'mean' ? mean : Float32Array.of(...first, ...mean);
}
