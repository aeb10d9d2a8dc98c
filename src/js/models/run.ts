// The handle of a model's run. Maps are computed on request, from the queries and keys that the pass left; nothing quadratic is
// stored.

import { HeadwiseError, wrongKind } from '../arguments/errors.ts';
import { optionNames, readOptions, toBoolean, toInteger, toWord } from '../arguments/options.ts';
import { contributionsOf } from './contributions.ts';
import { because, predict } from './output-head/predictions.ts';
import { joinHeads } from './head-layout.ts';
import { optionsOf } from './saved-attention.ts';
import { layerOf } from './model-layer.ts';
import { toHead, toLayer, withRows } from './run-arguments.ts';
import { setLayers, setParts } from './run-parts.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Changes, SavedAttention, Numbers } from './saved-attention.ts';
import type { ModelEngine } from './model-engine.ts';
import type { Block } from './description.ts';
import type { ProbabilityForm } from './output-head/predictions.ts';
import type {
  AttentionKind,
  Attribution,
  EmbeddingStep,
  LayerMaps,
  LayerNumbers,
  ModelInput,
  LensAt,
  Measure,
  Prediction,
  Run as Handle,
  ScoreAt,
  ScoreParts,
  WindowOfMap,
} from '../types/models.ts';
import type { Again, Inner } from './causes/inner.ts';
import type { Opened } from './model.ts';
import type { WeightStore } from './weight-store.ts';

/** The result of the pass through the model. */
interface Left {
  /** the text; null: an image */
  input: ModelInput | null;
  /** the decoder's text, after an encoder */
  target: ModelInput | null;
  saved: Record<'self' | 'cross' | 'encoder', readonly SavedAttention[]>;
  hidden: Record<'decoder' | 'encoder', readonly Numbers[]>;
  blocks: Record<'decoder' | 'encoder', readonly Block[]>;
  /** the steps that made the first block's input */
  embeddings: Record<'decoder' | 'encoder', (isWhole: boolean) => EmbeddingStep[]>;
  logits: Numbers | null;
  /** why there are no logits */
  logitsless?: string;
  /** whether logits have a row for each token */
  perToken: boolean;
  probabilityForm: ProbabilityForm | null;
  embedding: Numbers | null;
  /** why there is no embedding, if the model's files ask for one */
  embeddingless?: string;
  namesOf: (id: number) => { token: string; text: string };
  opened: Opened;
  /** L */
  length: number;
  read: Inner['read'];
  changes: Changes;
  again: Again;
}

const HEAD = optionNames('head');
const LAYER = optionNames('layer', 'kind', 'state');
const TRACE = optionNames('layer', 'kind', 'contributions');
const HEADS = optionNames('layer', 'head', 'kind', 'weigh', 'without');
const STACK = optionNames('stack');
const PREDICTED = optionNames('position', 'top');
const WINDOW = optionNames(
  ...['layer', 'head', 'kind', 'rows', 'columns', 'width', 'height', 'reduce'],
);

/** The end of a run that its handle reads without the core's buffers. */
export type End = Pick<
  Left,
  'logits' | 'logitsless' | 'perToken' | 'probabilityForm' | 'embedding' | 'embeddingless'
> & {
  /** number of layers of its own attention */
  layers: number;
};

const ends: WeakMap<object, End> = new WeakMap();

/** The end of a run, for a handle on another thread. */
export const endOf = (run: Run): End => ends.get(run) as End;

export class Run {
  #engine;
  #left: Left | null;
  #weights;
  #ready;

  declare readonly input: ModelInput | undefined;
  declare readonly target: ModelInput | undefined;
  declare readonly logits: Numbers | undefined;
  declare embedding: (() => Numbers) | undefined;

  /** @param ready throws if the model was disposed */
  constructor(engine: ModelEngine, left: Left, weights: WeightStore, ready: () => void) {
    this.#engine = engine;
    this.#left = left;
    this.#weights = weights;
    this.#ready = ready;
    const { input, target } = left;
    const text = target ?? input;
    setParts(this, {
      heads: left.saved.self.map(({ part }) => part.numHeads),
      text: text && { ids: text.ids, words: text.words ?? [] },
      contributions: (layer) => this.#contributions(this.#open().saved.self[layer]),
      inner: () => this.#inner(),
    });
    setLayers(this, left.saved.self.length);
    const { logits, logitsless, perToken, probabilityForm } = left;
    const { embedding, embeddingless } = left;
    const layers = left.saved.self.length;
    ends.set(this, {
      logits,
      logitsless,
      perToken,
      probabilityForm,
      embedding,
      embeddingless,
      layers,
    });
    this.input = input ?? undefined;
    this.target = target ?? undefined;
    this.logits = logits ?? undefined;
    this.embedding = embeddingOf(left);
  }

