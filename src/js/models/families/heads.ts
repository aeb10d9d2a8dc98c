// The heads that a family's models end with, and which of them a file has: the one that transformers would make of the class
// in config.json's `architectures`. Without that, the tensors decide.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { linear } from './common.ts';
import type { Activation, Description, Head, HeadStep, Linear, Ref, Tie } from '../description.ts';
import type { Reading } from './common.ts';

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

/** @param choices of the family; where several fit a file, the first */
export function headOf(
  { values, has }: Reading,
  choices: readonly Choice[],
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
  usually: boolean,
  ...ties: Tie[]
) {
  return (said === undefined ? usually : said) ? ties : [];
}

/**
 * BERT's head for words, by whatever names: a map, an activation, a norm, and a map that is the embedding's.
 */
export function words(
  {
    dense,
    norm,
    decoder,
  }: {
    dense: string;
    norm: string;
    decoder: Linear;
  },
  activation: Activation,
  epsilon: number,
): Choice {
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

/** The classes of a text by its first token: a map, an activation, and a map to the classes. */
export function classes(dense: string, activation: Activation, out: string): Choice {
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
export function labels(out: string): Choice {
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
 * @param how.bias of the next token
 * @param how.next the map to it
 * @param how.label the map to labels; null: the family has no such models
 * @param how.padding the token that a config means that names none
 * @param how.first steps before all of them
 * @param how.last steps behind the next token's
 */
export function decoderHeads(
  { pad_token_id: said }: Reading['values'],
  how: {
    bias?: Ref;
    next?: string;
    label?: string | null;
    padding?: number | null;
    first?: readonly HeadStep[];
    last?: readonly HeadStep[];
  },
): Choice[] {
  const {
    bias = null,
    next = 'lm_head',
    label = 'score',
    padding = null,
    first = [],
    last = [],
  } = how;
  const id = said === undefined ? padding : said;
  const all: Choice[] = [
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
 * @param end the token that a config means that names none
 */
export function classesAtEnd({ eos_token_id: said }: Reading['values'], end: number): Choice {
  const id = said === undefined ? end : said;
  const at = 'classification_head';
  const { steps, ...choice } = classes(`${at}.dense`, 'tanh', `${at}.out_proj`);
  return { ...choice, steps: [{ row: 'end', id }, ...steps.slice(1)] };
}
