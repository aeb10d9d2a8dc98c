// The calls about causes between the page and the worker of a model.

import type { PlainTensor } from 'headwise';
import type { Attribution, Part, ScoreParts } from 'headwise/models';
import type { Example } from './examples.ts';
import type { Guess, Input, OnProgress } from '../worker-messages.ts';

export type { Attribution, Part, ScoreParts };

/** The score that is explained: the logit of a word, or its difference from another word's. */
export interface Cause {
  /** null: classes of the whole text */
  position: number | null;
  /** id of the word, the label or the class */
  id: number;
  /** id of the other one; null: the logit alone */
  against: number | null;
  isClass: boolean;
}

/** A place of the stream: the input, after a layer's attention, or after the layer. */
export interface LensPlace {
  layer: number;
  at: 'in' | 'middle' | 'out';
}

/** Prediction of the model's own head at a place. */
export interface LensCell {
  guesses: Guess[];
  /** the chosen word's */
  own: { logit: number; probability: number };
}

/** Removed one at a time: every head, or every layer's attention and MLP. */
export type Taken = 'heads' | 'layers';

export interface Board {
  base: number;
  /** (layers, heads), or of layers' parts (layers, 2): the changed score less `base` */
  effects: PlainTensor;
}

/** The part of the second text that replaces one of the first. */
export type Over = 'residual' | 'attentions' | 'mlps' | 'heads' | 'patterns';

export interface Patched {
  into: number;
  from: number;
  /** (layers, positions or heads) */
  effects: PlainTensor;
  normalized: PlainTensor;
  /** tokens of the second text */
  names: string[];
}

/** Direct part of a head in the logit of a word, and its probability with and without the head. */
export type WordSums = { id: number; value: number; before: number; after: number }[];

export interface CausesCalls {
  causesStop: { question: void; answer: void };
  /** null: none of the examples works with this model */
  causesExample: { question: void; answer: Example | null };
  causesGuesses: { question: { position: number; top: number }; answer: Guess[] };
  /** answer: a token of the model, or the pieces of a word that is not one token */
  causesWord: {
    question: { text: string };
    answer: { id: number; name: string } | { pieces: string[] };
  };
  causesLens: {
    question: LensPlace & { position: number | null; id: number };
    answer: LensCell;
  };
  causesSum: { question: Cause; answer: Attribution };
  causesSweep: {
    question: { cause: Cause; by: 'zero' | 'mean'; of: Taken };
    answer: Board;
  };
  /** answer: a board, or the numbers of tokens of two texts that differ in length */
  causesPatch: {
    question: { cause: Cause; second: Input; over: Over };
    answer: Patched | { tokens: [number, number] };
  };
  causesScore: {
    question: { layer: number; head: number; query: number; key: number };
    answer: ScoreParts;
  };
  /** (heads, rows, columns) */
  causesMaps: { question: { layer: number }; answer: PlainTensor };
  causesWritten: {
    question: {
      layer: number;
      head: number;
      position: number | null;
      ids: number[];
      isClass: boolean;
    };
    answer: WordSums;
  };
}

export type CausesAnswers = {
  [N in keyof CausesCalls]: (
    given: CausesCalls[N]['question'],
    onProgress: OnProgress,
  ) => CausesCalls[N]['answer'] | Promise<CausesCalls[N]['answer']>;
};
