// Changes config.json by the data of tests/golden/config-fields, and compares the model's results
// with them.

import assert from 'node:assert/strict';
import { HeadwiseError, openModel } from 'headwise/models';
import { changedFiles, modelOf } from './changed.js';

/** @import { Family } from '../../golden/config-fields/read.js' */
/** @import { ModelGolden } from '../../golden/models/read.js' */

const ALLOWED = 1e-5; // relative to the largest number of a tensor
/** Families that share another family's models. @type {Record<string, string>} */
const ALIKE = { mt5: 't5', 'xlm-roberta': 'roberta', camembert: 'roberta' };

/**
 * The tensors of a run by the names of the data; tensors of several layers are joined.
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

/** A field that disables tensors of the file: the refusal names the first of them. */
const LEFT_OUT =
  /^[\w.]+: expected only tensors that this model reads, got one that it would leave out/;

/** Names of a field that a refusal may say: its own, and those inside. @param {string} field @param {unknown} value */
function namesOf(field, value) {
  const inside = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return [field, ...inside.filter((name) => !/^\d+$/.test(name))];
}

/**
 * @typedef {object} Replayed
 * @property {string} family
 * @property {number} fields that were changed
 * @property {number} changes
 * @property {number} equal to the results of transformers
 * @property {number} refused by the field's name
 * @property {string[]} failures neither
 */

/**
 * @param {Family} family
 * @param {readonly ModelGolden[]} goldens
 * @param {number} [every] one of this many models is run; the others only test their table's
 * refusals
 * @returns {Promise<Replayed>}
 */
export async function replay(family, goldens, every = 1) {
  const source = ALIKE[family.family] ?? family.family;
  const fields = new Set();
  /** @type {Map<string, Promise<Record<string, Float32Array> | null>>} null: it is not run */
  const models = new Map();
  const replayed = { family: family.family, fields: 0, changes: 0, equal: 0, refused: 0 };
  /** @type {string[]} */
  const failures = [];
  for (const { case: name, words, changes } of family.cases) {
    const golden = goldens.find((one) => one.family === source && one.name === name);
    assert.ok(golden);
    const base = words === 'newer' ? golden.config : golden.olderConfig;
    const type = source === family.family ? base.model_type : family.family;
    for (const [field, also, gone, result] of changes) {
      if (field) fields.add(field);
      replayed.changes++;
      const config = { ...base, model_type: type, ...also };
      for (const one of gone) Reflect.deleteProperty(config, one);
      const what = `${name}, ${words}: ${JSON.stringify(also)}${gone.map((one) => ` without ${one}`)}`;
      try {
        const key = `${name} ${modelOf(golden, config)}`;
        const isRun = models.size % every === 0;
        const running =
          models.get(key) ?? (isRun ? resultsOf(golden, config) : Promise.resolve(null));
        models.set(key, running);
        const results = await running;
        const difference = results && differenceOf(family, result, results);
        if (difference) failures.push(`${what}: ${difference}`);
        else replayed.equal++;
      } catch (error) {
        const inside = Object.entries(also).flatMap(([key, value]) => namesOf(key, value));
        const { message } = /** @type {Error} */ (error);
        const isNamed =
          (field !== '' && [field, ...inside, ...gone].some((one) => message.includes(one))) ||
          LEFT_OUT.test(message);
        if (error instanceof HeadwiseError && isNamed) replayed.refused++;
        else failures.push(`${what}: ${message}`);
      }
    }
  }
  return { ...replayed, fields: fields.size, failures };
}

/** The rows of the README's table. @param {readonly Replayed[]} all */
export function rowsOf(all) {
  const sum = (/** @type {'changes' | 'equal' | 'refused'} */ name) =>
    all.reduce((total, one) => total + one[name], 0);
  return [
    ...all.map(({ family, fields, changes, equal, refused }) =>
      [family, fields, changes, equal, refused].join(' | '),
    ),
    ['all', '', sum('changes'), sum('equal'), sum('refused')].join(' | '),
  ];
}
