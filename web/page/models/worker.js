// The worker that holds an open model.
// The page stays free while it computes, and ending the worker frees everything. connection.js is
// its other side.

import { headStatistics, openModel, rankHeads } from 'headwise/models';
import { gather } from '../../elements/model-view/gather.js';
import { shrinkMap } from '../../views/thumbnails.js';
import { exactLayer, takesLong } from './exact.js';
import { createLooking } from './images/looking.js';
import { createWriter } from './writer.js';

/**
 * @typedef {'self' | 'cross' | 'encoder'} Kind
 * @typedef {{ layer: number, head: number }} Head
 * @typedef {object} Question
 * @property {string} [text]
 * @property {string} [pair] a second one, of encoders
 * @property {number[]} [ids] instead
 * @property {number[]} [target] what the decoder of two reads
 * @property {number[]} written goes on from the text, or from the target
 * @property {Head[]} removed
 *
 * @typedef {object} ImageQuestion
 * @property {{ data: Uint8ClampedArray, width: number, height: number }} image as the model takes it
 * @property {number} number of this image: it may be asked about again
 * @property {Head[]} removed
 *
 * @typedef {Head & { value: number, baseline: number | null }} Measured of a head
 *
 * @typedef {object} Small what small pictures show
 * @property {number} layer
 * @property {Kind} kind
 * @property {number} heads
 * @property {number} rows
 * @property {number} columns
 * @property {{ rows: readonly (readonly number[])[], columns: readonly (readonly number[])[] } | null} groups
 *   tokens that stand together, and those that are left out; null: all, each for itself
 * @property {number} side numbers along it, at most
 */

/** Largest size of a layer's maps; above it, each head's thumbnail is requested instead. */
const MOST_NUMBERS = 2 ** 22;

/** Any text; only a model with a closed vocabulary rejects it. */
const ANY_TEXT = 'The animal was tired.';
/** Words of such a model to begin with. */
const SAMPLE = 8;

/** @type {any} */
let model = null;
/** What was asked last: as it is, and with all heads where some are removed. @type {any} */
let run = null;
/** Heads that it goes without. @type {Head[]} */
let absent = [];
/** Counts the runs. */
let runs = 0;
/** Float64 numbers that were asked for last. @type {{ of: string, find: ReturnType<typeof exactLayer> } | null} */
let exact = null;
/** @type {any} */
let whole = null;
let wholeOf = '';
/** Whether tokens have a text. */
let isText = false;
/** @type {AbortController | null} */
let running = null;
/** The last text, from which generation goes on. @type {import('./writer.js').Text} */
let asked = { ids: [], removed: [] };
/** @type {ReturnType<typeof createWriter> | null} */
let writer = null;
/** @type {ReturnType<typeof createLooking> | null} */
let looking = null;

