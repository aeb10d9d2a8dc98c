// npm run make: lists the things that can be made besides the build. npm run make docs makes one of them; arguments after the
// name go to the script that makes it.

import { join } from 'node:path';
import { root } from './tools/paths.js';
import { start } from './tools/run.js';
import { Stop, runMain } from './tools/say.js';

const THINGS: Readonly<Record<string, readonly [script: string, about: string]>> = Object.freeze({
  conformance: [
    'tests/conformance/report.js',
    'the table of ONNX, onnxruntime, PyTorch, Keras and Flax cases; --threads N, --simd NAME',
  ],
  docs: [
    'src/build/docs.ts',
    'web/docs/api, from the declarations; the examples, from web/examples',
  ],
  experiment: [
    'web/models/training/one-head.ts',
    'web/models/one-head.json: is one head enough? five seeds',
  ],
  heights: [
    'src/build/heights.ts',
    'the height of each lesson in a frame, which the dialog writes',
  ],
  matrix: ['tests/web/matrix/report.js', 'web/docs/environments.md, measured in three browsers'],
  options: [
    'src/build/options.ts',
    'the types of options and the fields of the core, from the schemas',
  ],
  release: [
    'src/build/release/release.ts',
    'build/release: the npm package, the wheel, a text for CDNs, checksums, provenance; publishes nothing',
  ],
  scorm: [
    'src/build/release/scorm.ts',
    'a SCORM 1.2 package; --lesson NAME, more in web/docs/teacher.md',
  ],
  screenshot: ['src/build/screenshot.ts', 'web/docs/page.png, the picture in the README'],
  'train-grammar': [
    'web/models/training/train-grammar.ts',
    'web/models/grammar.safetensors, to the same bytes',
  ],
  'train-english': [
    'web/models/training/train-english.ts',
    'web/models/english.safetensors, on text from packages; --minutes N (60), --steps N, resumes',
  ],
});

await runMain(async () => {
  const [name, ...args] = process.argv.slice(2);
  const list = Object.entries(THINGS).map(([one, [, about]]) => `  ${one.padEnd(15)}${about}`);
  const usage = `npm run make <name>\n\n${list.join('\n')}`;
  if (name === undefined || name === '--help') {
    console.log(usage);
    return;
  }
  if (!Object.hasOwn(THINGS, name)) throw new Stop(`${name}: cannot be made\n\n${usage}`);
  const [script] = THINGS[name];
  const { status } = await start(process.execPath, [join(root, script), ...args], { show: true });
  return status === 0 ? 0 : 1;
});
