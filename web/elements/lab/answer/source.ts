// A source of token vectors and layer weights for the lab.
// The untrained source in this file needs no file: a seed determines every number. A trained model
// is another source with the same members; see ../../models/.

import { TOKEN_LIMIT } from '../state/limits.ts';
import { UNTRAINED } from '../state/state.ts';
import { ORIGINAL } from './layer-steps.ts';
import { wordTokenizer } from './tokenizer.ts';
import type { PlainTensor } from 'headwise';
import type { AsyncTransformer, ResolvedTransformerConfig } from 'headwise/training';
import type { Engine } from '../../shared/engine.ts';
import type { Token, Tokenizer } from './tokenizer.ts';
import type { LayerBlock } from './layer-steps.ts';
import type { LayerBelow } from './stages-below.ts';

export type { PlainTensor };

/** (length, width) each; without positions where none are added; below: the layer that computed x */
export type Embedding = {
  tokens: PlainTensor;
  positions?: PlainTensor;
  x: PlainTensor;
  below?: LayerBelow;
};

/** (length, width) each */
export type Vectors = { tokens: PlainTensor; positions?: PlainTensor };

interface LayerConfig {
  width: number;
  heads: number;
  seed: number;
  /** index of the layer in the source */
  layer: number;
}

/** learned parameters of a layer norm */
export interface Norm {
  /** (width) */
  weight: PlainTensor;
  /** (width) */
  bias?: PlainTensor;
  epsilon: number;
}

/** the role of a head, measured when the model was trained */
export interface HeadRole {
  layer: number;
  head: number;
  /** the best of its roles, as in headwise/training */
  name: string;
  /** distance of the role fixedOffset */
  offset?: number;
  /** from 0 to 1 */
  score: number;
  /** the best score of a head that knows positions only */
  positional: number;
}

/** the example sentences of a source */
interface Example {
  text: string;
  /** a second sentence beside it */
  second: string;
}

type Fits = (word: string) => boolean;

/** the neighbouring words, where they are known */
type Place = { before: string | null; after: string | null };

/** the model with all layers and the output head */
export interface Whole {
  start: (engine: Engine) => Promise<Transformer>;
  /** texts of its tokens */
  vocab: readonly string[];
  /** which tokens begin a word; without it, all do */
  begins?: readonly boolean[];
  config: ResolvedTransformerConfig;
  parameters: () => Promise<Readonly<Record<string, PlainTensor>>>;
}

export type Source = {
  /** the name in the state's `model` */
  name: string;
  trained: boolean;
  /** its tokens without a vector have the id -1 */
  tokenizer: Tokenizer;
  /** all words with a vector; null: any word has one */
  words: readonly string[] | null;
  /** which words fit between the neighbours */
  fits: (place: Place) => Fits;
  /** largest number of tokens */
  limit: number;
  /** null: any sentence is an example */
  example: Example | null;
  /** required settings; null: none */
  fixed: { width: number; heads: number; causal?: boolean } | null;
  layers: number;
  /** structure of each layer */
  block: LayerBlock;
  /** the known roles of its heads */
  roles: readonly HeadRole[];
  /** on how many sentences the roles were measured */
  measured: number;
  /**
   * the tokens' vectors and positions, and the layer's input: their sum, or the output of the
   * layers before; `given` replaces them
   */
  embed: (
    engine: Engine,
    tokens: readonly Token[],
    at: { width: number; layer: number },
    given?: Vectors,
  ) => Promise<Embedding>;
  createLayer: (engine: Engine, config: LayerConfig) => Promise<Layer>;
  /** null: there is only the layer */
  whole: Whole | null;
  /** the norm of a layer whose block has one; null: without learned parameters */
  norm: (layer: number) => Promise<Norm | null>;
};

export type Layer = Awaited<ReturnType<Engine['createMultiHeadAttention']>>;

export type Transformer = AsyncTransformer;

export const untrained: Source = Object.freeze({
  name: UNTRAINED,
  trained: false,
  tokenizer: wordTokenizer,
  words: null,
  fits: (_place) => (_word) => true,
  limit: TOKEN_LIMIT,
  example: null,
  fixed: null,
  layers: 1,
  block: ORIGINAL,
  roles: [],
  measured: 0,
  embed: (engine, tokens, { width }, given) =>
    engine.embed(
      tokens.map(({ id }) => id),
      given ? { embedDim: width, replace: given } : { embedDim: width },
    ),
  createLayer: (engine, { width, heads, seed }) =>
    engine.createMultiHeadAttention({ embedDim: width, numHeads: heads, seed }),
  whole: null,
  norm: async () => null,
});