const answers = {
  /**
   * @param {any} source
   * @param {(...progress: unknown[]) => void} onProgress
   */
  async open(source, onProgress) {
    const files = typeof source === 'string' ? new URL(source) : source;
    // threads share at most 2 GB, and a phone gives them less
    model = await openModel(files, { onProgress, threads: 'auto' }).catch((error) => {
      if (error.code === 'memory') return openModel(files, { onProgress });
      throw error;
    });
    const { architecture, kind, config, report, image } = model;
    isText = reads('');
    return {
      ...{ architecture, kind, config: { ...config }, report, image },
      tokenizes: isText,
      pairs: isText && kind === 'encoder' && reads(['', '']),
      sample: isText ? (example() ?? (reads(ANY_TEXT) ? null : sample())) : null,
    };
  },

  /** @param {Question} question */
  async read({ text, pair, ids: own = [], target: begun, written, removed }) {
    const input =
      text === undefined ? { ids: own } : model.tokenize(pair === undefined ? text : [text, pair]);
    const { spans, words } = input;
    const tokens = input.texts;
    const target = begun && [...begun, ...written];
    const ids = target ? input.ids : [...input.ids, ...written];
    const read = target || written.length === 0 ? input : { ids };
    const milliseconds = await compute(read, { target, removed }, JSON.stringify([ids, target]));
    asked = { ids, target, removed, words };
    const more = begun && { target: begun, targetTokens: begun.map((id) => nameOf(id)) };
    const sentences = pair === undefined ? null : sentencesOf(input);
    return {
      ids: input.ids,
      tokens,
      spans,
      words,
      sentences,
      ...more,
      predicts: predicts(),
      milliseconds,
    };
  },

  /** @param {ImageQuestion} question */
  async see({ image, number, removed }) {
    const pixels = model.pixels(image);
    const milliseconds = await compute(pixels, { removed }, `image ${number}`);
    looking = createLooking(run);
    const { patch, first } = model.image;
    return {
      down: Math.floor(image.height / patch.height),
      across: Math.floor(image.width / patch.width),
      ...{ first, predicts: predicts(), milliseconds },
    };
  },

  /** @param {{ layer: number, query: number }} at */
  looks: (at) => looking?.rows(at),
  /** @param {{ layer: number, query: number }} at */
  rollout: (at) => looking?.rollout(at),

  /** Begins to write on from what was read last. @param {import('./writer.js').How} how */
  async write(how) {
    running?.abort();
    writer?.stop();
    writer = createWriter(model, run, asked, how);
  },

  /** @param {import('./writer.js').Shown} shown */
  async next(shown) {
    running?.abort();
    const step = await writer?.next(shown);
    if (!step || 'over' in step) return step ?? { over: 'end' };
    return { ...named(step), alternatives: step.alternatives.map(named) };
  },

  /** @param {{ position: number, top: number }} at */
  async predict(at) {
    const shown = run.predictions(at);
    const isToken = model.predicts === 'tokens';
    const before = whole === run ? null : beforeOf(at, isToken);
    return shown.map((/** @type {any} */ one) => ({
      ...(isToken ? named(one) : one),
      before: before && before(one.id),
    }));
  },

  /** Of every head, by the names that headStatistics() gives. @returns {Promise<Record<string, Measured[]>>} */
  async statistics() {
    const { ids, target, words } = asked;
    const all = await headStatistics(run, { ids: target ?? ids, words: target ? [] : words });
    const names = Object.keys(all[0] ?? {}).filter((name) => name !== 'layer' && name !== 'head');
    return Object.fromEntries(
      names.map((name) => [
        name,
        all.map((/** @type {any} */ one) => ({ layer: one.layer, head: one.head, ...one[name] })),
      ]),
    );
  },

  /** @param {{ from: number[], to: number[] }} question @returns {Promise<Measured[]>} layer by layer */
  async rank(question) {
    const found = await rankHeads(run, question);
    return found
      .map(({ layer, head, share }) => ({ layer, head, value: share, baseline: null }))
      .sort((a, b) => a.layer - b.layer || a.head - b.head);
  },

  /** @param {{ layer: number, kind: Kind }} at */
  async layer(at) {
    return run.attention(at);
  },

  /** Every number of a layer. @param {{ layer: number, kind: 'self' | 'encoder', state: boolean }} at */
  async steps({ state, ...at }) {
    const of = { removed: removedFrom(at), run: runs }; // another run may begin meanwhile
    const trace = await run.trace({ ...at, contributions: false });
    return { numbers: await run.layer({ ...at, state }), trace, ...of };
  },

  /**
   * A number of a layer in float64.
   *
   * @param {{ layer: number, kind: 'self' | 'encoder', run: number, cell: import('../../elements/lab/answer/cells.js').Cell }} asked
   */
  async exact({ cell, run: of, ...at }) {
    if (of !== runs) return null; // of a text that was read before
    const name = JSON.stringify([of, at]);
    if (exact?.of === name) return exact.find(cell);
    const stack = at.kind === 'encoder' ? 'encoder' : 'decoder';
    if (takesLong({ input: await run.hidden(at.layer, { stack }) })) return 'too long';
    exact = { of: name, find: exactLayer(await run.layer(at), removedFrom(at)) };
    return exact.find(cell);
  },

  /** Small pictures of a layer's heads. @param {Small} at */
  async thumbnails({ layer, kind, heads, rows, columns, groups, side }) {
    const shown = { rows: groups?.rows.length ?? rows, columns: groups?.columns.length ?? columns };
    const height = Math.min(side, shown.rows);
    const width = Math.min(side, shown.columns);
    const size = rows * columns;
    const data = new Float32Array(heads * height * width);
    const all = heads * size <= MOST_NUMBERS ? await run.attention({ layer, kind }) : null;
    /** @param {number} head */
    async function smallOf(head) {
      if (!all && !groups) {
        const whole = { rows: [0, rows], columns: [0, columns], reduce: 'max' };
        return (await run.attentionWindow({ layer, head, kind, width, height, ...whole })).data;
      }
      const own = all?.data ?? (await run.attention({ layer, head, kind })).data;
      const map = all ? own.subarray(head * size, (head + 1) * size) : own;
      const part = groups
        ? gather(map, { heads: 1, rows, columns }, groups.rows, groups.columns)
        : map;
      return shrinkMap(part, { ...shown, height, width });
    }
    for (let head = 0; head < heads; head++) data.set(await smallOf(head), head * height * width);
    return { data, height, width };
  },
};

/**
 * Runs the model, and also with all heads where some are removed.
 *
 * @param {unknown} input
 * @param {{ target?: number[], removed: Head[] }} how
 * @param {string} name of what it reads
 * @returns {Promise<number>} milliseconds
 */
