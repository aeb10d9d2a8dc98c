// Which table reads which model_type.

import { albert } from './albert.js';
import { bart } from './bart.js';
import { bert } from './bert.js';
import { bloom } from './bloom.js';
import { distilbert } from './distilbert.js';
import { falcon } from './falcon.js';
import { gpt2 } from './gpt2.js';
import { gptNeox } from './gpt-neox.js';
import { gptj } from './gptj.js';
import { headwise } from './headwise.js';
import { llama } from './llama.js';
import { modernbert } from './modernbert.js';
import { mpnet } from './mpnet.js';
import { mpt } from './mpt.js';
import { nomicBert } from './nomic-bert.js';
import { opt } from './opt.js';
import { t5 } from './t5.js';
import { vit } from './vit.js';

/** @import { Description } from '../description.js' */
/** @import { Reading } from './common.js' */

/** @type {Readonly<Record<string, (reading: Reading) => Description>>} */
export const FAMILIES = Object.freeze({
  albert,
  bart,
  bert,
  bloom,
  camembert: bert,
  deit: vit,
  dinov2: vit,
  dinov2_with_registers: vit,
  distilbert,
  electra: bert,
  falcon,
  gemma: llama,
  gemma2: llama,
  gemma3_text: llama,
  gpt2,
  gpt_neox: gptNeox,
  gptj,
  headwise,
  llama,
  marian: bart,
  mistral: llama,
  modernbert,
  mpnet,
  mpt,
  mt5: t5,
  nomic_bert: nomicBert,
  olmo2: llama,
  opt,
  phi3: llama,
  qwen2: llama,
  qwen3: llama,
  roberta: bert,
  smollm3: llama,
  t5,
  vit,
  'xlm-roberta': bert,
});
