// Tensors of a file that a model does not read: either they are known to change nothing, or the file is refused. Else a scale,
// a gate or a bias that is not known here would be missing from every number.

import { HeadwiseError } from '../arguments/errors.ts';
import type { Description } from './description.ts';
import type { WeightStore } from './weight-store.ts';

/** What stands behind the last layer of any family: of the heads that a class has not. */
const HEADS = [
  ...['pooler', 'cls.predictions', 'cls.seq_relationship', 'predictions', 'sop_classifier'],
  ...['lm_head', 'embed_out', 'final_logits_bias', 'generator_predictions', 'generator_lm_head'],
  ...['discriminator_predictions', 'vocab_transform', 'vocab_layer_norm', 'vocab_projector'],
  ...['classifier', 'pre_classifier', 'cls_classifier', 'distillation_classifier', 'score'],
  ...['classification_head', 'qa_outputs', 'multiple_choice_head', 'sequence_summary', 'v_head'],
];

/** The same of some families. */
const HEADS_OF_FAMILY: Record<string, readonly string[]> = { modernbert: ['head', 'decoder'] };

/** Tensors that transformers does not read either, or computes itself. */
const HARMLESS: readonly RegExp[] = [
  /(^|\.)position_ids$/, // 0, 1, 2 ...
  /(^|\.)rotary_emb\.(original_)?inv_freq$/, // from the config
  /(^|\.)num_batches_tracked$/,
  /^(model\.)?(vision_tower|vision_model|multi_modal_projector)\./, // beside a model of text
];

/** The bias of a head for words has two names, which a file may hold both. */
const WORD_BIAS = /^(cls\.predictions|predictions|lm_head)\.(decoder\.)?bias$/;

/** The same of some families, behind the prefix of their names. */
const OF_FAMILY: Record<string, readonly RegExp[]> = {
  bart: [/^(encoder|decoder)\.version$/, /^shared\.weight$/],
  albert: [WORD_BIAS],
  bert: [/^embeddings\.token_type_ids$/, WORD_BIAS],
  deit: [/^embeddings\.mask_token$/, /^decoder\.\d+\./],
  dinov2: [/^embeddings\.mask_token$/],
  dinov2_with_registers: [/^embeddings\.mask_token$/],
  gpt2: [/^h\.\d+\.attn\.(masked_)?bias$/, /^h\.\d+\.crossattention\.(masked_)?bias$/], // causal masks
  gpt_neox: [/^layers\.\d+\.attention\.(masked_)?bias$/],
  gptj: [/^h\.\d+\.attn\.(masked_)?bias$/],
  mpnet: [WORD_BIAS],
  nomic_bert: [WORD_BIAS],
  opt: [/^version$/],
  marian: [/^(encoder|decoder)\.embed_positions\.weight$/, /^shared\.weight$/], // sines
  t5: [
    /^shared\.weight$/,
    /^decoder\.block\.0\.layer\.1\.EncDecAttention\.relative_attention_bias\.weight$/,
  ],
  vit: [/^embeddings\.mask_token$/, /^decoder\.\d+\./],
};
const SAME = {
  ...{ mt5: 't5', camembert: 'bert', roberta: 'bert', 'xlm-roberta': 'bert', electra: 'bert' },
} as Record<string, string>;

/** @param names of tensors that nothing reads */
export function refuseUnused(names: readonly string[], isHarmless: (name: string) => boolean) {
  const [first, ...others] = names.filter((name) => !isHarmless(name));
  if (first === undefined) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  throw new HeadwiseError(
    'unsupported',
    `${first}: expected only tensors that this model reads, got one that it would leave out${more}`,
  );
}

/** Whether a tensor changes nothing that a model gives, though it does not read it. */
export function harmlessOf(
  { kind }: Description,
  weights: WeightStore,
  family: string,
): (name: string) => boolean {
  const used = weights.used.map((name) => weights.withoutPrefix(name));
  const isUsed = (part: string) => used.some((name) => isInside(name, part));
  const heads = [...HEADS, ...(HEADS_OF_FAMILY[family] ?? [])].filter((head) => !isUsed(head));
  const isT5 = SAME[family] === 't5' || family === 't5';
  const own = OF_FAMILY[SAME[family] ?? family] ?? [];
  return (full) => {
    const name = weights.withoutPrefix(full);
    return (
      HARMLESS.some((pattern) => pattern.test(full)) ||
      own.some((pattern) => pattern.test(name)) ||
      weights.isTwice(full) ||
      heads.some((head) => isInside(name, head)) ||
      (isT5 && kind === 'encoder' && isInside(name, 'decoder')) ||
      isBeyond(name, used)
    );
  };
}

const isInside = (name: string, part: string) => name === part || name.startsWith(`${part}.`);

/**
 * Whether a tensor is of a layer behind the last that the config counts, which transformers does not read either.
 */
function isBeyond(name: string, used: readonly string[]) {
  const [, before, layer] = /^(.*?\b)(\d+)\./.exec(name) ?? [];
  if (layer === undefined) return false;
  const isRead = used.some((one) => one.startsWith(`${before}${layer}.`));
  return !isRead && Number(layer) > 0 && used.some((one) => one.startsWith(`${before}0.`));
}
