// The handle of an opened model: text in, runs out.

import { HeadwiseError, wrongKind } from '../arguments/errors.ts';
import { embeddingSteps, embedInput, idsOf } from './input-embedding.ts';
import { generateTokens } from './generate.ts';
import { headOf } from './output-head/output-head.ts';
import { because, probabilityFormOf } from './output-head/predictions.ts';
import { decodeIds, expectTokenizer, namesOf, pixelsFor, tokenizeText } from './texts.ts';
import {
  checkGenerate,
  checkPixels,
  checkRun,
  fitChanges,
  isBatch,
  isText,
  joinChanges,
  noChanges,
  toInput,
} from './run-arguments.ts';
import { makePause } from './yield-to-page.ts';
import { layerMapsOf, Run } from './run.ts';
import { variantsOf } from './variants.ts';
import { CoreStack } from './stack.ts';
import type {
  EmbeddingStep,
  GenerateOptions,
  ImageInput,
  ModelInput,
  ModelReport,
  Run as Handle,
  RunOptions,
} from '../types/models.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { CheckedRun, Ids } from './run-arguments.ts';
import type { Again } from './causes/inner.ts';
import type { Description, Head, Stack } from './description.ts';
import type { ModelEngine } from './model-engine.ts';
import type { Changes, Numbers, SavedAttention } from './saved-attention.ts';
import { unlessAborted } from './arrivals.ts';
import type { Arrivals } from './arrivals.ts';
import type { Stage } from './bind-tensors.ts';
import type { Passed } from './stack.ts';
import type { Buffer } from './model-engine.ts';
import type { GenerationState } from './generate.ts';
import type { Backend } from '../types/index.ts';
import type { TextTokenizer } from './tokenizer/tokenizer.ts';
import type { WeightStore } from './weight-store.ts';

/** result of openModel */
export interface Opened {
  backend: Readonly<Backend>;
  engine: ModelEngine;
  weights: WeightStore;
  description: Description;
  /** config.json */
  config: Record<string, any>;
  architecture: string;
  /** first id of a decoder with an encoder */
  start: number;
  /** ids that end a text */
  ends: readonly number[];
  tokenizer: TextTokenizer | null;
  /** most tokens of a text with a vector; null: as many as the model reads */
  mostTokens: number | null;
  /** why a text has no vector, if the files ask for one */
  vectorless?: string;
  /** null: the model reads no images */
  image: ImageInput | null;
  report: ModelReport;
  /** the weights, in the order of reading */
  stages: readonly Stage[];
  /** the stages that are read */
  arrivals: Arrivals;
  /** stops reading */
  reading: AbortController;
}

/** a GGUF file's way from rows to a text's vector */
export interface Pooling {
  /** none: no vector, or by a method that is not implemented here */
  kind: 'mean' | 'first' | 'last' | 'max' | 'none';
  normalize: boolean;
}

/** a run's checked input, and its copies for the caller */
interface Read {
  input: Ids | Numbers;
  /** of the decoder, after an encoder */
  target?: Ids;
  text: ModelInput | null;
  begun: ModelInput | null;
}

/** The input of a pass. */
interface PassInput extends Read {
  /** null: no encoder */
  encoded: Passed | null;
  states: Numbers | null;
  /** the steps to the encoder's first layer */
  encoder: (isWhole: boolean) => EmbeddingStep[];
  /** the steps to the first layer */
  embedding: (isWhole: boolean) => EmbeddingStep[];
  ids?: readonly number[];
  length: number;
  changes: Changes;
}

/** The reason of missing logits, if the head reads the row of the encoder's end token. */
const NO_END =
  "its classes are read at the input's end token, so the target is the input, moved on by one token";

/** The parts of each model; the function throws if they are not there. */
const openedBy: WeakMap<object, (isEarly: boolean) => Opened> = new WeakMap();

/**
 * The parts of an open model, for functions that are not its methods.
 *
 * @param isEarly whether its weights may still be read
 */
export function openedOf(model: object, isEarly: boolean = false): Opened {
  const opened = openedBy.get(Object(model));
  if (opened) return opened(isEarly);
  throw wrongKind('model', 'a model from openModel()', model);
}

