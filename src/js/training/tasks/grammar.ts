// Task: proofread sentences of a small English grammar. Some words are wrong, and the model predicts the right word at each
// position: a noun agrees with its determiner, a verb with its subject, which may be far away behind other nouns, a pronoun
// with its antecedent, and no word is repeated. Every target depends on one earlier word, which a head must attend to.

import { optionNames, readOptions, toInteger } from '../../arguments/options.ts';
import { Random } from '../random.ts';
import {
  ADJECTIVES,
  ADVERBS,
  COMMA,
  CONJUNCTIONS,
  DETERMINERS,
  MODALS,
  NOUNS,
  OPENINGS,
  PADDING,
  PLACES,
  PREPOSITIONS,
  PRONOUNS,
  STOP,
  TWICE,
  VERBS,
  VOCABULARY,
} from './grammar-words.ts';
import { collect, toStep } from './sequence.ts';
import type { Example, Task, TaskBatch } from './sequence.ts';
import type { Person } from './grammar-words.ts';

/** A verb with its subject, a noun with its determiner, a pronoun with the noun that it means. */
export type RelationName = 'verbToSubject' | 'nounToDeterminer' | 'pronounToAntecedent';

/** A relation between two words of a sentence, by their positions. Relations serve to analyse heads; training does not use them. */
export interface Relation {
  name: RelationName;
  from: number;
  to: number;
}

/** A batch of sentences with annotations. */
export interface AnnotatedBatch extends TaskBatch {
  /** (B): the number of words of each sentence, without padding */
  lengths: number[];
  /** (B): the relations in each sentence */
  relations: Relation[][];
}

/** The task of correcting sentences. */
export interface GrammarTask extends Omit<Task, 'batch' | 'heldOut'> {
  batch: (seed: number, step: number) => AnnotatedBatch;
  /** Held-out sentences; without mistakes unless `mistakes` is given. */
  heldOut: (count?: number, mistakes?: number) => AnnotatedBatch;
}

interface Sentence {
  /** the right words */
  words: string[];
  /** for every word that must agree: all its forms, itself included */
  choices: (readonly string[] | undefined)[];
  relations: Relation[];
}

/** The length of the longest sentence. */
const LENGTH = 29;

/** The number of first batches with simple sentences only: from them heads learn their roles. */
export const SIMPLE_BATCHES = 2500;

const OPTIONS = optionNames('batchSize', 'mistakes');
const TOKENS = new Map(VOCABULARY.map((word, token) => [word, token]));
const HELD_OUT = 0xffffffff;

/**
 * The targets are the corrected words, at their own positions; nextToken is the task of next words.
 *
 * The first 2,500 batches have simple sentences: only determiners of places determine a number, and a modal verb follows the
 * pronoun. Later batches and held-out sentences have every determiner, plain verbs after pronouns, and sentences without one.
 *
 * @param options mistakes: percentage of agreeing words that are made wrong, and of sentences with a repeated word; default 50.
 *   Batches of 32 by default
 *
 * @example
 * const task = grammar();
 * const { tokens, relations } = task.heldOut(1);
 * Array.from(tokens.data, (token) => task.vocab[token]).join(' '); // your young young boy sleeps while he must sing . ...
 */
export function grammar(options?: { batchSize?: number; mistakes?: number }): GrammarTask {
  const given = readOptions(options, 'options', OPTIONS);
  const batchSize =
    given.batchSize === undefined ? 32 : toInteger(given.batchSize, 'batchSize', 1, 65536);
  const mistakes =
    given.mistakes === undefined ? 50 : toInteger(given.mistakes, 'mistakes', 0, 100);
  return Object.freeze({
    name: 'grammar',
    description: 'Proofread: say at every word what it should be.',
    vocab: VOCABULARY,
    vocabSize: VOCABULARY.length,
    contextLen: LENGTH,
    causal: true,
    batch(seed: number, step: number) {
      const [from, at] = [toInteger(seed, 'seed', 0), toStep(step)];
      return annotate(batchSize, (index) => {
        const random = new Random(from, at, index);
        return { sentence: draw(random, false, at < SIMPLE_BATCHES), random, mistakes };
      });
    },
    heldOut(count = 64, mistakes = 0) {
      const most = toInteger(mistakes, 'mistakes', 0, 100);
      return annotate(toInteger(count, 'count', 1, 65536), (index) => {
        const random = new Random(0, HELD_OUT, index);
        return { sentence: draw(random, true, false), random, mistakes: most };
      });
    },
  });
}

function annotate(
  size: number,
  make: (index: number) => { sentence: Sentence; random: Random; mistakes: number },
): AnnotatedBatch {
  const lengths: number[] = [];
  const relations: Relation[][] = [];
  const batch = collect(size, LENGTH, (index) => {
    const { sentence, random, mistakes } = make(index);
    const doubled = random.below(100) < mistakes ? random.below(sentence.words.length) : Infinity;
    const placeOf = (word: number) => (word > doubled ? word + 1 : word);
    lengths.push(placeOf(sentence.words.length));
    relations.push(
      sentence.relations.map(({ name, from, to }) => ({
        name,
        from: placeOf(from),
        to: placeOf(to),
      })),
    );
    return toExample(sentence, random, mistakes, doubled);
  });
  return { ...batch, lengths, relations };
}

/**
 * @param mistakes of 100
 * @param doubled index of the repeated word
 */
