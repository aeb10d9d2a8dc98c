// The heads of a family's models, and the choice of one for a file: the head of the class that config.json's `architectures`
// names. Without that field, the tensors decide.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import type { Activation, Description, Head, HeadStep, Linear, Norm, Tie } from '../description.ts';
import type { Reading } from './graph.ts';

/** Names of the bias of a head for words; a file may have it under two of them. */
export const WORD_BIAS = /^(cls\.predictions|predictions|lm_head)\.(decoder\.)?bias$/;

/** A head that a family's models may have. */
export interface Choice {
  /** ends of the classes' names */
  tasks: readonly string[];
  kind: Head['kind'];
  steps: readonly HeadStep[];
  /** tensors that only this head has */
  marks: readonly string[];
  names?: readonly string[];
}

/** Ends of classes' names, by their synonyms. */
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
 * Chooses a file's head.
 *
 * @param choices the family's heads; if several fit, the first is chosen
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

/** The name of a model's class in transformers. */
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
 * The task of a class, from its name.
 *
 * @returns '': a model without a head
 */
function taskOf(name: string): string {
  const end = /(LMHead|DoubleHeads|MT)Model$/.exec(name)?.[0] ?? /For([A-Z]\w*)$/.exec(name)?.[1];
  if (end) return SAME[end] ?? end;
  return name.endsWith('Model') ? '' : name;
}

/**
 * The pairs of names that share a tensor, by transformers' rules.
 *
 * @param usually the family's default of tie_word_embeddings
 */
export function tied(
  { tie_word_embeddings: said }: Reading['values'],
  usually: boolean | 'always',
  ties: readonly Tie[],
) {
  return (said === undefined || usually === 'always' ? usually : said) ? ties : [];
}

/** BERT's head for words: a linear map, an activation, a norm, and the embedding's table as a linear map. */
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

/** The classes of a text from its first token: a linear map, an activation, and a linear map to the classes. */
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

/** The labels of each token, by one linear map. */
export const labels: Choice = {
  tasks: ['TokenClassification'],
  kind: 'labels',
  marks: ['labels.weight', 'labels.bias'],
  steps: [{ linear: linear('labels') }],
};

/**
 * The heads of a decoder: the labels of each token; the classes of a text by its last token; the next token.
 *
 * @param how.bias whether the head for the next token has a bias
 * @param how.hasLabels whether the family has models for labels
 * @param how.padding the default of pad_token_id
 * @param how.first steps before every head
 * @param how.last steps after the head for the next token
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
 * The classes of a text, from the decoder's row at the end of the encoder's text.
 *
 * @param end the default of eos_token_id
 */
export function classesAtEnd({ eos_token_id: said }: Reading['values'], end: number): Choice {
  const id = said === undefined ? end : said;
  const { steps, ...choice } = classes('tanh');
  return { ...choice, steps: [{ row: 'end', id }, ...steps.slice(1)] };
}