export class Model {
  #opened;
  #stack;
  #encoder;
  /** why nothing can be asked any more; null: it is open */
  #ended: { error: unknown } | null = null;
  #isLoaded = false;
  /** The last run or step: each begins after the one before it. */
  #last: Promise<unknown> = Promise.resolve();

  declare readonly backend: Readonly<Backend>;
  declare readonly architecture: string;
  declare readonly kind: 'encoder' | 'decoder' | 'encoder-decoder' | 'vision';
  declare readonly predicts: 'tokens' | 'classes' | 'labels' | null;
  declare readonly predictsContacts: boolean;
  declare readonly config: Readonly<{
    encoder?:
      | {
          numLayers: number;
          numHeads: number;
          numKvHeads: number;
          headDim: number;
          embedDim: number;
          vocabSize: number;
          contextLen: number;
        }
      | undefined;
    startId?: number | undefined;
    numLayers: number;
    numHeads: number;
    numKvHeads: number;
    headDim: number;
    embedDim: number;
    vocabSize: number;
    contextLen: number;
  }>;
  declare readonly image: ImageInput | undefined;
  declare readonly report: ModelReport;
  declare readonly loaded: Promise<void>;

  constructor(opened: Opened) {
    this.#opened = opened;
    openedBy.set(this, (isEarly) => {
      if (!isEarly) return this.#whole();
      this.#expectOpen();
      return opened;
    });
    const { backend, engine, weights, description, architecture, image, report } = opened;
    const { stack, encoder, embedDim } = description;
    this.#stack = new CoreStack(engine, weights, stack, embedDim);
    this.#encoder = encoder ? new CoreStack(engine, weights, encoder, embedDim) : null;
    this.backend = backend;
    this.architecture = architecture;
    this.kind = description.kind;
    this.predicts = description.head?.kind ?? null;
    this.predictsContacts = Boolean(description.contacts);
    this.config = Object.freeze(sizesOf(description, opened.start));
    this.image = image ?? undefined;
    this.report = report;
    this.loaded = this.#load();
    this.loaded.catch(() => {}); // who waits for it, or for a layer, is rejected
  }

