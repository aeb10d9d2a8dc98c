// The heads that a family's models end with, and which of them a file has: the one that transformers would make of the class
// in config.json's `architectures`. Without that, the tensors decide.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import type { Activation, Description, Head, HeadStep, Linear, Norm, Tie } from '../description.ts';
import type { Reading } from './graph.ts';

/** The bias of a head for words has two names, which a file may hold both. */
export const WORD_BIAS = /^(cls\.predictions|predictions|lm_head)\.(decoder\.)?bias$/;

/** A head that a family's models may have. */
export interface Choice {
  /** ends of the classes' names */
  tasks: readonly string[];
  kind: Head['kind'];
  steps: readonly HeadStep[];
  /** tensors that tell it from the others */
  marks: readonly string[];
  names?: readonly string[];
}

/** Ends of names of classes that say the same. */
const SAME: Record<string, string> = {
  LMHeadModel: 'CausalLM',
  DoubleHeadsModel: 'CausalLM',
  MTModel: 'CausalLM',
  ConditionalGeneration: 'CausalLM',
};

export function linear(name: string, bias: boolean = true): Linear {
  return { weight: `${name}.weight`, bias: bias ? `${name}.bias` : null };
}

export function layerNorm(name: string, epsilon: number, bias: boolean = true): Norm {
  return { form: 'layer', gain: `${name}.weight`, shift: bias ? `${name}.bias` : null, epsilon };
}

/**
 * @param choices of the family; where several fit a file, the first
 * @param has whether the file has a tensor, by its canonical name
 */
export function headOf(
  { values }: Reading,
  choices: readonly Choice[],
  has: (name: string) => boolean,
): Pick<Description, 'head' | 'headless'> {
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

/** The class of transformers that a model is. */
export function classOf({ architectures }: Reading['values']): string | null {
  if (architectures === undefined || architectures === null) return null;
  if (!Array.isArray(architectures) || typeof architectures[0] === 'number') {
    const text = `config.json: architectures: expected a list of names, got ${describe(architectures)}`;
    throw new HeadwiseError('format', text);
  }
  const [name] = architectures;
  return typeof name === 'string' ? name : null;
}

/**
 * @param name of a class
 * @returns '': a model without a head
 */
function taskOf(name: string): string {
  const end = /(LMHead|DoubleHeads|MT)Model$/.exec(name)?.[0] ?? /For([A-Z]\w*)$/.exec(name)?.[1];
  if (end) return SAME[end] ?? end;
  return name.endsWith('Model') ? '' : name;
}

/**
 * Names that share a tensor, as transformers ties them.
 *
 * @param usually what the family's configs mean that do not say it
 */
export function tied(
  { tie_word_embeddings: said }: Reading['values'],
  usually: boolean | 'always',
  ties: readonly Tie[],
) {
  return (said === undefined || usually === 'always' ? usually : said) ? ties : [];
}

/** BERT's head for words: a map, an activation, a norm, and a map that is the embedding's. */
export function words(activation: Activation, epsilon: number, isPretraining = false): Choice {
  return {
    tasks: ['MaskedLM', 'CausalLM', ...(isPretraining ? ['PreTraining'] : [])],
    kind: 'tokens',
    marks: ['head.dense.weight', 'head.norm.weight'],
    steps: [
      { linear: linear('head.dense') },
      { activation },
      { norm: layerNorm('head.norm', epsilon) },
      { linear: linear('output') },
    ],
  };
}

/** The classes of a text by its first token: a map, an activation, and a map to the classes. */
export function classes(activation: Activation, dense = 'pooler', out = 'classes'): Choice {
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

/** The labels of each token, by one map. */
export const labels: Choice = {
  tasks: ['TokenClassification'],
  kind: 'labels',
  marks: ['labels.weight', 'labels.bias'],
  steps: [{ linear: linear('labels') }],
};

/**
 * The heads of a decoder: the labels of each token; the classes of a text by its last token; the next token.
 *
 * @param how.bias of the next token
 * @param how.hasLabels whether the family has models for labels
 * @param how.padding the token that a config means that names none
 * @param how.first steps before all of them
 * @param how.last steps behind the next token's
 */
export function decoderHeads(
  { pad_token_id: said }: Reading['values'],
  how: {
    bias?: boolean;
    hasLabels?: boolean;
    padding?: number | null;
    first?: readonly HeadStep[];
    last?: readonly HeadStep[];
  } = {},
): Choice[] {
  const { bias = false, hasLabels = true, padding = null, first = [], last = [] } = how;
  const id = said === undefined ? padding : said;
  const all: Choice[] = [
    ...(hasLabels ? [labels] : []),
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
      steps: [{ linear: linear('output', bias) }, ...last],
    },
  ];
  return all.map((one) => ({ ...one, steps: [...first, ...one.steps] }));
}

/**
 * The classes of a text that a decoder reads again, by its end.
 *
 * @param end the token that a config means that names none
 */
export function classesAtEnd({ eos_token_id: said }: Reading['values'], end: number): Choice {
  const id = said === undefined ? end : said;
  const { steps, ...choice } = classes('tanh');
  return { ...choice, steps: [{ row: 'end', id }, ...steps.slice(1)] };
}
