// Saves the model as a file, at the inspected step.

import { writeModel } from 'headwise/training';
import { download } from '../../shared/download.js';
import { fillText, h, quoteEngine, setText } from '../../shared/dom.js';
import { messageOf } from '../../shared/errors.js';
import { stateAt } from './mark.js';

/**
 * @param {import('../runners.js').Runner} runner
 * @param {number} step that is kept, or the present one
 */
export async function fileAt(runner, step) {
  const { task, config, shown } = runner.learner.plan;
  const state = await stateAt(runner, step);
  const example = JSON.stringify([...shown.tokens]); // which "Open a model" begins with
  const about = { task: task.name, step: String(step), example };
  const bytes = writeModel({ config, state, vocab: [...task.vocab], about });
  return { name: `${task.name}-${step}.safetensors`, bytes };
}

/**
 * @param {import('../messages/en.js').Words['save']} words
 * @param {(step: number) => ReturnType<typeof fileAt>} fileOf
 */
export function createSave(words, fileOf) {
  const said = h('span', { role: 'status' });
  let step = 0;
  async function save() {
    try {
      const { name, bytes } = await fileOf(step);
      download(name, [bytes], 'application/octet-stream');
      setText(said, fillText(words.saved, { name }));
    } catch (error) {
      quoteEngine(said, words.failed, messageOf(error));
    }
  }
  const button = h('button', { type: 'button', onclick: () => void save() }, words.button);
  const element = h(
    'div',
    { class: 'hand-out' },
    h('h3', null, words.title),
    h('p', null, words.about),
    h('div', { class: 'hand-out-ways' }, button),
    said,
  );
  return {
    element,
    /** @param {number} next the step that is looked at */
    update(next) {
      if (next !== step) setText(said, '');
      step = next;
    },
  };
}
