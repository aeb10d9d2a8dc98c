// A source of the lab with the page's own weights and tokens.
// Weights are a state dict of torch.nn.MultiheadAttention; the page's pieces replace words. The
// tokens' vectors are the untrained ones.

import { untrained } from '../lab/answer/source.ts';
import { pieceId, wordTokenizer } from '../lab/answer/tokenizer.ts';
import { GivenError } from '../../ui/errors.ts';
import type { Tokenizer } from '../lab/answer/tokenizer.ts';
import type { Source } from '../lab/answer/source.ts';

/** @param text text of the tokens */
export function givenSource(
  parameters: unknown,
  tokens: readonly string[] | null | undefined,
  text: () => string | undefined,
): Source {
  if (tokens && !Array.isArray(tokens)) throw new TypeError('tokens: expected an array of strings');
  const { heads, state } = parameters ? readParameters(parameters) : { heads: 0, state: null };
  return {
    ...untrained,
    name: 'given',
    trained: parameters !== null && parameters !== undefined,
    tokenizer: tokens ? tokenizerOf(tokens, text) : wordTokenizer,
    fixed: state ? { width: widthOf(state), heads } : null,
    async createLayer(engine, { width, heads: count, seed }) {
      const config = { embedDim: width, numHeads: count, seed };
      if (!state) return engine.createMultiHeadAttention(config);
      try {
        const layer = await engine.createMultiHeadAttention(config);
        await layer.loadStateDict(state as any);
        return layer;
      } catch (error) {
        // the engine's other errors have a code
        throw Object.hasOwn(Object(error), 'code') ? error : new GivenError(error);
      }
    },
  };
}

/** Checks `{ numHeads, state }`: a state dict does not contain the number of heads. */
function readParameters(given: unknown) {
  const { numHeads, state } = Object(given) as { numHeads?: unknown; state?: unknown };
  if (!Number.isSafeInteger(numHeads) || Number(numHeads) < 1) {
    throw new RangeError(`parameters.numHeads: expected how many heads there are, got ${numHeads}`);
  }
  if (typeof state !== 'object' || state === null) {
    throw new TypeError('parameters.state: expected a state dict of torch.nn.MultiheadAttention');
  }
  return { heads: Number(numHeads), state: state as Record<string, unknown> };
}

function widthOf(state: Record<string, unknown>) {
  const weight = state['out_proj.weight'] as any;
  const width = weight?.shape?.[0] ?? weight?.length;
  if (Number.isSafeInteger(width)) return Number(width);
  throw new TypeError("parameters.state: expected an entry 'out_proj.weight' (width, width)");
}

function tokenizerOf(tokens: readonly string[], text: () => string | undefined): Tokenizer {
  const joined = tokens.join(' ');
  return {
    encode(given, { limit = Infinity } = {}) {
      if (given !== (text() ?? joined)) return wordTokenizer.encode(given, { limit });
      const all = tokens
        .slice(0, limit)
        .map((piece) => ({ id: pieceId(piece), piece, start: 0, end: 0 }));
      return { tokens: all, truncated: tokens.length > limit };
    },
  };
}
