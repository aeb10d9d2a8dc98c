// Computes the lab's answer in a scene without a browser, with the grammar model.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { load } from 'headwise';
import { readModel } from 'headwise/training';
import { answerQuestion } from '../../../web/elements/lab/answer/answer.ts';
import { createLayers } from '../../../web/elements/lab/answer/computation.ts';
import { questionOf } from '../../../web/elements/lab/answer/question.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { tokenizeState } from '../../../web/elements/lab/answer/tokenize-state.ts';
import { changeState, DEFAULT_STATE, EXAMPLE } from '../../../web/elements/lab/state/state.ts';
import { createTrainedSource } from '../../../web/elements/models/trained-source.ts';
import { lessons, stateOfScene } from '../../../web/lessons/lessons.ts';

export async function startLab() {
  /** @type {any} */
  const engine = await load();
  const file = await readFile(new URL('../../../web/models/grammar.safetensors', import.meta.url));
  const { config, vocab, state, about } = readModel(file);
  const about_ = { roles: JSON.parse(about.roles), measured: Number(about.measured) };
  const kinds = { of: vocab.map(() => 'x').join(''), after: { x: 'x' } };
  const whole = { name: 'grammar', config, vocab, kinds, ...about_, example: EXAMPLE };
  const grammar = createTrainedSource(whole, async () => state);
  const sources = [grammar, untrained];
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
      return { ...answer, state: now, words: question.queries.map(({ piece }) => piece) };
    },
    close: () => engine.dispose(),
  };
}
