// The calls about contacts between the page and the worker of a model.

import type { PlainTensor } from 'headwise';
import type { ContactTerms } from 'headwise/models';
import type { OnProgress } from '../worker-messages.ts';

/** Two residues, counted from 0. */
export type Pair = readonly [residue: number, other: number];

/** A head's part in the logit of a pair: `weight * (both - expected)`. */
export interface HeadOfPair extends ContactTerms {
  layer: number;
  head: number;
  weight: number;
  value: number;
}

/** The logit of a pair as a sum. */
export interface PairSum {
  logit: number;
  bias: number;
  /** layer by layer */
  heads: HeadOfPair[];
}

export interface ContactsCalls {
  /** (residues, residues), probabilities */
  contactsMap: { question: void; answer: PlainTensor };
  contactsPair: { question: Pair; answer: PairSum };
}

export type ContactsAnswers = {
  [N in keyof ContactsCalls]: (
    given: ContactsCalls[N]['question'],
    onProgress: OnProgress,
  ) => Promise<ContactsCalls[N]['answer']>;
};
