// The worker that holds an open model.
// The page stays responsive while it computes, and ending the worker frees everything.
// connection.ts is its other side.

import { headStatistics, openModel, rankHeads } from 'headwise/models';
import { gather } from '../../elements/model-view/gather.ts';
import { shrinkMap } from '../../views/thumbnails.ts';
import { exactLayer, takesLong } from './float64-layer.ts';
import { createImageAttention } from './images/image-attention.ts';
import { createWriter } from './writer.ts';
import type { How, Shown, Text } from './writer.ts';
import type { Cell } from '../../elements/lab/answer/cells.ts';

export type Kind = 'self' | 'cross' | 'encoder';

export type Head = { layer: number; head: number };

export interface Question {
  text?: string;
  /** a second text, for encoders */
  pair?: string;
  /** ids instead of a text */
  ids?: number[];
  /** input of a decoder after an encoder */
  target?: number[];
  /** tokens after the text, or after the decoder's input */
  written: number[];
  removed: Head[];
}

export interface ImageQuestion {
  /** the model's input */
  image: { data: Uint8ClampedArray; width: number; height: number };
  /** number of this image, for later questions about it */
  number: number;
  removed: Head[];
}

/** value of a head */
export type Measured = Head & { value: number; baseline: number | null };

/** options of thumbnails */
export interface Small {
  layer: number;
  kind: Kind;
  heads: number;
  rows: number;
  columns: number;
  /** tokens that are merged, and tokens that are left out; null: all, unmerged */
  groups: { rows: readonly (readonly number[])[]; columns: readonly (readonly number[])[] } | null;
  /** most numbers along a side */
  side: number;
}

/** Largest size of a layer's maps; above it, each head's thumbnail is requested instead. */
const MOST_NUMBERS = 2 ** 22;

/** Any text; only a model with a closed vocabulary rejects it. */
const ANY_TEXT = 'The animal was tired.';
/** Number of words in an example for such a model. */
const SAMPLE = 8;

let model: any = null;
/** the newest runs: with the removed heads, and with all */
let run: any = null;
/** removed heads */
let absent: Head[] = [];
/** number of runs */
let runs = 0;
/** cached float64 numbers of the last layer */
let exact: { of: string; find: ReturnType<typeof exactLayer> } | null = null;
let whole: any = null;
let wholeOf = '';
/** whether tokens have a text */
let isText = false;
let running: AbortController | null = null;
/** the last text, which generation continues */
let asked: Text = { ids: [], removed: [] };
let writer: ReturnType<typeof createWriter> | null = null;
let looking: ReturnType<typeof createImageAttention> | null = null;

