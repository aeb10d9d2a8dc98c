// A model behind a port, in a worker: opens it, runs it, and keeps the runs, written tokens and writers that its client has
// handles of. client.ts is the other end of the port.

import { HeadwiseError } from '../../arguments/errors.ts';
import { isRecord } from '../../arguments/options.ts';
import { toSentError } from '../../runtime/worker-server.ts';
import { buffersOf } from '../../runtime/transferables.ts';
import { openedOf } from '../model.ts';
import { open } from '../open.ts';
import { contacts } from '../questions.ts';
import { rankHeads } from '../ranking.ts';
import { endOf } from '../run.ts';
import { HubSource } from '../sources/hub.ts';
import { headStatistics } from '../statistics.ts';
import { trainableOf } from '../trainable/trainable.ts';
import type { Answer } from '../../runtime/worker-server.ts';
import type { GenerateOptions, LayerMaps, RunOptions } from '../../types/models.ts';
import type { Model } from '../model.ts';
import type { CheckedOpen } from '../open-options.ts';
import type { End, Run } from '../run.ts';
import type { ModelSource, SourceOptions } from '../sources/source.ts';
import type { MadeOf } from '../tokenizer/tokenizer.ts';

/** A source as a message: addresses and hubs are classes, which a message cannot hold. */
export type SentSource =
  | { plain: unknown }
  | { url: string }
  | { hub: ConstructorParameters<typeof HubSource> }
  | { files: [name: string, file: { url: string } | { plain: unknown }][] };

/** An opened model, for its client. */
export interface OpenedFacts {
  facts: Pick<
    Model,
    | 'backend'
    | 'architecture'
    | 'kind'
    | 'predicts'
    | 'predictsContacts'
    | 'config'
    | 'image'
    | 'report'
  >;
  tokenizer: MadeOf | null;
  /** of classes or labels, by id */
  labels: readonly string[] | null;
}

/** A run, for its client. */
export interface RunFacts {
  slot: number;
  end: End;
  input?: Run['input'];
  target?: Run['target'];
}

/** The maps of a layer, for the client of the run. */
export type LayerFacts = Pick<LayerMaps, 'layer' | 'kind'> & { slot: number };

type Request = { id: number; slot: number | null; checked: any; progress?: boolean };

const FUNCTIONS: Record<string, (run: any, given: any) => Promise<unknown>> = {
  headStatistics,
  rankHeads,
  contacts,
};
/** Functions of a model or of its runs. */
const QUESTIONS: Record<string, (model: Model, given: any[], watch: Watch) => Promise<unknown>> = {
  sweep: async (model, [input, options], watch) =>
    (await causes()).sweepModel(model, input, watched(options, watch), openedOf(model)),
  patch: async (model, [options], watch) =>
    (await causes()).patchRuns(watched(options, watch), openedOf(model)),
  probeHeads: async (model, [options], watch) =>
    (await causes()).probe(model as any, openedOf(model), watched(options, watch)),
  circuits: async (model, [at]) => (await causes()).circuitsOf(openedOf(model), at),
  composition: async (model, [kind]) => (await causes()).compositionOf(openedOf(model), kind),
  trainable: async (model) => trainableOf(model),
};

type Watch = { signal: AbortSignal; onProgress?: (done: number) => void };

/** Options with what watches them; a value of another kind as it is, to be refused. */
function watched(options: unknown, watch: Watch) {
  return options === undefined || isRecord(options) ? { ...options, ...watch } : options;
}

const causes = () => import('../causes/index.ts');

/** Methods of runs and of written tokens, and whether their results are copies, whose buffers may move. */
const METHODS: Record<string, boolean> = {
  attention: true,
  attentionWindow: true,
  hidden: true,
  measure: true,
  residual: true,
  mlp: true,
  lens: true,
  attribution: true,
  scoreParts: true,
  trace: false,
  layer: false,
};

