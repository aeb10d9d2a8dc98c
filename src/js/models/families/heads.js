// The heads that a family's models end with, and which of them a file has: the one that transformers would make of the class
// in config.json's `architectures`. Without that, the tensors decide.

import { describe, HeadwiseError } from '../../arguments/errors.js';
import { linear } from './common.js';

/** @import { Activation, Description, Head, HeadStep, Linear, Ref, Tie } from '../description.js' */
/** @import { Reading } from './common.js' */

/**
 * A head that a family's models may have.
 *
 * @typedef {object} Choice
 * @property {readonly string[]} tasks ends of the classes' names
 * @property {Head['kind']} kind
 * @property {readonly HeadStep[]} steps
 * @property {readonly string[]} marks tensors that tell it from the others
 * @property {readonly string[]} [names]
 */

/** Ends of names of classes that say the same. @type {Record<string, string>} */
const SAME = {
  LMHeadModel: 'CausalLM',
  DoubleHeadsModel: 'CausalLM',
  MTModel: 'CausalLM',
  ConditionalGeneration: 'CausalLM',
};

/**
 * @param {Reading} reading
 * @param {readonly Choice[]} choices of the family; where several fit a file, the first
 * @returns {Pick<Description, 'head' | 'headless'>}
 */
export function headOf({ values, has }, choices) {
  const name = classOf(values);
  if (name !== null) {
    const task = taskOf(name);
    const chosen = choices.find(({ tasks }) => tasks.includes(task));
    if (chosen) return { head: chosen };
    return {
      head: null,
      headless: task ? `that of ${name} is not known here` : `${name} has none`,
    };
  }
  const fitting = choices.filter(({ marks }) => marks.every(has));
  const alike = fitting.filter(({ marks }) => String(marks) === String(fitting[0].marks));
  if (alike.length < 2) return { head: fitting[0] ?? null };
  const [one, other] = alike.map(({ tasks }) => tasks[0]);
  const headless = `without architectures in config.json, it may be one for ${one} or ${other}`;
  return { head: null, headless };
}

/** The class of transformers that a model is. @param {Reading['values']} values @returns {string | null} */
export function classOf({ architectures }) {
  if (architectures === undefined || architectures === null) return null;
  if (!Array.isArray(architectures) || typeof architectures[0] === 'number') {
    const text = `config.json: architectures: expected a list of names, got ${describe(architectures)}`;
    throw new HeadwiseError('format', text);
  }
  const [name] = architectures;
  return typeof name === 'string' ? name : null;
}

/** @param {string} name of a class @returns {string} '': a model without a head */
function taskOf(name) {
  const end = /(LMHead|DoubleHeads|MT)Model$/.exec(name)?.[0] ?? /For([A-Z]\w*)$/.exec(name)?.[1];
  if (end) return SAME[end] ?? end;
  return name.endsWith('Model') ? '' : name;
}

/**
 * Names that share a tensor, as transformers ties them.
 *
 * @param {Reading['values']} values
 * @param {boolean} usually what the family's configs mean that do not say it
 * @param {...Tie} ties
 */
export function tied({ tie_word_embeddings: said }, usually, ...ties) {
  return (said === undefined ? usually : said) ? ties : [];
}

/**
 * BERT's head for words, by whatever names: a map, an activation, a norm, and a map that is the embedding's.
 *
 * @param {object} names
 * @param {string} names.dense
 * @param {string} names.norm
 * @param {Linear} names.decoder
 * @param {Activation} activation
 * @param {number} epsilon
 * @returns {Choice}
 */
export function words({ dense, norm, decoder }, activation, epsilon) {
  const gain = `${norm}.weight`;
  return {
    tasks: ['MaskedLM', 'CausalLM'],
    kind: 'tokens',
    marks: [`${dense}.weight`, gain],
    steps: [
      { linear: linear(dense) },
      { activation },
      { norm: { form: 'layer', gain, shift: `${norm}.bias`, epsilon } },
      { linear: decoder },
    ],
  };
}

/**
 * The classes of a text by its first token: a map, an activation, and a map to the classes.
 *
 * @param {string} dense
 * @param {Activation} activation
 * @param {string} out
 * @returns {Choice}
 */
export function classes(dense, activation, out) {
  return {
    tasks: ['SequenceClassification'],
    kind: 'classes',
    marks: [`${dense}.weight`, `${out}.weight`],
    steps: [
      { pool: ['first'] },
      { linear: linear(dense) },
      { activation },
      { linear: linear(out) },
    ],
  };
}

/**
 * The labels of each token, by one map.
 *
 * @param {string} out
 * @returns {Choice}
 */
export function labels(out) {
  return {
    tasks: ['TokenClassification'],
    kind: 'labels',
    marks: [`${out}.weight`, `${out}.bias`],
    steps: [{ linear: linear(out) }],
  };
}

/**
 * The heads of a decoder: the next token; the classes of a text by its last token; the labels of each token.
 *
 * @param {Reading['values']} values
 * @param {object} how
 * @param {Ref} [how.bias] of the next token
 * @param {string} [how.next] the map to it
 * @param {string | null} [how.label] the map to labels; null: the family has no such models
 * @param {number | null} [how.padding] the token that a config means that names none
 * @param {readonly HeadStep[]} [how.first] steps before all of them
 * @param {readonly HeadStep[]} [how.last] steps behind the next token's
 * @returns {Choice[]}
 */
export function decoderHeads({ pad_token_id: said }, how) {
  const {
    bias = null,
    next = 'lm_head',
    label = 'score',
    padding = null,
    first = [],
    last = [],
  } = how;
  const id = said === undefined ? padding : said;
  /** @type {Choice[]} */
  const all = [
    ...(label === null ? [] : [labels(label)]),
    {
      tasks: ['SequenceClassification'],
      kind: 'classes',
      marks: ['score.weight'],
      steps: [{ row: 'last', id }, { linear: linear('score', false) }],
    },
    {
      tasks: ['CausalLM'],
      kind: 'tokens',
      marks: [],
      steps: [{ linear: { weight: `${next}.weight`, bias } }, ...last],
    },
  ];
  return all.map((one) => ({ ...one, steps: [...first, ...one.steps] }));
}

/**
 * The classes of a text that a decoder reads again, by its end.
 *
 * @param {Reading['values']} values
 * @param {number} end the token that a config means that names none
 * @returns {Choice}
 */
export function classesAtEnd({ eos_token_id: said }, end) {
  const id = said === undefined ? end : said;
  const at = 'classification_head';
  const { steps, ...choice } = classes(`${at}.dense`, 'tanh', `${at}.out_proj`);
  return { ...choice, steps: [{ row: 'end', id }, ...steps.slice(1)] };
}
