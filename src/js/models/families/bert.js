// BERT and the models built like it: RoBERTa (positions begin after padding's), ELECTRA (a narrower embedding), and MiniLM.

import { layerNorm, linear, looksBack, ownKeys, postNorm, times } from './common.js';

/** @import { Description, Head } from '../description.js' */
/** @import { Reading } from './common.js' */
/** @import { Config } from './config.js' */

/**
 * @param {Reading} reading
 * @returns {Description}
 */
export function bert(reading) {
  const { config, has } = reading;
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
    head: headOf(config, has),
  };
}

/** RoBERTa and its kin count positions from padding's on. @param {Config} config */
function firstPosition(config) {
  const isAfter = ['roberta', 'xlm-roberta', 'camembert'].includes(config.type);
  return isAfter ? config.id('pad_token_id') + 1 : 0;
}

/**
 * Whichever head the file has.
 *
 * @param {Config} config
 * @param {Reading['has']} has
 * @returns {Head | null}
 */
function headOf(config, has) {
  const activation = config.activation('hidden_act');
  const epsilon = config.number('layer_norm_eps');
  const tokens = 'embeddings.word_embeddings.weight';
  /** @param {string} dense @param {string} norm @param {string} bias @param {string} decoder @returns {Head} */
  const words = (dense, norm, bias, decoder, act = activation) => ({
    kind: 'tokens',
    steps: [
      { linear: linear(dense) },
      { activation: act },
      { norm: layerNorm(norm, epsilon) },
      { linear: { weight: has(decoder) ? decoder : tokens, bias } },
    ],
  });
  /** @param {string[]} names @param {('tanh' | 'gelu')} act @returns {Head} */
  const classes = ([dense, out], act) => ({
    kind: 'classes',
    steps: [
      { pool: 'first' },
      { linear: linear(dense) },
      { activation: act },
      { linear: linear(out) },
    ],
  });
  if (has('cls.predictions.transform.dense.weight')) {
    const at = 'cls.predictions';
    return words(
      `${at}.transform.dense`,
      `${at}.transform.LayerNorm`,
      `${at}.bias`,
      `${at}.decoder.weight`,
    );
  }
  if (has('lm_head.layer_norm.weight')) {
    return words(
      'lm_head.dense',
      'lm_head.layer_norm',
      'lm_head.bias',
      'lm_head.decoder.weight',
      'gelu',
    );
  }
  if (has('generator_predictions.dense.weight')) {
    return words(
      'generator_predictions.dense',
      'generator_predictions.LayerNorm',
      'generator_lm_head.bias',
      'generator_lm_head.weight',
      'gelu',
    );
  }
  if (has('discriminator_predictions.dense.weight')) {
    const at = 'discriminator_predictions';
    return {
      kind: 'tokens',
      steps: [
        { linear: linear(`${at}.dense`) },
        { activation },
        { linear: linear(`${at}.dense_prediction`) },
      ],
    };
  }
  if (has('classifier.out_proj.weight')) {
    const act = config.type === 'electra' ? 'gelu' : 'tanh';
    return classes(['classifier.dense', 'classifier.out_proj'], act);
  }
  if (has('classifier.weight') && has('pooler.dense.weight')) {
    return classes(['pooler.dense', 'classifier'], 'tanh');
  }
  return null;
}
