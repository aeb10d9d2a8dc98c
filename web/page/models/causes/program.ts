// A program in JavaScript that computes the numbers of the view of causes again.

import { secondOf } from './second.ts';
import type { CausesState } from './state.ts';

/** An image as the model has read it. */
export interface ImageBytes {
  width: number;
  height: number;
  /** RGBA */
  data: Uint8ClampedArray;
}

/**
 * @param name of the model; its files are the reader's
 * @param image null: the input is a text
 */
export function programOf(state: CausesState, name: string, image: ImageBytes | null): string {
  const { asked, word, against, tab, by, of, over, second, middle } = state;
  if (!asked || !word) return '';
  const { position, read, input } = asked;
  const isClass = read.reading.predicts === 'classes';
  const ids = read.written.map(({ id }) => id);
  const isDecoded = input.target !== undefined;
  const target = isDecoded ? [...(input.target ?? []), ...ids] : null;
  const text = (own: string | undefined) =>
    input.pair === undefined ? JSON.stringify(own) : JSON.stringify([own, input.pair]);
  const whole =
    input.text !== undefined && (ids.length === 0 || isDecoded)
      ? text(input.text)
      : `{ ids: ${JSON.stringify([...read.reading.ids, ...(isDecoded ? [] : ids)])} }`;
  const option = target ? `, { target: ${JSON.stringify(target)} }` : '';
  const other = against ? `, against: ${against.id}` : '';
  const measure = isClass
    ? `{ class: ${word.id}${other} }`
    : `{ position: ${position}, token: ${word.id}${other} }`;
  const named = [word, ...(against ? [against] : [])].map((one) => JSON.stringify(one.name));
  const place = isClass ? '' : `, position: ${position}`;
  const how = target ? `, target: ${JSON.stringify(target)}` : '';
  const parts = {
    lens: [
      'for (let layer = 0; layer < model.config.numLayers; layer++) {',
      ...(middle === true
        ? [
            "  for (const at of ['middle', 'out']) {",
            `    const { predictions } = await run.lens({ layer, at${place}, top: 5 });`,
            '    console.log(layer + 1, at, predictions);',
            '  }',
          ]
        : [
            `  const { predictions } = await run.lens({ layer${place}, top: 5 });`,
            '  console.log(layer + 1, predictions);',
          ]),
      '}',
    ],
    sum: [
      'const { total, parts, rest } = await run.attribution(measure);',
      'console.table(parts);',
    ],
    heads:
      of === 'heads'
        ? [
            `const { base, effects } = await sweep(model, input, { measure, by: '${by}'${how} });`,
            'console.log(base, effects.toArray());',
          ]
        : [
            "for (const of of ['attentions', 'mlps']) {",
            `  const { base, effects } = await sweep(model, input, { measure, of, by: '${by}'${how} });`,
            '  console.log(of, base, effects.toArray());',
            '}',
          ],
    patch: [
      `const from = await model.run(${input.text === undefined ? JSON.stringify(secondOf(second, input, Infinity)) : text(second)}${option});`,
      `const { into, normalized } = await patch(model, { into: run, from, measure, over: '${over}' });`,
      'console.log(into, normalized.toArray());',
    ],
  }[tab];
  const uses = { lens: [], sum: [], heads: ['sweep'], patch: ['patch'] }[tab];
  return [
    `// Causes of a prediction of ${JSON.stringify(name)}, with the numbers that the page shows.`,
    `import { ${['openModel', ...uses].join(', ')} } from 'headwise/models';`,
    '',
    'const model = await openModel(process.argv[2]); // its folder or file',
    ...(image ? imageLines(image) : [`const input = ${whole};`]),
    `const run = await model.run(input${option});`,
    ...(tab === 'lens' ? [] : [`const measure = ${measure}; // ${named.join(' against ')}`]),
    ...parts,
    'model.dispose();',
    '',
  ].join('\n');
}

/** The image itself: its bytes have been resized by the browser. */
function imageLines({ width, height, data }: ImageBytes) {
  let bytes = '';
  for (const byte of data) bytes += String.fromCharCode(byte);
  return [
    `const data = new Uint8Array(Buffer.from('${btoa(bytes)}', 'base64')); // RGBA`,
    `const input = model.pixels({ data, width: ${width}, height: ${height} });`,
  ];
}
