// Writes the numbers of a view as CSV, JSON or NPY.
// One line per number in CSV, everything in JSON, one array in NPY.

import { writeNpy } from 'headwise/formats';
import { csvField } from '../../../ui/csv.ts';
import { plainText } from '../../../ui/format.ts';

interface Axis {
  /** name of its axis, such as query */
  name: string;
  /** one for each index */
  labels: readonly string[];
}

export interface LabelledArray {
  /** name of its numbers, such as attention */
  name: string;
  /** row-major */
  data: Float32Array;
  /** the outermost first */
  axes: readonly Axis[];
}

function shapeOf({ axes }: LabelledArray) {
  return axes.map(({ labels }) => labels.length);
}

/**
 * A line for each number: the index and the label along each axis, then the number with all its
 * digits.
 */
export function toCsv(array: LabelledArray): string {
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
  // RFC 4180 ends lines with CRLF
  return `${lines.join('\r\n')}\r\n`;
}

function exact(value: number) {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Object.is(value, -0) ? '-0' : plainText(value);
}

/**
 * The arrays and the state that determines them. JSON has no infinite numbers; they become null.
 */
export function toJson(view: string, arrays: readonly LabelledArray[], state: unknown): string {
  const entries = arrays.map((array) => {
    const { axes, data, name } = array;
    // the shortest decimal of this float32
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

export function toNpy(array: LabelledArray): Uint8Array<ArrayBuffer> {
  return writeNpy({ data: array.data, shape: shapeOf(array) });
}
