// Data of the contributions view, for the screen and for export.
// A row for each head, the bias and the output.

import { headHue, markOf } from '../../../views/color.ts';
import { layoutSum } from '../../../views/contributions-layout.ts';
import { sayText } from '../../../ui/text.ts';
import { roundedText } from '../../../ui/format.ts';
import { longestWidth } from '../../../ui/label-sizes.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Trace } from '../answer/answer.ts';
import type { LabelledArray } from '../export/numbers.ts';
import type { Frame } from '../frame.ts';
import type { SumContent } from '../../../views/contributions.ts';

/** Left and right margins of the drawing, as in the style sheet. */
const MARGINS = 8;

export function contentOf(
  messages: Messages,
  { look }: Frame,
  trace: Trace,
  query: number,
  mirrored: boolean,
): SumContent {
  const { contributions, output, weights } = trace;
  const [heads, length, dims] = contributions.shape;
  const part = (data: Float32Array, index: number) =>
    data.subarray(index * dims, (index + 1) * dims);
  const rows = Array.from({ length: heads }, (_, head) => ({
    name: sayText(messages.head, { head: head + 1 }),
    values: part(contributions.data, head * length + query),
    color: markOf(headHue(head), look.theme),
  }));
  const bias = weights['out_proj.bias'];
  rows.push({ name: messages.sumBias, values: bias.data, color: look.colors.text });
  rows.push({
    name: messages.sumOutput,
    values: part(output.data, query),
    color: look.colors.ink,
  });
  const names = rows.map(({ name }) => name);
  const layout = layoutSum({
    width: look.size.width - MARGINS,
    height: look.size.height,
    parts: heads + 1,
    dims,
    largestPart: Math.max(sizeOf(contributions.data), sizeOf(bias.data)),
    largestSum: sizeOf(output.data),
    label: longestWidth(names, look.fontFamily) + 6,
    number: longestWidth(['−00.000'], look.fontFamily),
    mirrored,
  });
  return {
    layout,
    rows,
    colors: look.colors,
    format: (value) => roundedText(value, 3),
    dimName: (column) => sayText(messages.sumColumn, { column: column + 1 }),
  };
}

function sizeOf(values: Float32Array) {
  let most = 0;
  for (const value of values) if (Math.abs(value) > most) most = Math.abs(value);
  return most;
}

export function largest(values: Float32Array) {
  let best = 0;
  values.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(values[best])) best = i;
  });
  return best;
}

export function arrayOf({ layout, rows, dimName }: SumContent): LabelledArray {
  const { dims } = layout;
  const data = new Float32Array(rows.length * dims);
  rows.forEach(({ values }, index) => data.set(values, index * dims));
  const columns = Array.from({ length: dims }, (_, column) => dimName(column));
  const axes = [
    { name: 'part', labels: rows.map(({ name }) => name) },
    { name: 'column', labels: columns },
  ];
  return { name: 'contribution', data, axes };
}
