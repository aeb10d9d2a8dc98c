// The table of trained models, which `npm run models` fetched: headwise in Chromium, beside llama.cpp in WebAssembly where it reads the file.

import { root } from '../../src/build/tools/paths.js';
import { fetchedModel } from '../../src/build/models.ts';
import { isolation, serve } from '../../src/build/server.ts';
import { launchChromium } from '../../src/build/tools/chromium.ts';

const TEXT =
  'The animal did not cross the street because it was too tired. It had walked all day along the river, past the mill and the ' +
  'old bridge, and when the evening came it lay down under a tree and looked at the lights of the town on the other side, ' +
  'where somebody was singing and a dog barked now and then.';
const SENTENCE = 'The animal did not cross the street because it was too tired.';
const ROUNDS = 3;

/** The contenders: of headwise with the options of openModel. */
const EXACT = { engine: 'headwise', options: {} };
const INT8 = { engine: 'headwise', options: { arithmetic: 'int8', simd: 'auto' } };
const PEER = { engine: 'wllama', options: {} };

const PLANS = [
  {
    ...{ name: 'smollm2', about: 'SmolLM2-135M, Q4_1', text: TEXT, tokens: 64, written: 24 },
    contenders: [EXACT, INT8, PEER],
  },
  {
    ...{ name: 'minilm', about: 'MiniLM-L6', text: SENTENCE, tokens: 0, written: 0 },
    contenders: [EXACT],
  },
];

/**
 * @param {readonly number[]} threads
 * @param {(text: string) => void} say
 * @returns {Promise<string>} a table in Markdown, or why there is none
 */
export async function measureModels(threads, say) {
  const found = [];
  for (const plan of PLANS) if (await fetchedModel(plan.name)) found.push(plan);
  if (found.length === 0) return 'No trained models: npm run models fetches them.';
  /** @type {string[]} */
  const rows = [];
  for (const count of threads) {
    for (const plan of found) {
      for (const { engine, options } of plan.contenders) {
        const name = [engine, ...Object.values(options)].join(', ');
        say(`  ${plan.about}: ${name}, threads: ${count}`);
        rows.push(rowOf(plan.about, name, await measureOne(engine, plan, options, count)));
      }
    }
  }
  const head = ['model', 'engine', 'threads', 'tokens', 'run, ms', 'with all maps, ms', 'tokens/s'];
  return [line(head), line(head.map(() => '---')), ...rows].join('\n');
}

/**
 * @param {string} engine
 * @param {{ name: string, text: string, tokens: number, written: number }} plan
 * @param {object} options of openModel
 * @param {number} threads
 */
async function measureOne(engine, { name, text, tokens, written }, options, threads) {
  const server = await serve({ root, headers: threads > 1 ? isolation : {} });
  const { browser, stop } = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${server.url}tests/bench/models.html`);
    await page.waitForFunction('"engines" in globalThis');
    const source = `/build/models/${name}/`;
    const asked = { source, text, tokens, written, rounds: ROUNDS, options, threads };
    return await page.evaluate(
      ([engine, given]) => /** @type {any} */ (globalThis).engines[engine](given),
      /** @type {const} */ ([engine, asked]),
    );
  } finally {
    await stop();
    await server.close();
  }
}

/**
 * @param {string} about
 * @param {string} engine
 * @param {{ threads: number, tokens: number, run: number, withMaps?: number, perSecond: number }} report
 */
function rowOf(about, engine, { threads, tokens, run, withMaps, perSecond }) {
  const number = (/** @type {number | undefined} */ value) => (value ? value.toFixed(1) : '');
  return line([
    about,
    engine,
    `${threads}`,
    `${tokens}`,
    number(run),
    number(withMaps),
    number(perSecond),
  ]);
}

/** @param {readonly string[]} cells */
const line = (cells) => `| ${cells.join(' | ')} |`;