  /** The map of a head, (L, S), or of all heads of a layer, (H, L, S). */
  async attention(at: {
    layer: number;
    head?: number;
    kind?: AttentionKind;
    weigh?: 'none' | 'values' | 'output';
    without?: 'first';
  }): Promise<Numbers> {
    const { weigh, without, ...given } = readOptions(at, 'at', HEADS);
    const how = toWeighing(weigh, without);
    const { saved, head } = this.#at(given, given.head !== undefined);
    const asked = head === undefined ? saved : ofHead(saved, head);
    const map = mapsOf(this.#engine, asked);
    if (how) {
      const { weighed } = await import('./causes/index.ts');
      const output = how.weigh === 'output' ? this.#weights.linear(saved.part.output) : null;
      weighed(this.#engine, map, asked.value, how, output && { output, first: head ?? 0 });
    }
    return head === undefined ? map : new Tensor(map.data, map.shape.slice(1));
  }

  /**
   * A number of the run's answer: a logit, a difference of two, or a log probability.
   *
   * @param measure also a function of this run
   */
  async measure(measure: Measure): Promise<number> {
    const { measureRun } = await import('./causes/index.ts');
    return measureRun(this.#inner(), this as unknown as Handle, measure);
  }

  /** The stream of a layer, (L, D). */
  async residual(at: { layer: number; at?: 'in' | 'middle' | 'out' }): Promise<Numbers> {
    const { residualOf } = await import('./causes/index.ts');
    return residualOf(this.#inner(), at);
  }

  /** The output of a layer's MLP, as it is added to the stream, (L, D). */
  async mlp(at: { layer: number }): Promise<Numbers> {
    const { mlpOf } = await import('./causes/index.ts');
    return mlpOf(this.#inner(), at);
  }

  /** Applies the model's own head to the stream of a layer. */
  async lens(at: LensAt): Promise<{ logits: Numbers; predictions: Prediction[] }> {
    const { lensOf } = await import('./causes/index.ts');
    return lensOf(this.#inner(), at);
  }

  /** A measure as a sum of parts. */
  async attribution(measure: Measure): Promise<Attribution> {
    const { attributionOf } = await import('./causes/index.ts');
    return attributionOf(this.#inner(), measure);
  }

  /** A score of a head as a sum over parts of its query and parts of its key. */
  async scoreParts(at: ScoreAt): Promise<ScoreParts> {
    const { scorePartsOf } = await import('./causes/index.ts');
    return scorePartsOf(this.#inner(), at);
  }

  /**
   * A window of a map, pooled if it is larger than the result.
   *
   * @returns (height, width)
   */
  async attentionWindow(window: WindowOfMap): Promise<Numbers> {
    const { layer, head: which, kind, ...rest } = readOptions(window, 'window', WINDOW);
    const { saved, head = 0 } = this.#at({ layer, head: which, kind }, true);
    if (saved.attention) {
      throw new HeadwiseError(
        'unsupported',
        'attentionWindow: a map that was replaced has no windows; ask for attention()',
      );
    }
    const asked = ofHead(saved, head);
    const { query, key, value } = asked;
    const { kept } = this.#engine.attention.scaledDotProductAttention(query, key, value, {
      ...optionsOf(asked),
      keep: true,
    });
    try {
      return kept.attentionWindow({ head: 0, ...rest });
    } finally {
      kept.dispose();
    }
  }

  /** Every intermediate of a layer, as in a layer's trace. */
  async trace(at: {
    layer: number;
    kind?: AttentionKind;
    contributions?: boolean;
  }): Promise<Record<string, Numbers>> {
    const { contributions, ...given } = readOptions(at, 'at', TRACE);
    const isWhole = toBoolean(contributions, 'contributions', true);
    const { saved } = this.#at({ head: undefined, ...given }, false);
    const { query, key, value } = saved;
    const { trace } = this.#engine.attention.scaledDotProductAttention(query, key, value, {
      ...optionsOf(saved),
      trace: true,
    });
    const heads = saved.heads as Numbers;
    const [count, length, width] = heads.shape;
    return {
      query: copy(query),
      key: copy(key),
      value: copy(value),
      ...trace,
      exponentials: this.#engine.attention.softmaxSteps(trace.masked).exponentials,
      ...(saved.attention ? { attention: mapsOf(this.#engine, saved) } : {}),
      heads: copy(heads),
      concatenated: new Tensor(joinHeads(heads), [length, count * width]),
      ...(isWhole && { contributions: this.#contributions(saved) }),
    };
  }

  /** The parameters, options, input and intermediates of a layer, as of an ordinary layer. */
  async layer(at: {
    layer: number;
    kind?: 'self' | 'encoder';
    state?: boolean;
  }): Promise<LayerNumbers> {
    const { state, ...rest } = readOptions(at, 'at', LAYER);
    const isWhole = toBoolean(state, 'state', true);
    const given = { head: undefined, ...rest };
    if (given.kind === 'cross') {
      throw new HeadwiseError(
        'unsupported',
        "kind: expected 'self' or 'encoder', got 'cross', whose keys come from another stack",
      );
    }
    const { saved } = this.#at(given, false);
    const { hidden, blocks, embeddings } = this.#open();
    const stack = given.kind === 'encoder' ? 'encoder' : 'decoder';
    const core = { engine: this.#engine, weights: this.#weights };
    const { layer } = saved;
    return {
      ...layerOf(core, saved, blocks[stack][layer], hidden[stack][layer], isWhole),
      embedding: layer === 0 ? embeddings[stack](isWhole) : null,
    };
  }

  /**
   * The input of a layer, (L, D); at the number of layers, the output of the last one, before a final norm.
   */
  async hidden(layer: number, options?: { stack?: 'encoder' | 'decoder' }): Promise<Numbers> {
    const { stack = 'decoder' } = readOptions(options, 'options', STACK);
    if (stack !== 'decoder' && stack !== 'encoder') {
      throw wrongKind('stack', "'encoder' or 'decoder'", stack);
    }
    const all = this.#open().hidden[stack];
    if (all.length === 0) {
      throw new HeadwiseError('unsupported', `stack: this model has no ${stack} of its own`);
    }
    return copy(all[toLayer(layer, all.length)]);
  }

  /**
   * The model's predictions at a position: next tokens, tokens for a masked one, or classes.
   */
  predictions(at?: { position?: number; top?: number }) {
    return predictionsOf(this.#engine, this.#open(), at);
  }

  dispose() {
    this.#left = null;
  }

  [Symbol.dispose]() {
    this.dispose();
  }

  #contributions({ part, heads }: SavedAttention) {
    const output = this.#weights.linear(part.output);
    return contributionsOf(this.#engine, output, heads as Numbers);
  }

  #inner(): Inner {
    const { saved, hidden, blocks, embeddings, ...rest } = this.#open();
    const { logitsless } = rest;
    return {
      ...{ ...rest, logitsless, self: saved.self, cross: saved.cross },
      map: (layer, head) => {
        const { data, shape } = mapsOf(this.#engine, ofHead(saved.self[layer], head));
        return new Tensor(data, shape.slice(1));
      },
      ...{ hidden: hidden.decoder, blocks: blocks.decoder, embedding: embeddings.decoder },
    };
  }

  #open() {
    this.#ready();
    if (this.#left === null) throw new HeadwiseError('disposed', 'this run was disposed');
    return this.#left;
  }

  /** @param ofHead whether a head is required */
  #at(
    {
      layer: which,
      head: one,
      kind = 'self',
    }: Readonly<Record<'layer' | 'head' | 'kind', unknown>>,
    ofHead: boolean,
  ): { saved: SavedAttention; head?: number } {
    const { saved: all } = this.#open();
    if (kind !== 'self' && kind !== 'cross' && kind !== 'encoder') {
      throw wrongKind('kind', "'self', 'cross' or 'encoder'", kind);
    }
    if (all[kind].length === 0) {
      throw new HeadwiseError('unsupported', `kind: this model has no ${kind} attention`);
    }
    if (!ofHead) return { saved: all[kind][toLayer(which, all[kind].length)] };
    const { layer, head } = toHead({ layer: which, head: one }, all[kind]);
    return { saved: all[kind][layer], head };
  }
}

/** The function for the text's vector; undefined if the model has none. */
export function embeddingOf({
  embedding,
  embeddingless,
}: Pick<End, 'embedding' | 'embeddingless'>): (() => Numbers) | undefined {
  if (embeddingless !== undefined) {
    return () => {
      throw new HeadwiseError('unsupported', `embedding: ${embeddingless}`);
    };
  }
  return embedding ? () => copy(embedding) : undefined;
}

/** The predictions of the run's logits at a position. */
export function predictionsOf(
  engine: Pick<ModelEngine, 'attention'>,
  {
    logits,
    logitsless,
    namesOf,
    probabilityForm,
    perToken,
  }: Omit<End, 'layers'> & Pick<Left, 'namesOf'>,
  at: unknown,
): Prediction[] {
  const { position = 0, top = 10 } = readOptions(at, 'at', PREDICTED);
  if (!logits || !probabilityForm) {
    const text = `predictions: this model has no head that predicts${because(logitsless)}`;
    throw new HeadwiseError('unsupported', text);
  }
  const rows = perToken ? logits.shape[0] : 1;
  const size = logits.data.length / rows;
  const row = perToken ? toInteger(position, 'position', 0, rows - 1) : 0;
  const values = logits.data.subarray(row * size, (row + 1) * size);
  return predict(engine, values, toInteger(top, 'top', 1), namesOf, probabilityForm);
}

/** null: the map as it is */
function toWeighing(weigh: unknown, without: unknown) {
  const by = weigh === undefined ? 'none' : toWord(weigh, 'weigh', ['none', 'values', 'output']);
  if (without !== undefined && without !== 'first') {
    throw wrongKind('without', "'first'", without);
  }
  return by === 'none' && without === undefined ? null : { weigh: by, without };
}

function copy({ data, shape }: Numbers): Numbers {
  return new Tensor(data.slice(), [...shape]);
}

/** The maps of an attention, (H, L, S). */
function mapsOf(engine: ModelEngine, saved: SavedAttention): Numbers {
  const { query, key, value, attention: replaced, replacedRows } = saved;
  if (replaced && !replacedRows) return copy(replaced);
  const options = { ...optionsOf(saved), attention: true };
  const { attention } = engine.attention.scaledDotProductAttention(query, key, value, options);
  return replaced && replacedRows ? withRows(attention, replaced, replacedRows) : attention;
}

/** The maps of a layer of a run that is under way. @param ready throws if the model was disposed */
export function layerMapsOf(
  engine: ModelEngine,
  saved: SavedAttention,
  kind: LayerMaps['kind'],
  ready: () => void,
): LayerMaps {
  return {
    ...{ layer: saved.layer, kind },
    async attention(at) {
      const { head } = readOptions(at, 'at', HEAD);
      ready();
      if (head === undefined) return mapsOf(engine, saved);
      const one = toInteger(head, 'head', 0, saved.part.numHeads - 1);
      const { data, shape } = mapsOf(engine, ofHead(saved, one));
      return new Tensor(data, shape.slice(1));
    },
  };
}

/** @param all (heads, rows, columns) */
function headOf({ data, shape: [, rows, columns] }: Numbers, head: number): Numbers {
  return new Tensor(data.slice(head * rows * columns, (head + 1) * rows * columns), [
    rows,
    columns,
  ]);
}

/** The attention of a layer with one of its heads alone. */
function ofHead(saved: SavedAttention, head: number): SavedAttention {
  const { query, key, value, bias, attention } = saved;
  const kv = Math.floor(head / (query.shape[0] / key.shape[0]));
  const alone = (all: Numbers, which: number) => {
    const { data, shape } = headOf(all, which);
    return new Tensor(data, [1, ...shape]);
  };
  return {
    ...saved,
    query: alone(query, head),
    key: alone(key, kv),
    value: alone(value, kv),
    attention: attention && alone(attention, head),
    bias: () => {
      const all = bias();
      return all && alone(all, head);
    },
  };
}
