// The worker that holds an open model.
// The page stays responsive while it computes, and ending the worker frees everything.
// connection.ts is its other side.

import {
  cachedModels,
  fromHub,
  headStatistics,
  hubFiles,
  openModel,
  rankHeads,
  removeCachedModel,
} from 'headwise/models';
import { gather } from '../../elements/model-view/gather.ts';
import { shrinkMap } from '../../views/thumbnails.ts';
import { createCauses } from './causes/answers.ts';
import { createComing } from './coming-layers.ts';
import { createContacts } from './contacts/answers.ts';
import { isHubModel } from './hub.ts';
import { exactLayer, takesLong } from './float64-layer.ts';
import { passedTo } from './passed.ts';
import { createImageAttention } from './images/image-attention.ts';
import { createWriter } from './writer.ts';
import type { PlainTensor } from 'headwise';
import type { Model, ModelInput, Run, RunOptions } from 'headwise/models';
import type { WrittenText } from './writer.ts';
import type {
  Answer,
  CallName,
  Head,
  HubModel,
  Input,
  Kind,
  LayerQuestion,
  OnProgress,
  Predicts,
  Question,
  WorkerError,
  WorkerReply,
  WorkerRequest,
} from './worker-messages.ts';

/** Largest size of a layer's maps; above it, each head's thumbnail is requested instead. */
const MOST_NUMBERS = 2 ** 22;

/** Milliseconds: layers that come within them need no maps before. */
const MOMENT = 100;
/** Any text; only a model with a closed vocabulary rejects it. */
const ANY_TEXT = 'The animal was tired.';
/** Number of words in an example for such a model. */
const SAMPLE = 8;
/** Ubiquitin, an example for a model of proteins. */
const PROTEIN = 'MQIFVKTLTGKTITLEVEPSDTIENVKAKIQDKEGIPPDQQRLIFAGKQLEDGRTLSDYNIQKESTLHLVLRLRGG';

let model: Model;
/** the newest runs: with the removed heads, and with all */
let run: Run;
let whole: Run | null = null;
let wholeOf = '';
/** removed heads */
let absent: readonly Head[] = [];
/** number of runs */
let runs = 0;
/** cached float64 numbers of the last layer */
let exact: { of: string; find: ReturnType<typeof exactLayer> } | null = null;
/** whether tokens have a text */
let isText = false;
let running: AbortController | null = null;
/** whether all layers of the model are there */
let isWhole = false;
/** layers of the run that is under way; null: none is */
let coming: ReturnType<typeof createComing> | null = null;
/** resolves when the newest run has ended, with or without a result */
let settled: Promise<unknown> = Promise.resolve();
/** the end of the newest text's run */
let computed: Promise<RunEnd>;
/** the last text, which generation continues */
let asked: WrittenText = { ids: [], removed: [] };
let writer: ReturnType<typeof createWriter> | null = null;
let looking: ReturnType<typeof createImageAttention>;

/** pixels of the last image; null: the last input was a text */
let pixels: PlainTensor | null = null;

type RunEnd = Pick<Answer<'read'>, 'predicts' | 'milliseconds'>;

/** Causes are of the run with all heads. */
const causes = createCauses({
  model: () => model,
  whole: () => whole ?? run,
  given: () => pixels ?? (whole ?? run).input!,
  target: () => (pixels ? undefined : asked.target),
  inputOf,
  named: (one) => named(one),
  tokenName: (id) => nameOf(id),
});

type Answers = {
  [N in CallName]: (given: Question<N>, onProgress: OnProgress) => Answer<N> | Promise<Answer<N>>;
};

