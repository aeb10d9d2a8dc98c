// A field of config.json is understood or refused: changed as transformers takes it, a model gives what transformers gives, or
// is refused by the field's name. There is no third case. See tests/golden/config-fields.

import assert from 'node:assert/strict';
import test from 'node:test';
import { HeadwiseError, openModel } from 'headwise/models';
import { readConfigFields } from '../golden/config-fields/read.js';
import { readModelGoldens } from '../golden/models/read.js';
import { changedFiles, modelOf } from './support/changed.js';

/** @import { Family } from '../golden/config-fields/read.js' */
/** @import { ModelGolden } from '../golden/models/read.js' */

const ALLOWED = 1e-5; // of the largest number of a tensor
/** Families whose models are those of another. @type {Record<string, string>} */
const ALIKE = { mt5: 't5', 'xlm-roberta': 'roberta', camembert: 'roberta' };

/**
 * The tensors of a run by the names of the data; those of several layers together.
 *
 * @param {ModelGolden} golden
 * @param {object} config
 * @returns {Promise<Record<string, Float32Array>>}
 */
async function resultsOf(golden, config) {
  const { ids, typeIds, targetIds, pixels } = golden.inputs;
  const model = await openModel(changedFiles(golden, config));
  try {
    const input = pixels ?? { ids: ids ?? [], ...(typeIds ? { typeIds } : {}) };
    const run = await model.run(input, targetIds ? { target: targetIds } : {});
    /** @param {'self' | 'cross' | 'encoder'} kind @param {number} layers */
    const maps = async (kind, layers) => {
      const all = [];
      for (let layer = 0; layer < layers; layer++) all.push(await run.attention({ layer, kind }));
      return Float32Array.from(all.flatMap(({ data }) => [...data]));
    };
    const { numLayers, encoder } = model.config;
    const last = await run.hidden(numLayers);
    return {
      attentions: await maps('self', numLayers),
      beforeFinalNorm: last.data,
      ...(run.logits ? { logits: run.logits.data } : {}),
      ...(encoder ? { crossAttentions: await maps('cross', numLayers) } : {}),
      ...(encoder ? { encoderAttentions: await maps('encoder', encoder.numLayers) } : {}),
    };
  } finally {
    model.dispose();
  }
}

/** @param {Family} family @param {number} result @param {Record<string, Float32Array>} got */
function differenceOf(family, result, got) {
  for (const [name, { size, largest, places, values }] of Object.entries(family.samples(result))) {
    const data = got[name];
    if (!data) return `no ${name}`;
    if (data.length !== size) return `${name}: ${data.length} numbers, expected ${size}`;
    const far = places.findIndex((at, i) => !(Math.abs(data[at] - values[i]) <= ALLOWED * largest));
    if (far >= 0) return `${name}: ${data[places[far]]}, expected ${values[far]}`;
  }
  return null;
}

/** Names of a field that a refusal may say: its own, and those inside. @param {string} field @param {unknown} value */
function namesOf(field, value) {
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return [field, ...inside.filter((name) => !/^\d+$/.test(name))];
}

const families = await readConfigFields();
const goldens = await readModelGoldens();

for (const family of families) {
  test(`${family.family}: a changed field gives what transformers gives, or is refused by its name`, async () => {
    const failures = [];
    const source = ALIKE[family.family] ?? family.family;
    /** @type {Map<string, Promise<Record<string, Float32Array>>>} */
    const models = new Map();
    for (const { case: name, words, changes } of family.cases) {
      const golden = goldens.find((one) => one.family === source && one.name === name);
      assert.ok(golden);
      const base = words === 'newer' ? golden.config : golden.olderConfig;
      const type = source === family.family ? base.model_type : family.family;
      for (const [field, also, gone, result] of changes) {
        const config = { ...base, model_type: type, ...also };
        for (const one of gone) Reflect.deleteProperty(config, one);
        const what = `${name}, ${words}: ${JSON.stringify(also)}${gone.map((one) => ` without ${one}`)}`;
        try {
          const key = `${name} ${modelOf(golden, config)}`;
          if (!models.has(key)) models.set(key, resultsOf(golden, config));
          const difference = differenceOf(
            family,
            result,
            /** @type {any} */ (await models.get(key)),
          );
          if (difference) failures.push(`${what}: ${difference}`);
        } catch (error) {
          const names = [...new Set([field, ...Object.entries(also).flatMap(([key, value]) => namesOf(key, value)), ...gone])]; // prettier-ignore
          const { message } = /** @type {Error} */ (error);
          const isNamed = field !== '' && names.some((one) => message.includes(one));
          if (!(error instanceof HeadwiseError && isNamed)) failures.push(`${what}: ${message}`);
        }
      }
    }
    assert.deepEqual(failures, []);
  });
}
