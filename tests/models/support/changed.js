// Changes the config.json of a golden model.

import { Config, expectKnown } from '../../../src/js/models/families/config.ts';
import { FAMILIES } from '../../../src/js/models/families/index.ts';
import { filesOf } from '../../golden/models/read.js';

/** @import { ModelGolden } from '../../golden/models/read.js' */

/** @param {ModelGolden} golden @param {object} config */
export function changedFiles(golden, config) {
  const file = new TextEncoder().encode(JSON.stringify(config));
  return { ...filesOf(golden), 'config.json': file };
}

/**
 * All that a family's table makes of a config, as text: configs with the same text are the same model, of which one is run.
 *
 * @param {ModelGolden} golden
 * @param {Record<string, any>} values
 */
export function modelOf(golden, values) {
  expectKnown(values, []);
  const names = Object.keys(golden.tensors);
  const has = (/** @type {string} */ name) =>
    names.some((one) => one === name || one.endsWith(`.${name}`));
  const config = new Config(values, { type: values.model_type });
  const reading = { config, values, has, power: Math.pow, logarithm: Math.log };
  const description = FAMILIES[values.model_type](reading);
  const length = (golden.inputs.targetIds ?? golden.inputs.ids ?? []).length;
  const asText = (/** @type {string} */ key, /** @type {unknown} */ value) =>
    typeof value === 'function' && key === 'of' ? [1, length].map((one) => value(one)) : value;
  const others = [config.flag('tie_word_embeddings', true), config.size('num_channels', 3)];
  config.ids('eos_token_id');
  config.id('decoder_start_token_id', 0);
  return JSON.stringify([others, description], asText);
}