  /** Reads the weights, in the order in which a run needs them. */
  async #load() {
    const { weights, stages, arrivals, reading, engine, report } = this.#opened;
    try {
      for (const { end, check } of stages) {
        await weights.load(end, reading.signal);
        check();
        arrivals.add();
      }
      report.bytes = engine.bytes;
      this.#isLoaded = true;
      // after a run that is under way, which describes the blocks itself
      await this.#enqueue(async () => {
        for (const stack of [this.#encoder, this.#stack]) stack?.describe();
      });
      report.bytes = engine.bytes;
    } catch (error) {
      this.#end(error);
      throw error;
    }
  }

  /** @param more is refused: a second text belongs in the same list */
  tokenize(text: string | [string, string], ...more: unknown[]): ModelInput {
    return tokenizeText(this.#tokenizer('tokenize'), this.config, text, more);
  }

  /** The pixels that this model reads, from an image's bytes. */
  pixels(image: { data: Uint8ClampedArray | Uint8Array; width: number; height: number }) {
    this.#expectOpen();
    return pixelsFor(this.#opened.image, image);
  }

  /** The text of ids. */
  decode(ids: readonly number[]): string {
    return decodeIds(this.#tokenizer('decode'), this.config, ids);
  }

  async run(input: any, options?: RunOptions): Promise<any> {
    this.#expectOpen();
    const checked = checkRun(this.#opened.description, options);
    if (!isBatch(input)) {
      const read = this.#read(input, checked.target);
      return this.#enqueue(() => this.#run(read, checked));
    }
    const all = input.map((one, at) => {
      const text = Array.isArray(one) && one.length === 1 ? one[0] : one;
      return this.#read(text, checked.target, `input[${at}]`);
    });
    const runs: Run[] = [];
    try {
      for (const [at, read] of all.entries()) {
        const onProgress = (done: number) => checked.onProgress((at + done) / all.length);
        runs.push(await this.#enqueue(() => this.#run(read, { ...checked, onProgress })));
      }
      return runs;
    } catch (error) {
      for (const run of runs) run.dispose();
      throw error;
    }
  }

  /** Generates text after `input`. */
  generate(input: string | ModelInput | readonly number[], options?: GenerateOptions) {
    const asked = this.#asked(input, options);
    asked.catch(() => {}); // the first token throws it
    return (async function* () {
      const { generator, ids, checked } = await asked;
      yield* generateTokens(generator, ids, checked);
    })();
  }

  /**
   * Checks and copies the arguments of generate() at the call, because the caller may change them before the first token.
   */
  async #asked(input: unknown, options: unknown) {
    const { description, engine, tokenizer, start, ends } = this.#whole('generate');
    const { kind, stack, head, headless, contextLen } = description;
    if (kind === 'encoder' || kind === 'vision') {
      throw new HeadwiseError(
        'unsupported',
        `generate: expected a model that writes, got one of kind ${kind}`,
      );
    }
    if (head?.kind !== 'tokens') {
      throw new HeadwiseError(
        'unsupported',
        `generate: this model has no head that predicts tokens${because(headless)}`,
      );
    }
    if (!stack.blocks.every(({ attention }) => attention.causal)) {
      const text = 'generate: expected a causal model, got one whose tokens attend to later ones';
      throw new HeadwiseError('unsupported', text);
    }
    const read = this.#read(input);
    const { ids } = read.input as Ids;
    const { target, ...checked } = checkGenerate(description, options);
    const begun =
      target === undefined ? null : idsOf(this.#opened, description.stack, target, 'target');
    const generator = {
      ...{ kind, engine, contextLen, namesOf: namesOf(tokenizer), ends: new Set(ends) },
      decode: (all: readonly number[]) =>
        tokenizer ? tokenizer.decode(all) : all.map((id) => ` ${id}`).join(''),
      enqueue: <T>(work: () => Promise<T>) => this.#enqueue(work),
      step: (some: readonly number[], state: GenerationState) => this.#step(some, state),
      text: () => this.#stack.text(),
      encode: async () => (await this.#encode(read.input, makePause(checked.signal))).states,
      changes: (from: number, to: number) => frequenciesChange(stack, from, to),
      begun: begun?.ids ?? [start],
    };
    return { generator, ids, checked };
  }

  /** All tensors of the file, as float32. */
  stateDict() {
    return this.#whole('stateDict').weights.all();
  }

  dispose() {
    this.#end(new HeadwiseError('disposed', 'this model was disposed'));
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  /** @param name the called method */
  #tokenizer(name: string) {
    this.#expectOpen();
    return expectTokenizer(this.#opened.tokenizer, name);
  }

  #end(error: unknown) {
    if (this.#ended) return;
    this.#ended = { error };
    const { arrivals, reading, engine } = this.#opened;
    arrivals.end(error);
    reading.abort(error);
    engine.dispose();
  }

  #expectOpen() {
    if (this.#ended) throw this.#ended.error;
  }

  /** The parts of the model, all of them. @param name the called function */
  #whole(name: string = 'this function') {
    this.#expectOpen();
    if (this.#isLoaded) return this.#opened;
    const text = `${name}: expected a model with all its weights, got one that is being read; \`loaded\` resolves when it is`;
    throw new HeadwiseError('unsupported', text);
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(async () => {
      this.#expectOpen();
      try {
        return await work();
      } catch (error) {
        this.#expectOpen(); // the reason of the end, if that stopped the work
        throw error;
      }
    });
    const end = () => {}; // without the result, which may hold the caches of a text
    this.#last = mine.then(end, end);
    return mine;
  }

  /**
   * Copies a run's input, because the caller may change it before the run begins.
   *
   * @param target input of the decoder, if there is an encoder
   */
  #read(input: unknown, target?: unknown, name: string = 'input') {
    const { description, tokenizer } = this.#opened;
    const { stack, encoder } = description;
    if (stack.embedding.patches) return { input: checkPixels(input), text: null, begun: null };
    const names = tokenizer && namesOf(tokenizer);
    const given = isText(input) ? this.tokenize(input as string) : input;
    const ids = idsOf(this.#opened, encoder ?? stack, given, name);
    const text = toInput(given, ids, names);
    if (target === undefined) return { input: ids, text, begun: null };
    const begun = idsOf(this.#opened, stack, target, 'target');
    return { input: ids, text, target: begun, begun: toInput(target, begun, names) };
  }

  /**
   * Why a text has no vector; undefined if it has one.
   *
   * @param tokens their number
   */
  #vectorlessOf(tokens: number) {
    const { vectorless, mostTokens } = this.#opened;
    if (vectorless !== undefined || mostTokens === null || tokens <= mostTokens) return vectorless;
    return `max_seq_length: expected at most ${mostTokens} tokens, got ${tokens}; the library leaves out the rest`;
  }

  async #run(read: Read, { changes, signal, onProgress, onLayer }: CheckedRun) {
    const { input, target } = read;
    const { description, stages, arrivals, engine } = this.#opened;
    const pause = makePause(signal, onProgress);
    const watch = (kind: 'self' | 'encoder', stack: Stack) => {
      const before = stages.findIndex((stage) => stage.stack === stack);
      const ready = () => this.#expectOpen();
      return {
        until: async (blocks: number) => {
          const there = (await arrivals.until(before + blocks, signal)) - before;
          return Math.min(there, stack.blocks.length);
        },
        onBlock: (saved: SavedAttention) => onLayer?.(layerMapsOf(engine, saved, kind, ready)),
      };
    };
    signal?.throwIfAborted();
    let encoded: Passed | null = null;
    let states: Numbers | null = null;
    let encoder = (_: boolean) => [] as EmbeddingStep[];
    if (description.encoder) {
      await this.#loadRows(description.encoder, input, signal);
      const both = await this.#encode(input, pause, watch('encoder', description.encoder));
      encoded = both.passed;
      encoder = both.embedding;
      states = both.states;
    }
    const { stack } = description;
    await this.#loadRows(stack, target ?? input, signal);
    const { x, length, checkedInput } = embedInput(this.#opened, stack, target ?? input, 0);
    const embedding = (isWhole: boolean) =>
      embeddingSteps(this.#opened, stack, checkedInput, isWhole);
    const fitted = fitChanges(changes, stack, { length, width: description.embedDim });
    const how = { length, changes: fitted, states, pause, ...watch('self', stack) };
    const passed = await this.#stack.run(x, how);
    await arrivals.until(stages.length, signal); // the head comes last
    const ids = 'ids' in checkedInput ? checkedInput.ids : undefined;
    const more = { length, changes: fitted };
    return this.#made({ ...read, ...more, encoded, states, encoder, embedding, ids }, passed);
  }

  /** Reads the rows of the table of tokens that a run needs before all of it is there. */
  async #loadRows({ embedding }: Stack, input: Ids | Numbers, signal: AbortSignal | null) {
    const ready = () => {
      signal?.throwIfAborted();
      this.#expectOpen();
    };
    const ids = 'ids' in input ? input.ids : [];
    const loading = this.#opened.weights.loadRows(embedding.tokens, ids, ready);
    await unlessAborted(signal, loading);
  }

  /** The run of a pass. */
  #made(given: PassInput, passed: Passed): Run {
    const { description, engine, weights, tokenizer, config } = this.#opened;
    const { head, headless, vector = null } = description;
    const { input, target, text, begun, encoded, length, embedding: decoder, encoder } = given;
    const read = { ids: given.ids, encoded: target && 'ids' in input ? input.ids : undefined };
    const end = (one: Head | null) => one && headOf(this.#opened, one, passed.x, length, read);
    const vectorless = this.#vectorlessOf(length);
    const embedding = vectorless === undefined ? end(vector) : null; // before the logits, whose head may overwrite x
    const logits = end(head);
    return new Run(
      engine,
      {
        ...{ input: text, target: begun },
        saved: { self: passed.self, cross: passed.cross, encoder: encoded?.self ?? [] },
        hidden: { decoder: passed.hidden, encoder: encoded?.hidden ?? [] },
        blocks: { decoder: description.stack.blocks, encoder: description.encoder?.blocks ?? [] },
        embeddings: { decoder, encoder },
        logits,
        logitsless: head && !logits ? NO_END : headless,
        ...{ embedding, embeddingless: vectorless },
        perToken: head?.kind !== 'classes',
        probabilityForm: logits && probabilityFormOf(head, config, logits),
        namesOf: namesOf(tokenizer, head, config),
        ...{ opened: this.#opened, read, length, changes: given.changes },
        again: this.#again(given, passed),
      },
      weights,
      () => this.#expectOpen(),
    );
  }

  /** Runs the layers of a run again, from one of them on. */
  #again(given: PassInput, passed: Passed): Again {
    const { length, states } = given;
    const begin = <T>(
      more: Changes,
      { signal = null, from }: { signal?: AbortSignal | null; from?: number },
      work: (x: Buffer, first: number, pass: Parameters<CoreStack['run']>[1]) => Promise<T>,
    ) =>
      this.#enqueue(() => {
        signal?.throwIfAborted();
        const first = from ?? firstOf(passed, more);
        const x = this.#opened.engine.put('x', passed.hidden[first].data);
        const changes = joinChanges(given.changes, more);
        return work(x, first, { length, changes, states, pause: makePause(signal) });
      });
    return {
      parts: (layer) =>
        begin(noChanges(), { from: layer }, (x, _, pass) => this.#stack.parts(x, pass, layer)),
      ends: (all, { signal, row }, read) =>
        this.#enqueue(async () => {
          signal?.throwIfAborted();
          const layer = firstOf(passed, all[0]);
          const [hidden, heads] = [passed.hidden[layer], passed.self[layer]?.heads ?? null];
          const start = variantsOf(all, { changes: given.changes, hidden, heads, layer });
          const x = this.#opened.engine.put('x', start.x);
          const pass = { length, changes: start.changes, states, pause: makePause(signal) };
          const how = { first: layer, variants: all.length, heads: start.heads, row };
          return read(await this.#stack.ends(x, pass, how), all.length);
        }),
      run: (more, signal) =>
        begin(more, { signal }, async (x, first, pass) => {
          const again = await this.#stack.run(x, pass, { passed, layer: first });
          return this.#made({ ...given, changes: pass.changes }, again) as unknown as Handle;
        }),
    };
  }

  async #encode(
    input: unknown,
    pause: (done?: number) => Promise<void> | void,
    watch: Pick<Parameters<CoreStack['run']>[1], 'until' | 'onBlock'> = {},
  ) {
    const { description, engine } = this.#opened;
    const stack = description.encoder as Stack;
    const { x, length, checkedInput } = embedInput(this.#opened, stack, input, 0);
    const how = { length, changes: noChanges(), states: null, pause, ...watch };
    const passed = await (this.#encoder as CoreStack).run(x, how);
    const embedding = (isWhole: boolean) =>
      embeddingSteps(this.#opened, stack, checkedInput, isWhole);
    const shape = [length, description.embedDim];
    const states = new Tensor(engine.read(passed.x, length * description.embedDim), shape);
    return { passed, embedding, states };
  }

  /** Reads the next tokens of a text. */
  async #step(ids: readonly number[], state: GenerationState) {
    const { description } = this.#opened;
    const { text, states, changes, signal } = state;
    const { x, length } = embedInput(this.#opened, description.stack, ids, text.length);
    const how = { length, changes, states, pause: makePause(signal) };
    const written = await this.#stack.write(x, how, text);
    const { data } = headOf(this.#opened, description.head as Head, written.x, 1, {
      ids,
    }) as Numbers;
    return { logits: data, written };
  }
}

/** The first changed layer; if there is none, the number of layers. */
function firstOf({ self }: Passed, { removed, replaced }: Changes) {
  return Math.min(self.length, ...[...removed, ...replaced].map(({ layer }) => layer));
}

function sizesOf(
  { stack, encoder, embedDim, vocabSize, contextLen }: Description,
  startId: number,
) {
  const of = ({ blocks }: Stack) => ({
    numLayers: blocks.length,
    numHeads: blocks[0]?.attention.numHeads ?? 0,
    numKvHeads: blocks[0]?.attention.numKvHeads ?? 0,
    headDim: blocks[0]?.attention.headDim ?? 0,
    embedDim,
    vocabSize,
    contextLen,
  });
  return { ...of(stack), ...(encoder ? { encoder: of(encoder), startId } : {}) };
}

/** Whether the longer text has other rotary frequencies. */
function frequenciesChange({ blocks }: Stack, from: number, to: number) {
  return from > 0 && blocks.some(({ attention }) => attention.rotary?.changes?.(from, to));
}
