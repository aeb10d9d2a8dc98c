// The handles of a model in a worker, and of its runs: the members of those on this thread. Text, tokens and predictions are
// computed here, with a tokenizer and a core of their own, so they need no promise.

import { openWorker, platform } from 'headwise:platform';
import { HeadwiseError } from '../../arguments/errors.ts';
import { isRecord, readOptions, toFunction, toSignal } from '../../arguments/options.ts';
import { Headwise } from '../../headwise.ts';
import { finalizer } from '../../runtime/finalizer.ts';
import { ThreadRuntime } from '../../runtime/handle.ts';
import { checkLoad } from '../../runtime/loading/load-options.ts';
import { loadCore } from '../../runtime/loading/load.ts';
import { fetchSource } from '../../runtime/loading/wasm-source.ts';
import { Remote } from '../../runtime/worker-client.ts';
import { GENERATE, RUN } from '../run-arguments.ts';
import { elsewhere, setLayers } from '../run-parts.ts';
import { embeddingOf, predictionsOf } from '../run.ts';
import { HubSource } from '../sources/hub.ts';
import { tokenizerFrom } from '../tokenizer/from-files.ts';
import { promising } from '../trainable/trainable.ts';
import { send } from './send.ts';
import { decodeIds, expectTokenizer, namesOf, pixelsFor, tokenizeText } from '../texts.ts';
import type {
  AttentionKind,
  GenerateOptions,
  LayerMaps,
  Measure,
  ModelInput,
  Run,
  RunOptions,
  WorkerModel,
  WrittenToken,
} from '../../types/models.ts';
import type { Model } from '../model.ts';
import type { CheckedOpen } from '../open-options.ts';
import type { End } from '../run.ts';
import type { ModelSource } from '../sources/source.ts';
import type { TextTokenizer } from '../tokenizer/tokenizer.ts';
import type { LayerFacts, OpenedFacts, RunFacts, SentSource } from './server.ts';

/**
 * Opens a model in a worker of its own.
 *
 * @param onThisThread opens it here, with the core that was fetched, if no worker can start
 */
export async function openInWorker(
  source: ModelSource,
  { signal, onProgress, ...checked }: CheckedOpen,
  onThisThread: (checked: CheckedOpen) => Promise<Model>,
): Promise<WorkerModel> {
  signal?.throwIfAborted();
  const core = await fetchSource(checked.wasm, platform);
  const own = { ...checked, wasm: null, source: core };
  let remote: Remote;
  try {
    remote = new Remote(await openWorker());
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    return besideNoWorker(await onThisThread({ ...own, signal, onProgress }), why);
  }
  try {
    const sent = { source: sentSource(source), options: own };
    const watch = {
      signal,
      onProgress: onProgress ? (all: [number, number, string]) => onProgress(...all) : null,
      transfer: [],
    };
    const ask = remote.ask({ name: 'open', checked: sent }, watch);
    const here = loadCore(platform, checkLoad(undefined));
    const [opened, { core: small, backend }] = await Promise.all([ask, here]);
    const engine = new Headwise(new ThreadRuntime(small), backend);
    const rest = checked.early
      ? remote.ask({ name: 'loaded' }, watch)
      : Promise.resolve(opened.facts.report.bytes);
    rest.catch(() => {}); // RemoteModel reports the error
    return new RemoteModel(remote, engine, opened, rest) as unknown as WorkerModel;
  } catch (error) {
    remote.close(error);
    throw error;
  }
}

/** A model on this thread with the promises of one in a worker. */
function besideNoWorker(model: Model, why: string): WorkerModel {
  const reason = `No worker could be started (${why}), so the model runs in slices on this thread. ${model.backend.reason}`;
  const state = model.stateDict.bind(model);
  promising.add(model);
  Object.defineProperties(model, {
    backend: { value: Object.freeze({ ...model.backend, reason }) },
    stateDict: { value: async () => state() },
  });
  return model as unknown as WorkerModel;
}

function sentSource(source: ModelSource): SentSource {
  const one = (file: unknown) => (file instanceof URL ? { url: file.href } : { plain: file });
  if (source instanceof HubSource) {
    const { id, token, endpoint, ...shown } = source; // a spread has no token
    return { hub: [id, { ...shown, token, endpoint: endpoint.href as unknown as URL }] };
  }
  if (typeof source !== 'object' || source === null || source instanceof URL) return one(source);
  const tag = Object.prototype.toString.call(source).slice(8, -1);
  if (tag === 'FileList') return { plain: Array.from(source as File[]) };
  if (tag !== 'Object') return { plain: source };
  return { files: Object.entries(source).map(([name, file]) => [name, one(file)]) };
}

const disposed = () => new HeadwiseError('disposed', 'this model was disposed');