const answers: Answers = {
  ...causes,
  ...createContacts(() => whole ?? run),

  async open(source, onProgress) {
    const files =
      typeof source === 'string'
        ? new URL(source)
        : isHubModel(source)
          ? hubSource(source)
          : source;
    const options = { onProgress, early: true };
    // threads share at most 2 GB, and a phone gives them less
    model = await openModel(files, { ...options, threads: 'auto' }).catch((error) => {
      if (error.code === 'memory') return openModel(files, options);
      throw error;
    });
    const whole = model.loaded.then(() => void (isWhole = true));
    const moment = new Promise((resolve) => setTimeout(resolve, MOMENT));
    await Promise.race([whole, moment]);
    whole.catch(() => {}); // the question `whole` has the error
    const { architecture, kind, config, report, image } = model;
    isText = reads('');
    return {
      architecture,
      kind,
      config: { ...config },
      report,
      image,
      tokenizes: isText,
      pairs: isText && kind === 'encoder' && reads(['', '']),
      contacts: model.predictsContacts,
      sample: isText ? (example() ?? (reads(ANY_TEXT) ? null : sample())) : null,
    };
  },

  whole: () => model.loaded,

  hubFiles: (asked) => hubFiles(hubSource(asked)),

  stored: () => cachedModels(),

  removeStored: (address) => removeCachedModel(address),

  async read({ text, pair, ids: own = [], target: begun, written, removed }) {
    const input = inputOf({ text, pair, ids: own });
    const { spans, words } = input;
    const tokens = input.texts;
    const target = begun && [...begun, ...written];
    const ids = target ? input.ids : [...input.ids, ...written];
    // words of their own for written tokens: none of them is a separator
    const more = words && [...words, ...written.map((_, i) => words.length + i)];
    const read = target || written.length === 0 ? input : { ids, words: more };
    const of = JSON.stringify([ids, target]);
    computed = compute(read, { target, removed }, of).then((milliseconds) => {
      asked = { ids, target, removed };
      pixels = null;
      return { predicts: predicts(), milliseconds };
    });
    const mine = computed;
    settled = mine.catch(() => {}); // the answer has the error
    const end = await endOrNow(mine);
    const begin = begun && { target: begun, targetTokens: begun.map((id) => nameOf(id)) };
    const sentences = pair === undefined ? null : sentencesOf(input);
    return {
      ids: input.ids,
      tokens,
      spans,
      words,
      sentences,
      ...begin,
      ...end,
    };
  },

  arrived: async (at) => void (await coming?.of(at)),
  computed: async () => (await computed).predicts,

  async see({ image, number, removed }) {
    const seen = model.pixels(image);
    computed = compute(seen, { removed }, `image ${number}`).then((milliseconds) => {
      pixels = seen;
      return { predicts: predicts(), milliseconds };
    });
    const mine = computed;
    settled = mine.catch(() => {}); // the answer has the error
    const end = await endOrNow(mine);
    looking = createImageAttention({ attention: mapsAt });
    const { patch, first } = model.image!; // only image models are asked
    return {
      down: Math.floor(image.height / patch.height),
      across: Math.floor(image.width / patch.width),
      first,
      ...end,
    };
  },

  looks: (at) => looking.rows(at),
  rollout: (at) => looking.rollout(at),

  /** Begins to write after the last text. */
  async write(how) {
    running?.abort();
    writer?.stop();
    writer = createWriter(model, run, asked, how);
  },

  async next(shown) {
    running?.abort();
    const step = await writer?.next(shown);
    if (!step || 'over' in step) return step ?? { over: 'end' };
    return { ...named(step), alternatives: step.alternatives.map(named) };
  },

  async predict(at) {
    const shown = run.predictions(at);
    const isToken = model.predicts === 'tokens';
    const before = whole === null || whole === run ? null : beforeOf(whole, at, isToken);
    return shown.map((one) => ({
      ...(isToken ? named(one) : one),
      before: before && before(one.id),
    }));
  },

  async statistics(name) {
    const all = await headStatistics(run, { only: [name] });
    return all.map(({ layer, head, [name]: statistic }) => ({ layer, head, ...statistic }));
  },

  async rank(question) {
    const found = await rankHeads(run, question);
    return found
      .map(({ layer, head, share }) => ({ layer, head, value: share, baseline: null }))
      .sort((a, b) => a.layer - b.layer || a.head - b.head);
  },

  layer: (at) => mapsAt(at),

  async steps({ state, ...at }) {
    const of = { removed: removedFrom(at), run: runs }; // another run may begin meanwhile
    const trace = await run.trace({ ...at, contributions: false });
    const numbers = await run.layer({ ...at, state });
    return { numbers, trace, passed: await passedTo(run, at, numbers.input), ...of };
  },

  async exact({ cell, run: of, ...at }) {
    if (of !== runs) return null; // the number of an earlier text
    const name = JSON.stringify([of, at]);
    if (exact?.of === name) return exact.find(cell);
    const stack = at.kind === 'encoder' ? 'encoder' : 'decoder';
    if (takesLong({ input: await run.hidden(at.layer, { stack }) })) return 'too long';
    exact = { of: name, find: exactLayer(await run.layer(at), removedFrom(at)) };
    return exact.find(cell);
  },

  async thumbnails({ layer, kind, map: { heads, rows, columns }, groups, side }) {
    const shown = { rows: groups?.rows.length ?? rows, columns: groups?.columns.length ?? columns };
    const height = Math.min(side, shown.rows);
    const width = Math.min(side, shown.columns);
    const size = rows * columns;
    const data = new Float32Array(heads * height * width);
    const early = await earlyAt({ layer, kind });
    const mapOf = (head?: number) =>
      early ? early.attention({ head }) : run.attention({ layer, head, kind });
    const all = heads * size <= MOST_NUMBERS ? await mapOf() : null;
    async function smallOf(head: number) {
      if (!all && !groups && !early) {
        const small = await run.attentionWindow({
          layer,
          head,
          kind,
          rows: [0, rows],
          columns: [0, columns],
          width,
          height,
          reduce: 'max',
        });
        return small.data;
      }
      const own = all?.data ?? (await mapOf(head)).data;
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

/** The end of a run, or while layers are read the answer without it: a refused input has its error by then. */
async function endOrNow(end: Promise<RunEnd>): Promise<RunEnd> {
  if (isWhole) return end;
  const now = new Promise<void>((resolve) => setTimeout(resolve));
  return Promise.race([end, now.then(() => ({ predicts: model.predicts, milliseconds: null }))]);
}

/** The maps of a layer of the run that is under way; undefined: that run has ended. */
async function earlyAt({ layer, kind }: { layer: number; kind: Kind }) {
  if (kind !== 'cross') return coming?.of({ layer, kind });
  if (coming) await runEnded(); // maps of two stacks come with its end
}

/** The maps of a layer, (heads, rows, columns). */
async function mapsAt({ layer, kind = 'self' }: { layer: number; kind?: Kind }) {
  const early = await earlyAt({ layer, kind });
  return early ? early.attention() : run.attention({ layer, kind });
}

function inputOf({ text, pair, ids = [] }: Input): ModelInput {
  if (text === undefined) return { ids };
  return model.tokenize(pair === undefined ? text : [text, pair]);
}

/**
 * Runs the model, and also with all heads where some are removed.
 *
 * @param name name of its input
 * @returns milliseconds
 */
async function compute(
  input: ModelInput | PlainTensor,
  { target, removed }: Pick<WrittenText, 'target' | 'removed'>,
  name: string,
): Promise<number> {
  running?.abort();
  const { signal } = (running = new AbortController());
  const options: RunOptions = { signal, ...(target && { target }) };
  const layers = (coming = isWhole ? null : createComing());
  const from = performance.now();
  const asking = model.run(input, { ...options, ablate: removed, onLayer: layers?.add });
  const next = await asking.catch((error) => {
    layers?.end(error);
    if (coming === layers) coming = null;
    throw error;
  });
  const milliseconds = performance.now() - from;
  if (removed.length === 0) [whole, wholeOf] = [next, name];
  else if (wholeOf !== name) [whole, wholeOf] = [await model.run(input, options), name];
  [run, absent] = [next, removed];
  runs++;
  if (coming === layers) coming = null; // the run has its maps
  return milliseconds;
}

/** Removed heads of a layer; the encoder's heads before a decoder cannot be removed. */
function removedFrom({ layer, kind }: LayerQuestion) {
  return kind === 'self' ? absent.filter((one) => one.layer === layer).map(({ head }) => head) : [];
}

/**
 * The index of each token's text, of two. Not every model has type ids; words are counted from 0 in
 * each text.
 */
function sentencesOf({ words = [], typeIds = [] }: ModelInput) {
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
const predicts = (): Predicts => (run.logits ? model.predicts : null);

/**
 * The probability of each token, class or label with all heads.
 *
 * @param isToken whether there are too many to sort them all
 */
function beforeOf(whole: Run, at: Question<'predict'>, isToken: boolean): (id: number) => number {
  const { data, shape } = whole.logits!; // run has logits
  if (isToken) {
    const row = data.subarray(at.position * shape[1]);
    const [best] = whole.predictions({ ...at, top: 1 });
    return (id) => best.probability * Math.exp(row[id] - best.logit);
  }
  const all = whole.predictions({ ...at, top: data.length });
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

/** A protein, or an example from the model's training, where its file has one, as ids. */
function example(): string | null {
  if (model.predictsContacts) return PROTEIN.slice(0, model.config.contextLen - 2);
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

/** Numbers that only the answer uses: their buffers move to the page without a copy. */
const MOVED: {
  [N in CallName]?: (answer: Answer<N>) => (Pick<PlainTensor, 'data'> | null | undefined)[];
} = {
  thumbnails: (small) => [small],
  layer: (maps) => [maps],
  next: (step) => ('over' in step ? [] : [...(step.pictures ?? []), step.map]),
  // the buffers of options may belong to the run
  steps: ({ numbers: { state, input, normed, middle, output }, trace }) => [
    ...Object.values(state),
    ...Object.values(trace),
    input,
    normed,
    middle,
    output,
  ],
};

function buffersOf<N extends CallName>(name: N, answer: Answer<N>) {
  const moved = MOVED[name]?.(answer) ?? [];
  return [...new Set(moved.flatMap((one) => (one ? [one.data.buffer as ArrayBuffer] : [])))];
}

function reply(message: WorkerReply, transfer: ArrayBuffer[] = []) {
  postMessage(message, { transfer });
}

/** Questions that need no run, or a part of it. While layers are read, others wait for the run's end. */
const AT_ONCE: ReadonlySet<CallName> = new Set<CallName>([
  ...(['open', 'whole', 'hubFiles', 'stored', 'removeStored'] as const),
  ...(['read', 'arrived', 'computed', 'layer', 'thumbnails'] as const),
  ...(['see', 'looks', 'rollout'] as const),
]);

async function runEnded() {
  for (let one = null; one !== settled;) await (one = settled);
}

async function answer<N extends CallName>({ id, name, given }: WorkerRequest<N>) {
  try {
    if (!isWhole && !AT_ONCE.has(name)) await runEnded();
    const value = await answers[name](given, (...progress) =>
      reply({ type: 'progress', id, progress }),
    );
    reply({ type: 'answer', id, value }, buffersOf(name, value));
  } catch (error) {
    const { code, message } = error as WorkerError;
    reply({ type: 'error', id, error: { code, message, isBroken: code === 'internal' } });
  }
}

function hubSource({ hub, endpoint, revision, file }: HubModel) {
  return fromHub(hub, { endpoint, revision, ...(file !== undefined && { file }) });
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => void answer(data));

if (navigator.locks) {
  const lock = `headwise model ${crypto.randomUUID()}`;
  const hold = () => {
    reply({ type: 'lock', lock });
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => {}); // a frame without an origin has no locks
}
