// Makes fields of a transformer's config from a layer of an opened model, and a list of the parts that a transformer lacks.

import { defaultScale } from '../../attention/scores.ts';
import { configOf as attentionConfigOf } from '../model-layer.ts';
import type { AttentionPart, Block, Mlp, Rotary, Sublayer } from '../description.ts';
import type { Opened } from '../model.ts';

/** The config's `norm`, by norms before a part, of its output, and after the sum. */
const PLACES: Record<string, string> = {
  'false,false,false': 'none',
  'true,false,false': 'pre',
  'false,false,true': 'post',
  'false,true,false': 'inside',
  'true,true,false': 'sandwich',
};

export function layerChoices(opened: Opened, block: Block) {
  const { description, weights } = opened;
  const { attention, around, mlp, aroundMlp } = block;
  const { embedDim, contextLen } = description;
  const { bias, queryKeyNorm, ...sizes } = attentionConfigOf(opened, attention, embedDim);
  const parts = mlp && aroundMlp ? [around, aroundMlp] : [around];
  const places = parts.map(placeOf);
  const { causal, softcap, scale, window, headDim } = attention;
  return {
    choices: {
      ...sizes,
      causal,
      ...(window && { window }),
      ...(softcap && { softcap }),
      ...(Math.fround(scale) !== Math.fround(defaultScale(headDim)) && { scale }),
      positions: positionsOf(attention),
      ...(queryKeyNorm && { queryKeyNorm }),
      norm: places[0] ?? 'none',
      mlpDim: mlp ? weights.linear(mlp.up).weight.rows : 0,
      ...(mlp?.gate && { gated: true }),
      ...(mlp && { activation: mlp.activation }),
      attentionBias: bias as Record<string, boolean>,
    },
    mlpBias: mlp !== null && biasesOf(mlp).some((one) => one !== null),
    norms: parts.flatMap(({ before, inside, after }) => [before, inside, after]),
    longest: attention.rotary ? longestOf(attention.rotary, contextLen) : Infinity,
    missing: [
      ...missingOf(block, parts),
      ...(new Set(places).size > 1 || places.includes(undefined)
        ? ['norms at other places in attention and MLP']
        : []),
    ],
  };
}

export const biasesOf = ({ up, gate, down }: Mlp) => [up.bias, gate?.bias ?? null, down.bias];

function placeOf({ before, inside, after }: Sublayer): string | undefined {
  return PLACES[[before, inside, after].map((norm) => norm !== null).join()];
}

function missingOf({ attention, cross, parallel }: Block, parts: readonly Sublayer[]) {
  const { clip, relative, positions, roundsBias } = attention;
  return [
    ...(cross ? ['cross attention'] : []),
    ...(parallel ? ['attention and MLP beside each other'] : []),
    ...(parts.some(({ layerScale = null }) => layerScale !== null) ? ['scales of layers'] : []),
    ...(parts.some(({ keepsNormed }) => keepsNormed) ? ['sums with what a norm gives'] : []),
    ...(clip ? ['clipped queries, keys and values'] : []),
    ...(relative || positions ? ['relative positions'] : []),
    ...(roundsBias ? ['ALiBi in bfloat16'] : []),
  ];
}

/** The positions of queries and keys. */
function positionsOf({ rotary, slopes }: AttentionPart) {
  if (slopes) return { type: 'alibi', slopes: [...slopes] };
  if (!rotary) return 'none';
  const { of, dims, interleaved } = rotary;
  const { frequencies, factor } = of(1);
  return { type: 'rotary', frequencies: [...frequencies], factor, interleaved, dims };
}

/**
 * The longest text with the rotary frequencies of a text of one token: longer ones may have others.
 */
function longestOf({ of }: Rotary, contextLen: number) {
  const first = of(1);
  const isSame = (length: number) => {
    const { frequencies, factor } = of(length);
    return factor === first.factor && frequencies.every((one, i) => one === first.frequencies[i]);
  };
  let [same, other] = [1, contextLen + 1];
  if (isSame(contextLen)) return contextLen;
  while (other - same > 1) {
    const middle = Math.floor((same + other) / 2);
    if (isSame(middle)) same = middle;
    else other = middle;
  }
  return same;
}
