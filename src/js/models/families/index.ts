// The families by model_type, each a table: the choices of its blocks, and for each tensor's canonical name the name in the
// family's own files. Canonical names are GGUF's, such as `blk.0.attn_q.weight` for the query weight of layer 0.

import { albert } from './albert.ts';
import { bart } from './bart.ts';
import { bert } from './bert.ts';
import { bloom } from './bloom.ts';
import { deberta } from './deberta.ts';
import { distilbert } from './distilbert.ts';
import { esm } from './esm.ts';
import { falcon } from './falcon.ts';
import { gpt2 } from './gpt2.ts';
import { gptNeox } from './gpt-neox.ts';
import { gptBigcode } from './gpt-bigcode.ts';
import { gptNeo } from './gpt-neo.ts';
import { gptj } from './gptj.ts';
import { headwise } from './headwise.ts';
import { llama } from './llama.ts';
import { modernbert } from './modernbert.ts';
import { mpnet } from './mpnet.ts';
import { mpt } from './mpt.ts';
import { nomicBert } from './nomic-bert.ts';
import { opt } from './opt.ts';
import { phi } from './phi.ts';
import { stablelm } from './stablelm.ts';
import { starcoder2 } from './starcoder2.ts';
import { t5 } from './t5.ts';
import { vit } from './vit.ts';
import { descriptionOf } from './graph.ts';
import type { Description } from '../description.ts';
import type { Family, Reading } from './graph.ts';

const TABLES: Record<string, Family> = {
  albert,
  bart,
  bert,
  bloom,
  camembert: bert,
  deberta,
  'deberta-v2': deberta,
  deit: vit,
  dinov2: vit,
  dinov2_with_registers: vit,
  distilbert,
  electra: bert,
  esm,
  falcon,
  gemma: llama,
  gemma2: llama,
  gemma3_text: llama,
  gpt2,
  gpt_bigcode: gptBigcode,
  gpt_neo: gptNeo,
  gpt_neox: gptNeox,
  gptj,
  granite: llama,
  headwise,
  llama,
  m2m_100: bart,
  marian: bart,
  mbart: bart,
  mistral: llama,
  modernbert,
  mpnet,
  mpt,
  mt5: t5,
  nomic_bert: nomicBert,
  olmo2: llama,
  opt,
  pegasus: bart,
  phi,
  phi3: llama,
  qwen2: llama,
  qwen3: llama,
  roberta: bert,
  smollm3: llama,
  stablelm,
  starcoder2,
  t5,
  vit,
  'xlm-roberta': bert,
};

/** Functions that make the description of a model, by its model_type. */
export const FAMILIES: Readonly<Record<string, (reading: Reading) => Description>> = Object.freeze(
  Object.fromEntries(
    Object.entries(TABLES).map(([type, family]) => [
      type,
      (reading: Reading) => descriptionOf(family, reading),
    ]),
  ),
);
