// A source of token vectors and layer weights for the lab.
// The source in this file needs no file: everything follows from a seed. A trained model is another
// source with the same members; see ../../models/.

import { TOKEN_LIMIT } from '../state/limits.ts';
import { UNTRAINED } from '../state/state.ts';
import { ORIGINAL } from './block.ts';
import { wordTokenizer } from './tokenizer.ts';
import type { FloatTensor } from 'headwise';
import type { AsyncTransformer, ResolvedTransformerConfig } from 'headwise/training';
import type { Engine } from '../../shared/engine.ts';
import type { Token, Tokenizer } from './tokenizer.ts';
import type { LayerBlock } from './block.ts';

export type { FloatTensor };

/** (length, width) each; without positions where none are added */
export type Embedding = { tokens: FloatTensor; positions?: FloatTensor; x: FloatTensor };

/** (length, width) each */
export type Vectors = { tokens: FloatTensor; positions?: FloatTensor };

interface LayerConfig {
  width: number;
  heads: number;
  seed: number;
  /** which one of the source's */
  layer: number;
}

/** learned parameters of a layer norm */
export interface Norm {
  /** (width) */
  weight: FloatTensor;
  /** (width) */
  bias?: FloatTensor;
  epsilon: number;
}

/** the role of a head, measured when the model was trained */
export interface HeadRole {
  layer: number;
  head: number;
  /** the best of its roles, as in headwise/training */
  name: string;
  /** of fixedOffset */
  offset?: number;
  /** from 0 to 1 */
  score: number;
  /** the best score of a head that knows positions only */
  positional: number;
}

/** the example sentences of a source */
interface Example {
  text: string;
  /** a sentence to set beside it */
  second: string;
}

type Fits = (word: string) => boolean;

/** the words around it, as far as they are known */
type Place = { before: string | null; after: string | null };

/** the model with everything that comes before and after the layer */
export interface Whole {
  start: (engine: Engine) => Promise<Transformer>;
  /** texts of its tokens */
  vocab: readonly string[];
  /** which of them begin a word; without it, all */
  begins?: readonly boolean[];
  config: ResolvedTransformerConfig;
  parameters: () => Promise<Readonly<Record<string, FloatTensor>>>;
}

export type Source = {
  /** as it stands in the state's `model` */
  name: string;
  trained: boolean;
  /** a token that it has no vector for has the id -1 */
  tokenizer: Tokenizer;
  /** all that it has vectors for; null: any */
  words: readonly string[] | null;
  /** which words can stand there */
  fits: (place: Place) => Fits;
  /** how many tokens it takes */
  limit: number;
  /** null: any sentence will do */
  example: Example | null;
  /** required settings; null: none */
  fixed: { width: number; heads: number; causal?: boolean } | null;
  layers: number;
  /** how each is built */
  block: LayerBlock;
  /** the known roles of its heads */
  roles: readonly HeadRole[];
  /** on how many sentences the roles were */
  measured: number;
  /**
   * the tokens' vectors and positions, and the layer's input: their sum, or the output of the layers before;
   * `given` are taken in their place
   */
  embed: (
    engine: Engine,
    tokens: readonly Token[],
    at: { width: number; layer: number },
    given?: Vectors,
  ) => Promise<Embedding>;
  createLayer: (engine: Engine, config: LayerConfig) => Promise<Layer>;
  /** null: there is no more than the layer */
  whole: Whole | null;
  /** where its block has it; null: a plain one */
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
