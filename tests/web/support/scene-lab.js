// Computes the lab's answer in a scene without a browser, with the trained models.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before } from 'node:test';
import { load } from 'headwise';
import { readModel } from 'headwise/training';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { changeState, DEFAULT_STATE, EXAMPLE } from '../../../web/elements/lab/state/state.ts';
import { englishSource } from '../../../web/elements/models/english.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';

/** Sentences that a learner may type. */
export const TYPED = Object.freeze([
  'The animal did not cross the street because it was too tired',
  'My sister never eats breakfast before school.',
  'Once upon a time there was a girl who lived near the sea',
  'I love pizza',
  'We went to the market and bought three red apples.',
  'Why is the sky blue?',
  'He said that she would come tomorrow',
  'Dogs bark at night when the moon is full',
  'Attention is all you need',
  'the cat and the dog and the bird',
]);

/** The lab of a test file: started before its tests, closed after them. */
export function useLab() {
  /** @type {Awaited<ReturnType<typeof startLab>>} */
  let lab;
  before(async () => {
    lab = await startLab();
  });
  after(() => lab?.close());
  return {
    get engine() {
      return lab.engine;
    },
    get grammar() {
      return lab.grammar;
    },
    /** @type {typeof lab.answerOf} */
    answerOf: (...asked) => lab.answerOf(...asked),
  };
}

async function startLab() {
  /** @type {any} */
  const engine = await load();
  const file = await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url));
  const { config, vocab, state, about } = readModel(file);
  const about_ = { roles: JSON.parse(about.roles), measured: Number(about.measured) };
  const kinds = { of: vocab.map(() => 'x').join(''), after: { x: 'x' } };
  const whole = { name: 'grammar', config, vocab, kinds, ...about_, example: EXAMPLE };
  const grammar = createTrainedSource(whole, async () => state);
  const words = await readFile(new URL('../../../web/models/english.safetensors', import.meta.url));
  const sources = [grammar, englishSource(words), untrained];
  return {
    engine,
    grammar,
    /**
     * @param {string} id of the lesson
     * @param {number} scene
     * @param {Record<string, any>} [change] what a learner has changed
     * @returns {Promise<any>}
     */
    async answerOf(id, scene, change = {}) {
      const lesson = lessons.find((one) => one.id === id);
      assert.ok(lesson);
      const whole = /** @type {any} */ ({ ...stateOfScene(lesson, scene), ...change });
      const now = changeState(DEFAULT_STATE, whole);
      const question = questionOf(now, tokenizeState(sources, now));
      assert.ok(question);
      const { signal } = new AbortController();
      const answer = await answerQuestion(engine, createLayers(), question, signal, true);
      const { query: row } = now.selection;
      return { ...answer, state: now, row, words: question.queries.map(({ piece }) => piece) };
    },
    close: () => engine.dispose(),
  };
}
