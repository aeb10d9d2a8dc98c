// Saves the model as a file, at the inspected step.

import { writeModel } from 'headwise/training';
import { download } from '../../../ui/download.ts';
import { fillText, h, quoteEngine, setText } from '../../../ui/dom.ts';
import { messageOf } from '../../../ui/errors.ts';
import { stateAt } from './fingerprint.ts';
import type { Runner } from '../run-pool.ts';
import type { Words } from '../../../words/en/training.ts';

/** @param step a saved step, or the present one */
export async function fileAt(runner: Runner, step: number) {
  const { task, config, shown } = runner.learner.plan;
  const state = await stateAt(runner, step);
  const example = JSON.stringify([...shown.tokens]); // "Open a model" shows it at first
  const about = { task: task.name, step: String(step), example };
  const bytes = writeModel({ config, state, vocab: [...task.vocab], about });
  return { name: `${task.name}-${step}.safetensors`, bytes };
}

export function createSave(
  words: Words['save'],
  fileOf: (step: number) => ReturnType<typeof fileAt>,
) {
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
    /** @param next the inspected step */
    update(next: number) {
      if (next !== step) setText(said, '');
      step = next;
    },
  };
}