function toExample(
  { words, choices }: Sentence,
  random: Random,
  mistakes: number,
  doubled: number,
): Example {
  const tokens: number[] = [];
  const targets: number[] = [];
  words.forEach((word, i) => {
    const others = (choices[i] ?? []).filter((choice) => choice !== word);
    const wrong = others.length > 0 && random.below(100) < mistakes;
    tokens.push(tokenOf(wrong ? random.of(others) : word));
    targets.push(tokenOf(word));
    if (i !== doubled) return;
    tokens.push(tokens[tokens.length - 1]);
    targets.push(tokenOf(TWICE));
  });
  const length = tokens.length;
  while (tokens.length < LENGTH) tokens.push(tokenOf(PADDING));
  return { tokens, targets, counts: tokens.map((_, i) => i < length) };
}

function tokenOf(word: string) {
  return TOKENS.get(word) as number;
}

/**
 * Draws a sentence for training or for the held-out set: one in eight is held out, by a hash of the sentence.
 */
function draw(random: Random, heldOut: boolean, isSimple: boolean): Sentence {
  for (;;) {
    const sentence = new Writer(random, isSimple).write();
    let sum = 0;
    for (const word of sentence.words) sum = (sum * 31 + tokenOf(word)) % 65521;
    if ((sum % 8 === 0) === heldOut) return sentence;
  }
}

/** Writes one sentence, word by word. */
class Writer {
  #random;
  #isSimple;
  #sentence: Sentence = { words: [], choices: [], relations: [] };

  constructor(random: Random, isSimple: boolean) {
    this.#random = random;
    this.#isSimple = isSimple;
  }

  write(): Sentence {
    const random = this.#random;
    if (random.below(2) === 0) this.#opening();
    const subject = this.#someone();
    if (random.below(2) === 0) this.#place();
    const transitive = random.below(2) === 0;
    this.#verb(subject, transitive ? 'with' : 'alone');
    let object = null;
    if (transitive) object = this.#someone(subject.person);
    if (random.below(3) === 0) this.#place();
    if (this.#isVaried(8)) {
      this.#word(STOP);
      return this.#sentence;
    }
    this.#word(random.of([STOP, ...CONJUNCTIONS]));
    this.#pronoun(subject, 0);
    const kind = object === null ? 'alone' : 'with';
    if (this.#isVaried(8)) this.#verb(subject, kind);
    else {
      this.#word(random.of(MODALS));
      this.#word(random.of(VERBS[kind])[1]);
    }
    if (object !== null) this.#pronoun(object, 1);
    this.#word(STOP);
    return this.#sentence;
  }

  /** Whether the sentence differs here from simple sentences. @param count one in so many does */
  #isVaried(count: number) {
    return !this.#isSimple && this.#random.below(count) === 0;
  }

  /** @returns its index */
  #word(word: string, choices?: readonly string[]): number {
    this.#sentence.words.push(word);
    this.#sentence.choices.push(choices);
    return this.#sentence.words.length - 1;
  }

  #relate(name: RelationName, from: number, to: number) {
    this.#sentence.relations.push({ name, from, to });
  }

  /** Writes a noun with its determiner and adjectives. */
  #noun(nouns: readonly (readonly string[])[], many: boolean, kind: keyof typeof DETERMINERS) {
    const random = this.#random;
    const determiner = this.#word(random.of(DETERMINERS[kind]));
    for (let left = random.below(3); left > 0; left--) this.#word(random.of(ADJECTIVES));
    const noun = random.of(nouns);
    // If the determiner does not determine the number, no other form of the noun is wrong.
    const at = this.#word(noun[many ? 1 : 0], kind === 'any' ? undefined : noun);
    if (kind !== 'any') this.#relate('nounToDeterminer', at, determiner);
    return at;
  }

  /** @param other person to avoid, as a pronoun could not distinguish the two */
  #someone(other?: Person): { at: number; person: Person } {
    const people = ['he', 'she', 'it', 'they'] as Person[];
    const person = this.#random.of(people.filter((one) => one !== other));
    const kind = person === 'they' ? this.#random.of(['he', 'she', 'it']) : person;
    const nouns = NOUNS[kind as keyof typeof NOUNS];
    const many = person === 'they';
    return { at: this.#noun(nouns, many, this.#isVaried(4) ? numberOf(many) : 'any'), person };
  }

  /** Writes an optional opening, so that no word is at the same position in every sentence. */
  #opening() {
    this.#word(this.#random.of(OPENINGS));
    if (this.#random.below(2) === 0) this.#word(COMMA);
  }

  #place() {
    this.#word(this.#random.of(PREPOSITIONS));
    const many = this.#random.below(2) === 0;
    this.#noun(PLACES, many, this.#isVaried(4) ? 'any' : numberOf(many));
  }

  #verb({ at, person }: { at: number; person: Person }, kind: 'alone' | 'with') {
    if (this.#random.below(3) === 0) this.#word(this.#random.of(ADVERBS));
    const verb = this.#random.of(VERBS[kind]);
    const place = this.#word(verb[person === 'they' ? 1 : 0], verb);
    this.#relate('verbToSubject', place, at);
  }

  /** @param form 0 as the subject, 1 as the object */
  #pronoun({ at, person }: { at: number; person: Person }, form: number) {
    const choices = Object.values(PRONOUNS).map((forms) => forms[form]);
    const place = this.#word(PRONOUNS[person][form], choices);
    this.#relate('pronounToAntecedent', place, at);
  }
}

const numberOf = (many: boolean) => (many ? 'many' : 'one');
