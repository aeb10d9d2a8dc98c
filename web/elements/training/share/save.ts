// Saves the model as a file, at the inspected step.

import { writeModel } from 'headwise/training';
import { button } from '../../../ui/controls.ts';
import { download } from '../../../ui/download.ts';
import { messageOf } from '../../../ui/errors.ts';
import { html } from '../../../ui/template.ts';
import { quoteEngine, sayText } from '../../../ui/text.ts';
import { stateAt } from './fingerprint.ts';
import type { Child } from '../../../ui/template.ts';
import type { Runner } from '../run-pool.ts';
import type { Words } from '../../../words/en/training.ts';

/** Asks the page around the lab to open the file in its `detail` as a model. */
export const OPEN_MODEL = 'headwise-open-model';

/** @param step a saved step, or the present one */
export async function fileAt(runner: Runner, step: number) {
  const { task, config, shown } = runner.learner.plan;
  const state = await stateAt(runner, step);
  const example = JSON.stringify([...shown.tokens]); // "Open a model" shows it at first
  const about = { task: task.name, step: String(step), example };
  const bytes = writeModel({ config, state, vocab: [...task.vocab], about });
  return { name: `${task.name}-${step}.safetensors`, bytes };
}

/** Saves a file; returns the message about it. */
export async function save(
  words: Words['save'],
  fileOf: () => ReturnType<typeof fileAt>,
): Promise<Child> {
  try {
    const { name, bytes } = await fileOf();
    download(name, [bytes], 'application/octet-stream');
    return sayText(words.saved, { name });
  } catch (error) {
    return quoteEngine(words.failed, messageOf(error));
  }
}

export function savePart(words: Words['save'], message: Child, hidden: boolean, press: () => void) {
  return html`<div class="hand-out" hidden=${hidden}>
    <h3>${words.title}</h3>
    <p>${words.about}</p>
    <div class="hand-out-ways">
      ${button(words.button, press, { look: 'second', classes: 'medium' })}
    </div>
    <span role="status">${message}</span>
  </div>`;
}