class RemoteModel {
  #remote;
  #engine;
  #tokenizer: TextTokenizer | null;
  #names;
  declare readonly config: OpenedFacts['facts']['config'];
  declare readonly image: OpenedFacts['facts']['image'];
  declare readonly report: OpenedFacts['facts']['report'];
  declare readonly loaded: Promise<void>;

  /** @param rest resolves with the bytes of its memory, when all weights are read */
  constructor(
    remote: Remote,
    engine: Headwise,
    { facts, tokenizer, labels }: OpenedFacts,
    rest: Promise<number>,
  ) {
    this.#remote = remote;
    this.#engine = engine;
    this.#tokenizer = tokenizer && tokenizerFrom(tokenizer);
    const head = facts.predicts && { kind: facts.predicts, names: labels ?? [] };
    this.#names = namesOf(this.#tokenizer, head);
    const { backend, config } = facts;
    Object.assign(this, facts, {
      backend: Object.freeze(backend),
      config: Object.freeze(config),
    });
    elsewhere.set(this, (name, given) => this.#question(name, given));
    this.loaded = this.#load(rest);
    this.loaded.catch(() => {}); // who waits for it, or for a layer, is rejected
  }

  async #load(rest: Promise<number>) {
    try {
      this.report.bytes = await rest;
    } catch (error) {
      if (!this.#remote.isClosed) this.#remote.close(error);
      this.#engine.dispose();
      throw error;
    }
  }

  /** Calls a function of the model or of its runs in the worker. Its last argument may have a signal and a callback, which stay here. */
  async #question(name: string, given: readonly unknown[]) {
    this.#expectOpen();
    const last = given[given.length - 1];
    const { signal, onProgress, ...options } = isRecord(last) ? last : {};
    const all = isRecord(last) ? [...given.slice(0, -1), options] : given;
    const checked = {
      name,
      given: all.map((one) => sentRuns(one, this.#remote)),
    };
    return send(this.#remote, { name: 'question', checked }, watching(signal, onProgress));
  }

  tokenize(text: string | [string, string], ...more: unknown[]) {
    return tokenizeText(this.#text('tokenize'), this.config, text, more);
  }

  decode(ids: readonly number[]) {
    return decodeIds(this.#text('decode'), this.config, ids);
  }

  pixels(image: { data: Uint8ClampedArray | Uint8Array; width: number; height: number }) {
    this.#expectOpen();
    return pixelsFor(this.image ?? null, image);
  }

  async run(input: unknown, given?: RunOptions): Promise<any> {
    this.#expectOpen();
    const { signal, onProgress, onLayer, ...options } = readOptions(given, 'options', RUN);
    const watchesLayers = onLayer !== undefined;
    const watch = watching(signal, onProgress);
    const hears = watchesLayers ? toFunction(onLayer, 'onLayer') : null;
    const found: RunFacts | RunFacts[] = await send(
      this.#remote,
      { name: 'run', checked: { input, options, watchesLayers } },
      hears ? { ...watch, onProgress: (one) => this.#hear(one, hears, watch.onProgress) } : watch,
    );
    const run = (facts: RunFacts) => new RemoteRun(this.#remote, this.#engine, facts, this.#names);
    return Array.isArray(found) ? found.map(run) : run(found);
  }

  /** Hears of a run's progress, or of the maps of a layer. */
  #hear(
    one: number | LayerFacts,
    onLayer: (maps: LayerMaps) => void,
    onProgress: ((done: number) => void) | null,
  ) {
    if (typeof one === 'number') return onProgress?.(one);
    const { slot, ...at } = one;
    const remote = this.#remote;
    const attention: LayerMaps['attention'] = (given) =>
      call(remote, slot, 'attention', given === undefined ? [] : [given]);
    finalizer.register(attention, () => remote.drop(slot));
    onLayer({ ...at, attention });
  }

  generate(input: string | ModelInput | readonly number[], options?: GenerateOptions) {
    const begun = this.#begin(input, options);
    begun.catch(() => {}); // the first token throws it
    return write(this.#remote, begun);
  }

  async #begin(input: unknown, given: unknown): Promise<Begun> {
    this.#expectOpen();
    const { signal: stops, ...options } = readOptions(given, 'options', GENERATE);
    const signal = toSignal(stops);
    signal?.throwIfAborted();
    const checked = { input, options };
    const { slot } = await send(this.#remote, { name: 'generate', checked }, { transfer: [] });
    return { slot, signal };
  }

  async stateDict() {
    this.#expectOpen();
    return this.#remote.ask({ name: 'stateDict' });
  }

  dispose() {
    if (this.#remote.isClosed) return;
    this.#remote.close(disposed());
    this.#engine.dispose();
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #text(name: string) {
    this.#expectOpen();
    return expectTokenizer(this.#tokenizer, name);
  }

  #expectOpen() {
    this.#remote.expectOpen();
  }
}

/** The parts of a question that stay on this side. */
function watching(signal: unknown, onProgress: unknown) {
  return {
    signal: toSignal(signal),
    onProgress: onProgress === undefined ? null : toFunction(onProgress, 'onProgress'),
    transfer: [],
  };
}

/** A text that is being written in the worker. */
type Begun = { slot: number; signal: AbortSignal | null };

async function* write(remote: Remote, begun: Promise<Begun>): AsyncGenerator<WrittenToken, void> {
  const { slot, signal } = await begun;
  try {
    for (;;) {
      const found = await remote.ask({ name: 'next', slot }, { signal });
      if (found === null) return;
      const { slot: own, step } = found;
      const token: WrittenToken = {
        ...step,
        attention: (at) => call(remote, own, 'attention', [at]),
      };
      finalizer.register(token, () => remote.drop(own));
      yield token;
    }
  } finally {
    void remote.drop(slot);
  }
}

/** The runs of a worker, by their handles. */
const slots: WeakMap<object, { remote: Remote; slot: number }> = new WeakMap();

/** Replaces the handles of runs by their slots in the worker. */
function sentRuns(value: unknown, remote: Remote): unknown {
  const known = slots.get(Object(value));
  if (known?.remote === remote) return { run: known.slot };
  if (known) return { other: 'a run of another model' };
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, sentRuns(one, remote)]),
  );
}

/** Calls a method of a run or a written token, or a function of it. */
function call(remote: Remote, slot: number, name: string, given: readonly unknown[]): Promise<any> {
  return send(remote, { name: 'call', slot, checked: { name, given } }, { transfer: [] });
}

class RemoteRun {
  #remote;
  #engine;
  #slot: number;
  #end: End | null;
  #names;

  declare readonly input?: RunFacts['input'];
  declare readonly target?: RunFacts['target'];
  declare readonly logits?: End['logits'];
  declare embedding?: ReturnType<typeof embeddingOf>;

  constructor(
    remote: Remote,
    engine: Headwise,
    { slot, end, input, target }: RunFacts,
    names: ReturnType<typeof namesOf>,
  ) {
    this.#remote = remote;
    this.#engine = engine;
    this.#slot = slot;
    this.#end = end;
    this.#names = names;
    this.input = input;
    this.target = target;
    this.logits = end.logits ?? undefined;
    this.embedding = embeddingOf(end);
    slots.set(this, { remote, slot });
    setLayers(this, end.layers);
    elsewhere.set(this, async (name, given) => {
      const found = await this.#call(name, ...given.map((one) => sentRuns(one, remote)));
      return name === 'changed' && found ? new RemoteRun(remote, engine, found, names) : found;
    });
    finalizer.register(this, () => remote.drop(slot), this);
  }

  attention(at: { layer: number; head?: number; kind?: AttentionKind }) {
    return this.#call('attention', at);
  }

  attentionWindow(window: unknown) {
    return this.#call('attentionWindow', window);
  }

  async measure(measure: Measure) {
    if (typeof measure !== 'function') return this.#call('measure', measure);
    this.#open();
    const { callMeasure } = await import('../causes/index.ts');
    return callMeasure(measure, this as unknown as Run);
  }

  residual(at: unknown) {
    return this.#call('residual', at);
  }

  mlp(at: unknown) {
    return this.#call('mlp', at);
  }

  async attribution(measure: Measure) {
    this.#open();
    if (typeof measure !== 'function') return this.#call('attribution', measure);
    const { refuseFunction } = await import('../causes/index.ts');
    return refuseFunction(measure);
  }

  scoreParts(at: unknown) {
    return this.#call('scoreParts', at);
  }

  lens(at: unknown) {
    return this.#call('lens', at);
  }

  trace(at: unknown) {
    return this.#call('trace', at);
  }

  layer(at: unknown) {
    return this.#call('layer', at);
  }

  hidden(layer: number, options?: unknown) {
    return this.#call('hidden', layer, options);
  }

  predictions(at?: unknown) {
    const end = this.#open();
    return predictionsOf({ attention: this.#engine }, { ...end, namesOf: this.#names }, at);
  }

  dispose() {
    if (this.#end === null) return;
    this.#end = null;
    finalizer.unregister(this);
    void this.#remote.drop(this.#slot);
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  async #call(name: string, ...given: unknown[]) {
    this.#open();
    return call(this.#remote, this.#slot, name, given);
  }

  #open() {
    this.#remote.expectOpen();
    if (this.#end === null) throw new HeadwiseError('disposed', 'this run was disposed');
    return this.#end;
  }
}