async function compute(input, { target, removed }, name) {
  running?.abort();
  const { signal } = (running = new AbortController());
  const options = { signal, ...(target && { target }) };
  const from = performance.now();
  const next = await model.run(input, { ...options, ablate: removed });
  const milliseconds = performance.now() - from;
  if (removed.length === 0) [whole, wholeOf] = [next, name];
  else if (wholeOf !== name) [whole, wholeOf] = [await model.run(input, options), name];
  [run, absent] = [next, removed];
  runs++;
  return milliseconds;
}

/** Heads of a layer that the run goes without; those of the encoder before a decoder cannot be removed. @param {{ layer: number, kind: Kind }} at */
function removedFrom({ layer, kind }) {
  return kind === 'self' ? absent.filter((one) => one.layer === layer).map(({ head }) => head) : [];
}

/**
 * Which of two texts each token is of. Not all models tell by types; words are counted from 0 in each text.
 *
 * @param {{ words: number[], typeIds: number[] }} input
 */
function sentencesOf({ words, typeIds }) {
  if (typeIds.includes(1)) return typeIds;
  let sentence = 0;
  let last = -1;
  return words.map((word, i) => {
    if (word >= 0 && (word < last || (word === last && words[i - 1] < 0))) sentence = 1;
    if (word >= 0) last = word;
    return sentence;
  });
}

/** How a token is called: as it is read, where it is text by itself. @param {number} id @param {string} [own] its own name */
function nameOf(id, own = String(id)) {
  if (!isText) return own;
  const text = model.decode([id]);
  return text === '' || text.includes('\ufffd') ? own : text;
}

/** The kind of the run's prediction. @returns {'tokens' | 'classes' | 'labels' | null} */
const predicts = () => (run.logits ? model.predicts : null);

/**
 * The share of each token, class or label with all heads.
 *
 * @param {{ position: number, top: number }} at
 * @param {boolean} isToken there are too many to sort them all
 * @returns {(id: number) => number}
 */
function beforeOf(at, isToken) {
  const { data, shape } = whole.logits;
  if (isToken) {
    const row = data.subarray(at.position * shape[1]);
    const [best] = whole.predictions({ ...at, top: 1 });
    return (id) => best.probability * Math.exp(row[id] - best.logit);
  }
  /** @type {{ id: number, probability: number }[]} */
  const all = whole.predictions({ ...at, top: data.length });
  return (id) => all.find((one) => one.id === id)?.probability ?? NaN;
}

/** @template {{ id: number, token: string, text?: string }} One @param {One} one @returns {One} */
const named = (one) => ({ ...one, token: nameOf(one.id, (isText && one.text) || one.token) });

/** Whether its tokenizer, if it has one, can read this. @param {string | [string, string]} text */
function reads(text) {
  try {
    model.tokenize(text);
    return true;
  } catch {
    return false;
  }
}

/** A text that shows what it learned, where its file has one, as ids. @returns {string | null} */
function example() {
  try {
    const ids = JSON.parse(model.report.about.example ?? 'null');
    if (!Array.isArray(ids) || ids.length > model.config.contextLen) return null;
    const text = model.decode(ids);
    return reads(text) ? text : null;
  } catch {
    return null; // a file may say anything
  }
}

/** Words from a small vocabulary, without its special tokens. */
function sample() {
  const { vocabSize, contextLen } = model.config;
  const count = Math.min(SAMPLE, vocabSize, contextLen);
  const ids = Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * vocabSize) / count));
  return model.decode(ids.filter((id) => !/^<.*>$/.test(model.decode([id]))));
}

/** Numbers that only the answer has go without a copy. @param {string} name @param {any} value @returns {ArrayBuffer[]} */
function buffersOf(name, value) {
  if (name === 'thumbnails' || name === 'layer') return [value.data.buffer];
  if (name === 'steps') return stepBuffers(value);
  if (name !== 'next') return [];
  return [...(value.pictures ?? []), value.map].filter(Boolean).map(({ data }) => data.buffer);
}

/** Those of a layer's numbers; options may be of the run. @param {any} of */
function stepBuffers({ numbers: { state, input, normed, middle, output }, trace }) {
  const own = [...Object.values(state), ...Object.values(trace), input, normed, middle, output];
  return [...new Set(own.filter(Boolean).map(({ data }) => data.buffer))];
}

addEventListener('message', async ({ data: { id, name, given } }) => {
  const onProgress = (/** @type {unknown[]} */ ...progress) => postMessage({ id, progress });
  try {
    const ask = answers[/** @type {keyof typeof answers} */ (name)];
    const value = await ask(given, onProgress);
    postMessage({ id, value }, { transfer: buffersOf(name, value) });
  } catch (error) {
    const { name: kind, code, message } = /** @type {any} */ (error);
    postMessage({ id, error: { kind, code, message, isBroken: code === 'internal' } });
  }
});

if (navigator.locks) {
  const lock = `headwise model ${crypto.randomUUID()}`;
  const hold = () => {
    postMessage({ lock });
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => {}); // a frame without an origin has none
}
