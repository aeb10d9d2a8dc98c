// BERT and the models built like it: RoBERTa (positions begin after padding's), ELECTRA (a narrower embedding), and MiniLM.

import { activationOf, layerNorm, linear, ownKeys, postNorm, times } from './common.js';
import { classes, headOf, labels, tied, words } from './heads.js';

/** @import { Activation, Description, Tie } from '../description.js' */
/** @import { Reading } from './common.js' */
/** @import { Choice } from './heads.js' */

const TOKENS = 'embeddings.word_embeddings.weight';
/** Of BERT, RoBERTa and ELECTRA. @type {readonly Tie[]} */
const TIES = [
  ['cls.predictions.decoder.weight', TOKENS],
  ['cls.predictions.decoder.bias', 'cls.predictions.bias'],
  ['lm_head.decoder.weight', TOKENS],
  ['lm_head.decoder.bias', 'lm_head.bias'],
  ['generator_lm_head.weight', TOKENS],
];

/**
 * @param {Reading} reading
 * @returns {Description}
 */
export function bert(reading) {
  const { config } = reading;
  const width = config.hidden_size;
  const numHeads = config.num_attention_heads;
  const epsilon = config.layer_norm_eps;
  const activation = activationOf(config.hidden_act);
  const narrow = (config.embedding_size ?? width) !== width;
  return {
    kind: 'encoder',
    anchor: 'embeddings.word_embeddings.weight',
    vocabSize: config.vocab_size,
    contextLen: config.max_position_embeddings - firstPosition(config),
    embedDim: width,
    stack: {
      embedding: {
        tokens: 'embeddings.word_embeddings.weight',
        positions: {
          table: 'embeddings.position_embeddings.weight',
          offset: firstPosition(config),
        },
        types: config.type_vocab_size === 0 ? null : 'embeddings.token_type_embeddings.weight',
        norm: layerNorm('embeddings.LayerNorm', epsilon),
        projection: narrow ? linear('embeddings_project') : null,
      },
      blocks: times(config.num_hidden_layers, (layer) => {
        const at = `encoder.layer.${layer}`;
        return {
          attention: {
            query: linear(`${at}.attention.self.query`),
            key: linear(`${at}.attention.self.key`),
            value: linear(`${at}.attention.self.value`),
            output: linear(`${at}.attention.output.dense`),
            ...ownKeys(numHeads, width / numHeads),
            causal: config.is_decoder === true,
          },
          around: postNorm(layerNorm(`${at}.attention.output.LayerNorm`, epsilon)),
          mlp: {
            up: linear(`${at}.intermediate.dense`),
            gate: null,
            down: linear(`${at}.output.dense`),
            activation,
          },
          aroundMlp: postNorm(layerNorm(`${at}.output.LayerNorm`, epsilon)),
        };
      }),
      finalNorm: null,
    },
    ...headOf(reading, heads(config, activation)),
    ties: tied(config, true, ...TIES),
  };
}

/**
 * RoBERTa and its kin count positions from padding's on.
 *
 * @param {Reading['config']} config
 */
function firstPosition({ model_type: type, pad_token_id: padding }) {
  const after = ['roberta', 'xlm-roberta', 'camembert'].includes(type);
  return after ? (padding ?? 1) + 1 : 0;
}

/**
 * @param {Reading['config']} config
 * @param {Activation} activation
 * @returns {Choice[]}
 */
function heads({ model_type: type, layer_norm_eps: epsilon }, activation) {
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

/** ELECTRA's discriminator: whether each token was put in place of another. @param {Activation} activation @returns {Choice} */
function replaced(activation) {
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
