// BERT and the models built like it: RoBERTa (positions begin after padding's), ELECTRA (a narrower embedding), and MiniLM.

import { layerNorm, linear, looksBack, ownKeys, postNorm, times } from './common.ts';
import { classes, headOf, labels, tied, words } from './heads.ts';
import type { Activation, Description, Tie } from '../description.ts';
import type { Reading } from './common.ts';
import type { Config } from './config.ts';
import type { Choice } from './heads.ts';

const TOKENS = 'embeddings.word_embeddings.weight';
/** Of BERT, RoBERTa and ELECTRA. */
const TIES: readonly Tie[] = [
  ['cls.predictions.decoder.weight', TOKENS],
  ['cls.predictions.decoder.bias', 'cls.predictions.bias'],
  ['lm_head.decoder.weight', TOKENS],
  ['lm_head.decoder.bias', 'lm_head.bias'],
  ['generator_lm_head.weight', TOKENS],
];

export function bert(reading: Reading): Description {
  const { config, values } = reading;
  const width = config.size('hidden_size');
  const numHeads = config.size('num_attention_heads');
  const headDim = config.quotient('hidden_size', 'num_attention_heads');
  const inner = config.size('intermediate_size');
  const epsilon = config.number('layer_norm_eps');
  const activation = config.activation('hidden_act');
  const isNarrow = config.type === 'electra' && config.size('embedding_size') !== width;
  config.expectOnly('position_embedding_type', 'absolute', null);
  config.expectOnly('add_cross_attention', false);
  const first = firstPosition(config);
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.size('vocab_size'),
    contextLen: config.size('max_position_embeddings') - first,
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        positions: { table: 'embeddings.position_embeddings.weight', offset: first },
        types:
          config.count('type_vocab_size') === 0 ? null : 'embeddings.token_type_embeddings.weight',
        norm: layerNorm('embeddings.LayerNorm', epsilon),
        projection: isNarrow ? linear('embeddings_project') : null,
      },
      blocks: times(config.layers('num_hidden_layers'), (layer) => {
        const at = `encoder.layer.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attention.self.query`),
            key: linear(`${at}.attention.self.key`),
            value: linear(`${at}.attention.self.value`),
            output: linear(`${at}.attention.output.dense`),
            ...ownKeys(numHeads, headDim),
            causal: config.flag('is_decoder') && looksBack(config),
          },
          around: postNorm(layerNorm(`${at}.attention.output.LayerNorm`, epsilon)),
          mlp: {
            up: linear(`${at}.intermediate.dense`),
            gate: null,
            down: linear(`${at}.output.dense`),
            ...{ inner, activation },
          },
          aroundMlp: postNorm(layerNorm(`${at}.output.LayerNorm`, epsilon)),
        };
      }),
      finalNorm: null,
    },
    ...headOf(reading, heads(config, activation)),
    ties: tied(values, true, ...TIES),
  };
}

/** RoBERTa and its kin count positions from padding's on. */
function firstPosition(config: Config) {
  const isAfter = ['roberta', 'xlm-roberta', 'camembert'].includes(config.type);
  return isAfter ? config.id('pad_token_id') + 1 : 0;
}

function heads(config: Config, activation: Activation): Choice[] {
  const { type } = config;
  const epsilon = config.number('layer_norm_eps');
  if (type === 'bert') {
    const at = 'cls.predictions';
    const [dense, norm] = [`${at}.transform.dense`, `${at}.transform.LayerNorm`];
    const word = words({ dense, norm, decoder: linear(`${at}.decoder`) }, activation, epsilon);
    return [
      { ...word, tasks: [...word.tasks, 'PreTraining'] },
      classes('pooler.dense', 'tanh', 'classifier'),
      labels('classifier'),
      classes('classifier.dense', 'tanh', 'classifier.out_proj'), // RoBERTa's in GGUF, where it is a bert
    ];
  }
  const isElectra = type === 'electra';
  const [dense, norm] = isElectra
    ? ['generator_predictions.dense', 'generator_predictions.LayerNorm']
    : ['lm_head.dense', 'lm_head.layer_norm'];
  const decoder = linear(isElectra ? 'generator_lm_head' : 'lm_head.decoder');
  const own = [
    words({ dense, norm, decoder }, 'gelu', epsilon),
    classes('classifier.dense', isElectra ? 'gelu' : 'tanh', 'classifier.out_proj'),
    labels('classifier'),
  ];
  return isElectra ? [...own, replaced(activation)] : own;
}

/** ELECTRA's discriminator: whether each token was put in place of another. */
function replaced(activation: Activation): Choice {
  const at = 'discriminator_predictions';
  return {
    tasks: ['PreTraining'],
    kind: 'labels',
    marks: [`${at}.dense.weight`],
    steps: [
      { linear: linear(`${at}.dense`) },
      { activation },
      { linear: linear(`${at}.dense_prediction`) },
    ],
    names: ['replaced'],
  };
}
