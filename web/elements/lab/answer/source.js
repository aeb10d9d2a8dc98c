// A source of token vectors and layer weights for the lab.
// The source in this file needs no file: everything follows from a seed. A trained model is another
// source with the same members; see ../../models/.

import { TOKEN_LIMIT } from '../state/limits.js';
import { UNTRAINED } from '../state/state.js';
import { ORIGINAL } from './block.js';
import { wordTokenizer } from './tokenizer.js';

/**
 * @typedef {import('../../shared/engine.js').Engine} Engine
 * @typedef {import('./tokenizer.js').Token} Token
 * @typedef {import('headwise').FloatTensor} FloatTensor
 * @typedef {{ tokens: FloatTensor, positions?: FloatTensor, x: FloatTensor }} Embedding (length, width) each; without
 *   positions where none are added
 * @typedef {{ tokens: FloatTensor, positions?: FloatTensor }} Vectors (length, width) each
 *
 * @typedef {object} LayerConfig
 * @property {number} width
 * @property {number} heads
 * @property {number} seed
 * @property {number} layer which one of the source's
 *
 * @typedef {object} Norm learned parameters of a layer norm
 * @property {FloatTensor} weight (width)
 * @property {FloatTensor} [bias] (width)
 * @property {number} epsilon
 *
 * @typedef {object} HeadRole the role of a head, measured when the model was trained
 * @property {number} layer
 * @property {number} head
 * @property {string} name the best of its roles, as in headwise/training
 * @property {number} [offset] of fixedOffset
 * @property {number} score from 0 to 1
 * @property {number} positional the best score of a head that knows positions only
 *
 * @typedef {object} Example the example sentences of a source
 * @property {string} text
 * @property {string} second a sentence to set beside it
 *
 * @typedef {(word: string) => boolean} Fits
 * @typedef {{ before: string | null, after: string | null }} Place the words around it, as far as they are known
 *
 * @typedef {object} Whole the model with everything that comes before and after the layer
 * @property {(engine: Engine) => Promise<Transformer>} start
 * @property {readonly string[]} vocab texts of its tokens
 * @property {readonly boolean[]} [begins] which of them begin a word; without it, all
 * @property {import('headwise/training').ResolvedTransformerConfig} config
 * @property {() => Promise<Readonly<Record<string, FloatTensor>>>} parameters
 *
 * @typedef {object} Source
 * @property {string} name as it stands in the state's `model`
 * @property {boolean} trained
 * @property {import('./tokenizer.js').Tokenizer} tokenizer a token that it has no vector for has the id -1
 * @property {readonly string[] | null} words all that it has vectors for; null: any
 * @property {(place: Place) => Fits} fits which words can stand there
 * @property {number} limit how many tokens it takes
 * @property {Example | null} example null: any sentence will do
 * @property {{ width: number, heads: number, causal?: boolean } | null} fixed required settings; null: none
 * @property {number} layers
 * @property {import('./block.js').LayerBlock} block how each is built
 * @property {readonly HeadRole[]} roles the known roles of its heads
 * @property {number} measured on how many sentences the roles were
 * @property {(engine: Engine, tokens: readonly Token[], at: { width: number, layer: number }, given?: Vectors) => Promise<Embedding>} embed
 *   the tokens' vectors and positions, and the layer's input: their sum, or the output of the layers before;
 *   `given` are taken in their place
 * @property {(engine: Engine, config: LayerConfig) => Promise<Layer>} createLayer
 * @property {Whole | null} whole null: there is no more than the layer
 * @property {(layer: number) => Promise<Norm | null>} norm where its block has it; null: a plain one
 *
 * @typedef {Awaited<ReturnType<Engine['createMultiHeadAttention']>>} Layer
 * @typedef {import('headwise/training').AsyncTransformer} Transformer
 */

/** @type {Source} */
export const untrained = Object.freeze({
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
