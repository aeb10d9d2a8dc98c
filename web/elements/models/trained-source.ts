// A trained transformer as a source for the lab.
// The lab shows one of its layers, whose input the engine computes with the layers before.
// Parameters are loaded on first use.

import { createTransformer } from '../shared/transformer.ts';
import { wordTokenizer } from '../lab/answer/tokenizer.ts';
import type { ResolvedTransformerConfig } from 'headwise/training';
import type { Encoding } from '../lab/answer/tokenizer.ts';
import type { Embedding, PlainTensor, Source, Vectors } from '../lab/answer/source.ts';
import type { LayerBelow } from '../lab/answer/stages-below.ts';
import type { Engine } from '../shared/engine.ts';

type Config = ResolvedTransformerConfig;

type State = Readonly<Record<string, PlainTensor>>;

/** words of one kind follow the same words */
interface Kinds {
  /** a letter for each word of the vocabulary, its kind */
  of: string;
  /** the kinds that can follow each kind */
  after: Readonly<Record<string, string>>;
}

/** facts about a model before its file has arrived */
interface About {
  name: string;
  config: Config;
  vocab: readonly string[];
  kinds: Kinds;
  roles: Source['roles'];
  measured: number;
  example: NonNullable<Source['example']>;
}

/**
 * @param load loads its parameters; called again after an error
 * @throws {TypeError} for a model whose heads the lab cannot show
 */
export function createTrainedSource(about: About, load: () => Promise<State>): Source {
  const { name, config, vocab, kinds, roles, measured, example } = about;
  const { embedDim, numHeads, headDim, numLayers, contextLen, causal, positions } = config;
  const norm = toShownNorm(name, config);
  if (headDim * numHeads !== embedDim) {
    throw new TypeError(
      `${name}: expected heads as wide as x together, ${embedDim}, got ${numHeads} of ${headDim}`,
    );
  }
  const words = vocab.filter((word) => !/^<.*>$/.test(word));
  const ids = new Map(words.map((word) => [word, vocab.indexOf(word)]));
  const { parameters, modelIn, runBelow } = runModel(config, load);

  return Object.freeze({
    name,
    trained: true,
    tokenizer: {
      encode(text: string, options?: { limit?: number }): Encoding {
        const { tokens, truncated } = wordTokenizer.encode(text, options);
        const known = tokens.map((token) => ({ ...token, id: idOf(ids, token.piece) }));
        return { tokens: known, truncated };
      },
    },
    words,
    fits: ({ before, after }) => fitting(kinds, ids, before, after),
    limit: contextLen,
    example,
    fixed: { width: embedDim, heads: numHeads, causal },
    layers: numLayers,
    block: {
      norm,
      placed: positions === 'learned' || positions === 'sinusoidal',
      rotary: positions === 'rotary' ? { theta: config.rotaryTheta } : null,
    },
    roles,
    measured,
    async embed(engine, tokens, { layer }, given) {
      const state = await parameters();
      const rows = tokens.map(({ id }) => id);
      const vectors = given ?? vectorsOf(state, rows);
      const embedding = await embedAs(positions, engine, rows, vectors);
      if (layer === 0) return embedding;
      const trace = await runBelow(engine, rows, layer - 1, given);
      return {
        ...embedding,
        x: trace.output,
        below: layerBelow(config, norm, state, layer - 1, trace),
      };
    },
    async createLayer(engine, { layer }) {
      const state = await parameters();
      const made = await engine.createMultiHeadAttention({ embedDim, numHeads, bias: config.bias });
      await made.loadStateDict(partOf(state, `layers.${layer}.self_attn.`));
      return made;
    },
    whole: { start: modelIn, vocab, config, parameters },
    async norm(layer) {
      if (norm === 'none') return null;
      const { weight, bias } = partOf(await parameters(), `layers.${layer}.norm1.`);
      return { weight, bias, epsilon: config.normEpsilon };
    },
  });
}

/**
 * The position of its norms, if the steps of a trained model show such blocks; "Open a model" shows
 * all others.
 */
function toShownNorm(name: string, config: Config) {
  const { norm, normType, positions, numKvHeads, numHeads, queryKeyNorm, bias } = config;
  const others = [
    (norm === 'inside' || norm === 'sandwich') && `norm '${norm}'`,
    normType !== 'layer' && `normType '${normType}'`,
    (typeof positions !== 'string' || positions === 'alibi') && 'its positions',
    numKvHeads !== numHeads && `numKvHeads ${numKvHeads}`,
    queryKeyNorm && 'queryKeyNorm',
    typeof bias !== 'boolean' && 'a bias for some parts only',
    (config.window || config.softcap || config.scale) && 'window, scale or softcap',
  ].filter((other) => typeof other === 'string');
  if (others.length > 0 || norm === 'inside' || norm === 'sandwich') {
    throw new TypeError(
      `${name}: expected a transformer whose blocks these steps show, got ${others.join(', ')}`,
    );
  }
  return norm;
}