const answers = {
  async open(source: any, onProgress: (...progress: unknown[]) => void) {
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

  async read({ text, pair, ids: own = [], target: begun, written, removed }: Question) {
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

  async see({ image, number, removed }: ImageQuestion) {
    const pixels = model.pixels(image);
    const milliseconds = await compute(pixels, { removed }, `image ${number}`);
    looking = createImageAttention(run);
    const { patch, first } = model.image;
    return {
      down: Math.floor(image.height / patch.height),
      across: Math.floor(image.width / patch.width),
      ...{ first, predicts: predicts(), milliseconds },
    };
  },

  looks: (at: { layer: number; query: number }) => looking?.rows(at),
  rollout: (at: { layer: number; query: number }) => looking?.rollout(at),

  /** Begins to write after the last text. */
  async write(how: How) {
    running?.abort();
    writer?.stop();
    writer = createWriter(model, run, asked, how);
  },

  async next(shown: Shown) {
    running?.abort();
    const step = await writer?.next(shown);
    if (!step || 'over' in step) return step ?? { over: 'end' };
    return { ...named(step), alternatives: step.alternatives.map(named) };
  },

  async predict(at: { position: number; top: number }) {
    const shown = run.predictions(at);
    const isToken = model.predicts === 'tokens';
    const before = whole === run ? null : beforeOf(at, isToken);
    return shown.map((one: any) => ({
      ...(isToken ? named(one) : one),
      before: before && before(one.id),
    }));
  },

  /** Statistics of every head, by the names in headStatistics(). */
  async statistics(): Promise<Record<string, Measured[]>> {
    const { ids, target, words } = asked;
    const all = await headStatistics(run, { ids: target ?? ids, words: target ? [] : words });
    const names = Object.keys(all[0] ?? {}).filter((name) => name !== 'layer' && name !== 'head');
    return Object.fromEntries(
      names.map((name) => [
        name,
        all.map((one: any) => ({ layer: one.layer, head: one.head, ...one[name] })),
      ]),
    );
  },

  /** @returns heads with their values, layer by layer */
  async rank(question: { from: number[]; to: number[] }): Promise<Measured[]> {
    const found = await rankHeads(run, question);
    return found
      .map(({ layer, head, share }) => ({ layer, head, value: share, baseline: null }))
      .sort((a, b) => a.layer - b.layer || a.head - b.head);
  },

  async layer(at: { layer: number; kind: Kind }) {
    return run.attention(at);
  },

  /** Every number of a layer. */
  async steps({ state, ...at }: { layer: number; kind: 'self' | 'encoder'; state: boolean }) {
    const of = { removed: removedFrom(at), run: runs }; // another run may begin meanwhile
    const trace = await run.trace({ ...at, contributions: false });
    return { numbers: await run.layer({ ...at, state }), trace, ...of };
  },

  /** A number of a layer in float64. */
  async exact({
    cell,
    run: of,
    ...at
  }: {
    layer: number;
    kind: 'self' | 'encoder';
    run: number;
    cell: Cell;
  }) {
    if (of !== runs) return null; // the number of an earlier text
    const name = JSON.stringify([of, at]);
    if (exact?.of === name) return exact.find(cell);
    const stack = at.kind === 'encoder' ? 'encoder' : 'decoder';
    if (takesLong({ input: await run.hidden(at.layer, { stack }) })) return 'too long';
    exact = { of: name, find: exactLayer(await run.layer(at), removedFrom(at)) };
    return exact.find(cell);
  },

  /** Thumbnails of a layer's heads. */
  async thumbnails({ layer, kind, heads, rows, columns, groups, side }: Small) {
    const shown = { rows: groups?.rows.length ?? rows, columns: groups?.columns.length ?? columns };
    const height = Math.min(side, shown.rows);
    const width = Math.min(side, shown.columns);
    const size = rows * columns;
    const data = new Float32Array(heads * height * width);
    const all = heads * size <= MOST_NUMBERS ? await run.attention({ layer, kind }) : null;
    async function smallOf(head: number) {
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
 * @param name name of its input
 * @returns milliseconds
 */
async function compute(
  input: unknown,
  { target, removed }: { target?: number[]; removed: Head[] },
  name: string,
): Promise<number> {
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

/** Removed heads of a layer; the encoder's heads before a decoder cannot be removed. */
function removedFrom({ layer, kind }: { layer: number; kind: Kind }) {
  return kind === 'self' ? absent.filter((one) => one.layer === layer).map(({ head }) => head) : [];
}

/**
 * The index of each token's text, of two. Not every model has type ids; words are counted from 0 in
 * each text.
 */
function sentencesOf({ words, typeIds }: { words: number[]; typeIds: number[] }) {
  if (typeIds.includes(1)) return typeIds;
  let sentence = 0;
  let last = -1;
  return words.map((word, i) => {
    if (word >= 0 && (word < last || (word === last && words[i - 1] < 0))) sentence = 1;
    if (word >= 0) last = word;
    return sentence;
  });
}

/**
 * The name of a token: its text, where it is valid text alone.
 *
 * @param own its own name
 */
function nameOf(id: number, own: string = String(id)) {
  if (!isText) return own;
  const text = model.decode([id]);
  return text === '' || text.includes('\ufffd') ? own : text;
}

/** The kind of the run's prediction. */
const predicts = (): 'tokens' | 'classes' | 'labels' | null => (run.logits ? model.predicts : null);

/**
 * The probability of each token, class or label with all heads.
 *
 * @param isToken whether there are too many to sort them all
 */
function beforeOf(at: { position: number; top: number }, isToken: boolean): (id: number) => number {
  const { data, shape } = whole.logits;
  if (isToken) {
    const row = data.subarray(at.position * shape[1]);
    const [best] = whole.predictions({ ...at, top: 1 });
    return (id) => best.probability * Math.exp(row[id] - best.logit);
  }
  const all: { id: number; probability: number }[] = whole.predictions({ ...at, top: data.length });
  return (id) => all.find((one) => one.id === id)?.probability ?? NaN;
}

const named = <One extends { id: number; token: string; text?: string }>(one: One): One => ({
  ...one,
  token: nameOf(one.id, (isText && one.text) || one.token),
});

/** Whether its tokenizer, if it has one, accepts a text. */
function reads(text: string | [string, string]) {
  try {
    model.tokenize(text);
    return true;
  } catch {
    return false;
  }
}

/** An example from the model's training, where its file has one, as ids. */
function example(): string | null {
  try {
    const ids = JSON.parse(model.report.about.example ?? 'null');
    if (!Array.isArray(ids) || ids.length > model.config.contextLen) return null;
    const text = model.decode(ids);
    return reads(text) ? text : null;
  } catch {
    return null; // a file may contain anything
  }
}

/** Words from a small vocabulary, without its special tokens. */
function sample() {
  const { vocabSize, contextLen } = model.config;
  const count = Math.min(SAMPLE, vocabSize, contextLen);
  const ids = Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * vocabSize) / count));
  return model.decode(ids.filter((id) => !/^<.*>$/.test(model.decode([id]))));
}

/** Buffers that only the answer uses move to the page without a copy. */
function buffersOf(name: string, value: any): ArrayBuffer[] {
  if (name === 'thumbnails' || name === 'layer') return [value.data.buffer];
  if (name === 'steps') return stepBuffers(value);
  if (name !== 'next') return [];
  return [...(value.pictures ?? []), value.map].filter(Boolean).map(({ data }) => data.buffer);
}

/** Buffers of a layer's numbers; the buffers of options may belong to the run. */
function stepBuffers({ numbers: { state, input, normed, middle, output }, trace }: any) {
  const own = [
    ...Object.values<any>(state),
    ...Object.values<any>(trace),
    input,
    normed,
    middle,
    output,
  ];
  return [...new Set(own.filter(Boolean).map(({ data }) => data.buffer))];
}

addEventListener('message', async ({ data: { id, name, given } }) => {
  const onProgress = (...progress: unknown[]) => postMessage({ id, progress });
  try {
    const ask = answers[name as keyof typeof answers];
    const value = await ask(given, onProgress);
    postMessage({ id, value }, { transfer: buffersOf(name, value) });
  } catch (error) {
    const { name: kind, code, message } = error as any;
    postMessage({ id, error: { kind, code, message, isBroken: code === 'internal' } });
  }
});

if (navigator.locks) {
  const lock = `headwise model ${crypto.randomUUID()}`;
  const hold = () => {
    postMessage({ lock });
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => {}); // a frame without an origin has no locks
}