export function createModelServer(
  post: (answer: Answer, transfer: Transferable[]) => void,
  openPath?: SourceOptions['openPath'],
): { receive: (message: (Request & { name: string }) | { abort: number }) => void } {
  let model: Model;
  const reading = new AbortController();
  /** the request that hears of the progress of reading */
  let hearing = 0;
  /** by slot, with the id of the request that made them; slots of maps of layers are below 0 */
  const held: Map<number, { id: number; one: any }> = new Map();
  let lastSlot = 0;
  const running: Map<number, AbortController> = new Map();

  const answers: Record<string, (request: Request, signal: AbortSignal) => Promise<unknown>> = {
    async open({ id, checked: { source, options } }, signal): Promise<OpenedFacts> {
      hearing = id;
      const onProgress = (...all: [number, number, string]) =>
        post({ id: hearing, progress: all }, []);
      signal.addEventListener('abort', () => reading.abort());
      const all: CheckedOpen = { ...options, signal: reading.signal, onProgress };
      model = await open(sourceFrom(source), all, openPath);
      const { backend, architecture, kind, predicts, predictsContacts, image, report } = model;
      const { tokenizer, config: given, description } = openedOf(model, true);
      const names = description.head?.names ?? given.id2label ?? null;
      return {
        facts: {
          ...{ backend, architecture, kind, predicts, predictsContacts, image, report },
          config: { ...model.config },
        },
        tokenizer: tokenizer?.madeOf ?? null,
        labels: predicts === 'tokens' ? null : names,
      };
    },

    /** The rest of the weights. @returns the bytes of the memory with them */
    async loaded({ id }, signal) {
      hearing = id;
      signal.addEventListener('abort', () => reading.abort());
      await model.loaded;
      return model.report.bytes;
    },

    async run({ id, progress, checked: { input, options, watchesLayers } }, signal) {
      const onProgress = progress ? (done: number) => post({ id, progress: done }, []) : undefined;
      const onLayer = ({ layer, kind, attention }: LayerMaps) => {
        const slot = -++lastSlot;
        held.set(slot, { id, one: { attention } });
        post({ id, progress: { layer, kind, slot } }, []);
      };
      const all: RunOptions = {
        ...{ ...options, signal },
        ...(onProgress && { onProgress }),
        ...(watchesLayers && { onLayer }),
      };
      const found: Run | Run[] = await model.run(input, all);
      return Array.isArray(found) ? found.map((run) => factsOf(id, run)) : factsOf(id, found);
    },

    async generate({ id, checked: { input, options } }) {
      return { slot: hold(id, model.generate(input, options as GenerateOptions)) };
    },

    async next({ id, slot }, signal) {
      const writer = at(slot);
      signal.addEventListener('abort', () => void writer.return());
      const { done, value } = await writer.next();
      if (done) return null;
      const { attention, ...step } = value;
      return { slot: hold(id, { attention }), step };
    },

    async call({ id, slot, checked: { name, given } }) {
      if (Object.hasOwn(FUNCTIONS, name)) return FUNCTIONS[name](at(slot), given[0]);
      if (name === 'cells') return (await causes()).cells(at(slot), withRuns(given[0]));
      if (name === 'changed') {
        const run = await (await causes()).changed(at(slot), withRuns(given[0]), given[1]);
        return run && factsOf(id, run as unknown as Run);
      }
      if (Object.hasOwn(METHODS, name)) return at(slot)[name](...given);
      throw new HeadwiseError('internal', `${name}: no such method`);
    },

    async question({ id, progress, checked: { name, given } }, signal) {
      const onProgress = progress ? (done: number) => post({ id, progress: done }, []) : undefined;
      const watch = { signal, ...(onProgress && { onProgress }) };
      return QUESTIONS[name](model, given.map(withRuns), watch);
    },

    async stateDict() {
      return model.stateDict();
    },

    async free({ slot }) {
      await drop(Number(slot));
    },
  };

  function at(slot: number | null) {
    const found = held.get(Number(slot));
    if (found) return found.one;
    if (Number(slot) < 0) {
      throw new HeadwiseError('disposed', 'the run of these maps failed, and they ended with it');
    }
    throw new HeadwiseError('internal', `slot ${slot}: expected one that exists`);
  }

  /** Puts the runs of slots into a question. */
  function withRuns(value: any): any {
    if (!isRecord(value)) return value;
    const keys = Object.keys(value);
    if (keys.length === 1 && keys[0] === 'run' && typeof value.run === 'number')
      return at(value.run);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withRuns(one)]));
  }

  /** @returns the slot */
  function hold(id: number, one: any) {
    held.set(++lastSlot, { id, one });
    return lastSlot;
  }

  async function drop(slot: number) {
    const one = held.get(slot)?.one; // none: it ended with its run
    held.delete(slot);
    one?.dispose?.();
    await one?.return?.();
  }

  /** Frees everything that a request made: it failed, or its client has given it up and knows of no slot. */
  function release(id: number) {
    for (const [slot, { id: maker }] of held) if (maker === id) drop(slot).catch(() => {});
  }

  function factsOf(id: number, run: Run): RunFacts {
    const slot = hold(id, run);
    const { input, target } = run;
    return { slot, end: endOf(run), ...(input && { input }), ...(target && { target }) };
  }

  async function answer(request: Request & { name: string }) {
    const { id, name, checked } = request;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const result = await answers[name](request, controller.signal);
      const isCopy =
        name === 'stateDict' ||
        (name === 'question' && checked.name === 'trainable') ||
        (name === 'call' && METHODS[checked.name]);
      if (controller.signal.aborted) release(id);
      else post({ id, result }, isCopy ? buffersOf(result) : []);
    } catch (error) {
      release(id);
      post({ id, error: toSentError(error) }, []);
    } finally {
      running.delete(id);
    }
  }

  return {
    receive(message) {
      if (!('abort' in message)) return void answer(message);
      const { abort } = message;
      if (running.has(abort)) running.get(abort)?.abort();
      else release(abort); // its answer was on the way
    },
  };
}

function sourceFrom(sent: SentSource): ModelSource {
  if ('url' in sent) return new URL(sent.url);
  if ('hub' in sent) {
    const [id, options] = sent.hub;
    return new HubSource(id, { ...options, endpoint: new URL(options.endpoint) });
  }
  if ('plain' in sent) return sent.plain as ModelSource;
  return Object.fromEntries(
    sent.files.map(([name, file]) => [name, 'url' in file ? new URL(file.url) : file.plain]),
  ) as ModelSource;
}
