// Makes the config of a transformer that computes the same as an opened model, or a list of the parts that prevent it.

import { layerChoices } from './layer-choices.ts';
import type { Description, Head, Norm } from '../description.ts';
import type { Opened } from '../model.ts';
import type { TransformerConfig } from '../../types/training.ts';

/** Options that are equal in all layers of a transformer, with their names in an error. */
const DIFFERENT: Record<string, string> = {
  numHeads: 'heads',
  numKvHeads: 'key heads',
  headDim: 'widths of heads',
  mlpDim: 'widths of MLPs',
  causal: 'causal masks',
  window: 'windows',
  softcap: 'softcaps',
  scale: 'scales',
  positions: 'positions',
  queryKeyNorm: 'norms of queries and keys',
  norm: 'places of norms',
  gated: 'gates',
  activation: 'activations',
  attentionBias: 'biases of attention',
};

/** @returns missing: parts that cannot be trained; if there are any, the config is wrong */
export function configOf(opened: Opened): { config: TransformerConfig; missing: string[] } {
  const { weights, description, architecture } = opened;
  if (architecture === 'headwise') {
    const { model_type: _, ...config } = opened.config;
    return { config: config as any, missing: [] };
  }
  const { stack, contextLen } = description;
  const { tokens, positions } = stack.embedding;
  const layers = stack.blocks.map((block) => layerChoices(opened, block));
  const missing = new Set([
    ...missingOf(description),
    ...layers.flatMap(({ missing }) => missing),
    ...differencesOf(layers.map(({ choices }) => choices)),
  ]);
  const norms = [...layers.flatMap(({ norms }) => norms), stack.finalNorm].filter(isNorm);
  const [norm] = norms;
  if (norms.some(({ form }) => form !== norm.form)) missing.add('norms of two kinds');
  if (norms.some(({ epsilon }) => epsilon !== norm.epsilon)) missing.add('norms of two epsilons');
  const placed = placesOf(opened);
  const rotary = layers[0]?.choices.positions ?? 'none';
  if (placed.positions !== 'none' && rotary !== 'none') missing.add('positions of two kinds');
  const { attentionBias, ...choices } = layers[0]?.choices ?? {};
  const biases = {
    ...attentionBias,
    mlp: layers.some(({ mlpBias }) => mlpBias),
    norm: norms.some(({ shift }) => shift !== null),
  };
  const config = {
    vocabSize: tokens ? weights.matrix(tokens).rows : 0,
    contextLen: Math.min(contextLen, placed.longest, ...layers.map(({ longest }) => longest)),
    ...{ numLayers: layers.length, ...choices },
    positions: positions ? placed.positions : rotary,
    normType: norm?.form ?? 'layer',
    normEpsilon: norm?.epsilon ?? 1e-5,
    finalNorm: stack.finalNorm !== null,
    tied: isTied(opened),
    bias: biasOf(biases, norm?.form === 'layer'),
  };
  return { config: config as TransformerConfig, missing: [...missing] };
}

const isNorm = (norm: Norm | null): norm is Norm => norm !== null;

/** Parts of a model around its layers. */
function missingOf({ kind, encoder, head, stack: { embedding } }: Description): string[] {
  const { scale = 1, types, norm, projection, patches, positions } = embedding;
  return [
    ...(kind === 'vision' || patches ? ['patches of images'] : []),
    ...(encoder ? ['an encoder beside the decoder'] : []),
    ...(types ? ['token types'] : []),
    ...(scale === 1 ? [] : ['a scale of embeddings']),
    ...(norm ? ['a norm of embeddings'] : []),
    ...(projection ? ['a projection of embeddings'] : []),
    ...(positions && 'sinusoidal' in positions && positions.sinusoidal !== 'pairs'
      ? ['positions with sines before cosines']
      : []),
    ...missingOfHead(head),
  ];
}

function missingOfHead(head: Head | null) {
  if (head?.kind !== 'tokens') return ['no head that predicts tokens'];
  const [first, ...more] = head.steps;
  const softcap = more.some((step) => 'softcap' in step);
  if (!('linear' in first) || more.some((step) => !('softcap' in step))) {
    return ['a head of several steps', ...(softcap ? ['a softcap of logits'] : [])];
  }
  return [
    ...(softcap ? ['a softcap of logits'] : []),
    ...(first.linear.bias ? ['a bias of logits'] : []),
  ];
}

function differencesOf(layers: readonly Record<string, unknown>[]) {
  const all = Object.entries(DIFFERENT).filter(
    ([name]) => new Set(layers.map((layer) => JSON.stringify(layer[name]))).size > 1,
  );
  return all.length === 0
    ? []
    : [`layers that differ in ${all.map(([, what]) => what).join(' and ')}`];
}

/** The positions that are added to tokens, and the longest text that they allow. */
function placesOf({ weights, description: { stack } }: Opened) {
  const { positions } = stack.embedding;
  if (!positions) return { positions: 'none', longest: Infinity };
  if (!('table' in positions)) return { positions: 'sinusoidal', longest: Infinity };
  const { rows } = weights.matrix(positions.table);
  return { positions: 'learned', longest: rows - positions.offset };
}

/**
 * Whether the logits are products with the token vectors: the file has one matrix for both, or two equal ones.
 */
function isTied({ engine, weights, config, description: { head, stack } }: Opened) {
  const [first] = head?.steps ?? [];
  const { tokens } = stack.embedding;
  if (!first || !('linear' in first) || !tokens) return false;
  const [own, other] = [weights.matrix(tokens), weights.matrix(first.linear.weight)];
  if (own === other) return true;
  if (config.tie_word_embeddings !== true || own.rows !== other.rows) return false;
  const values = engine.unpack(own);
  return engine.unpack(other).every((value, i) => value === values[i]);
}

/** @param hasNormBias whether norms may have one */
function biasOf({ norm, ...others }: Record<string, boolean>, hasNormBias: boolean) {
  const all = hasNormBias ? { ...others, norm } : others;
  const [first] = Object.values(all);
  return Object.values(all).every((one) => one === first) ? first : { ...others, norm };
}
