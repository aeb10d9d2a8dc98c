// Writes the numbers of a view as CSV, JSON or NPY.
// One line per number in CSV, everything in JSON, one array in NPY. Values go in, bytes or text
// come out.

import { writeNpy } from 'headwise/formats';
import { csvField } from '../../shared/csv.js';
import { plainText } from '../../shared/format.js';

/**
 * @typedef {object} Axis
 * @property {string} name of its axis, such as query
 * @property {readonly string[]} labels one for each place
 *
 * @typedef {object} LabelledArray
 * @property {string} name of its numbers, such as attention
 * @property {Float32Array} data row-major
 * @property {readonly Axis[]} axes from the outermost
 */

/** @param {LabelledArray} array */
function shapeOf({ axes }) {
  return axes.map(({ labels }) => labels.length);
}

/**
 * A line for each number: the place and the label along each axis, then the number with all its digits.
 * @param {LabelledArray} array
 * @returns {string}
 */
export function toCsv(array) {
  const { axes, data, name } = array;
  const shape = shapeOf(array);
  const cells = axes.map(({ labels }) => labels.map((label, i) => `${i},${csvField(label)}`));
  const lines = [[...axes.flatMap((axis) => [axis.name, `${axis.name}_name`]), name].join(',')];
  data.forEach((value, i) => {
    let rest = i;
    const places = [];
    for (let axis = axes.length - 1; axis >= 0; axis--) {
      places.unshift(cells[axis][rest % shape[axis]]);
      rest = Math.floor(rest / shape[axis]);
    }
    lines.push(`${places.join(',')},${exact(value)}`);
  });
  // as RFC 4180 has it
  return `${lines.join('\r\n')}\r\n`;
}

/** @param {number} value */
function exact(value) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : plainText(value);
}

/**
 * Everything: the arrays and the state that they follow from. JSON has no infinite numbers; those are null.
 * @param {string} view
 * @param {readonly LabelledArray[]} arrays
 * @param {unknown} state
 * @returns {string}
 */
export function toJson(view, arrays, state) {
  const entries = arrays.map((array) => {
    const { axes, data, name } = array;
    // the shortest number that is this float32
    const values = Array.from(data, (value) =>
      Number.isFinite(value) ? Number(plainText(value)) : null,
    );
    return [name, { shape: shapeOf(array), axes, values }];
  });
  const all = {
    format: 'headwise numbers',
    version: 1,
    view,
    state,
    arrays: Object.fromEntries(entries),
  };
  return `${JSON.stringify(all)}\n`;
}

/**
 * @param {LabelledArray} array
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toNpy(array) {
  return writeNpy({ data: array.data, shape: shapeOf(array) });
}