/** The learned vectors of tokens and positions. */
function vectorsOf(state: State, rows: readonly number[]): Vectors {
  const places = state['positions.weight'];
  return {
    tokens: rowsOf(state['embedding.weight'], rows),
    positions: places && rowsOf(places, [...rows.keys()]),
  };
}

async function embedAs(
  positions: Config['positions'],
  engine: Engine,
  rows: readonly number[],
  { tokens, positions: places }: Vectors,
): Promise<Embedding> {
  const [, embedDim] = tokens.shape;
  if (places) return engine.embed(rows, { embedDim, replace: { tokens, positions: places } });
  if (positions === 'sinusoidal') return engine.embed(rows, { embedDim, replace: { tokens } });
  return { tokens, x: tokens };
}

/**
 * The model in each engine that needs it: parameters are loaded once, and the model is created once
 * per engine.
 */
function runModel(config: Config, load: () => Promise<State>) {
  let loading: Promise<State> | null = null;
  const running: WeakMap<Engine, ReturnType<typeof start>> = new WeakMap();

  function parameters() {
    loading ??= load();
    loading.catch(() => {
      loading = null;
    });
    return loading;
  }

  async function start(engine: Engine, state: State) {
    const model = await createTransformer(engine, config);
    try {
      await model.loadStateDict(state);
    } catch (error) {
      await model.dispose();
      throw error;
    }
    return model;
  }

  async function modelIn(engine: Engine) {
    const state = await parameters();
    let made = running.get(engine);
    if (!made) {
      made = start(engine, state);
      running.set(engine, made);
      made.catch(() => running.delete(engine));
    }
    return made;
  }

  /**
   * The run of a layer for the sentence.
   *
   * @param given vectors that replace the learned ones
   */
  async function runBelow(
    engine: Engine,
    tokens: readonly number[],
    layer: number,
    given?: Vectors,
  ) {
    const model = given
      ? await start(engine, withVectors(await parameters(), tokens, given))
      : await modelIn(engine);
    try {
      const { trace } = await model.forward(tokens, { trace: true });
      if (!trace) throw new TypeError('forward: the trace that was asked for is missing');
      return trace.layers[layer];
    } finally {
      if (given) await model.dispose();
    }
  }

  return { parameters, modelIn, runBelow };
}

/** @param layer index of the layer below */
function layerBelow(
  { normEpsilon: epsilon, gated, activation }: Config,
  norm: LayerBelow['norm'],
  state: State,
  layer: number,
  trace: LayerBelow['trace'],
): LayerBelow {
  const parameters = partOf(state, `layers.${layer}.`);
  return { trace, parameters, norm, epsilon, activation, gated };
}

/** The words that fit between two others. */
function fitting(
  kinds: Kinds,
  ids: ReadonlyMap<string, number>,
  before: string | null,
  after: string | null,
): (word: string) => boolean {
  const kindOf = (word: string | null) => kinds.of[idOf(ids, word ?? '')];
  const [left, right] = [kindOf(before), kindOf(after)];
  return (word) => {
    const kind = kindOf(word);
    return (
      (left === undefined || kinds.after[left].includes(kind)) &&
      (right === undefined || kinds.after[kind].includes(right))
    );
  };
}

function idOf(ids: ReadonlyMap<string, number>, piece: string) {
  return ids.get(piece.normalize('NFC').toLowerCase()) ?? -1;
}

/** @param tensor (rows, columns) */
function rowsOf({ data, shape: [, columns] }: PlainTensor, rows: readonly number[]): PlainTensor {
  const taken = new Float32Array(rows.length * columns);
  rows.forEach((row, i) => {
    taken.set(data.subarray(row * columns, (row + 1) * columns), i * columns);
  });
  return { data: taken, shape: [rows.length, columns] };
}

/** The parameters with other vectors for some tokens and positions. */
function withVectors(state: State, tokens: readonly number[], given: Vectors): State {
  const changed: (name: string, rows: readonly number[], from: PlainTensor) => PlainTensor = (
    name,
    rows,
    { data, shape: [, columns] },
  ) => {
    const copy = Float32Array.from(state[name].data);
    rows.forEach((row, i) => {
      copy.set(data.subarray(i * columns, (i + 1) * columns), row * columns);
    });
    return { data: copy, shape: state[name].shape };
  };
  const { positions } = given;
  const places = 'positions.weight';
  return {
    ...state,
    'embedding.weight': changed('embedding.weight', tokens, given.tokens),
    ...(positions &&
      places in state && { [places]: changed(places, [...tokens.keys()], positions) }),
  };
}

/** The parameters whose names have a prefix, without it. */
function partOf(state: State, beginning: string): Record<string, PlainTensor> {
  const names = Object.keys(state).filter((name) => name.startsWith(beginning));
  return Object.fromEntries(names.map((name) => [name.slice(beginning.length), state[name]]));
}
