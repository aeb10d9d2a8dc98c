// The button that loads and opens the Embed dialog.

import { fillText, h } from '../../elements/shared/dom.js';
import { messageOf } from '../../elements/shared/errors.js';
import { iconAndWords, TAG } from '../icon-label.js';
import { lessonNames } from '../lessons.js';

/**
 * @param {import('../../elements/lab/lab.js').Lab} lab
 * @param {string} language
 * @param {import('../../elements/messages/en.js').Messages} messages
 */
export function createEmbedButton(lab, language, messages) {
  /** @type {ReturnType<typeof import('./embed-builder.js').createBuilder> | null} */
  let builder = null;

  async function open() {
    try {
      const { createBuilder } = await import('./embed-builder.js');
      builder ??= createBuilder({
        language,
        lessons: lessonNames(language),
        getState: lab.getState,
        version: async () => (await lab.engine()).backend.version,
      });
      builder.open();
    } catch (error) {
      lab.remark(fillText(messages.exportFailed, { detail: messageOf(error) }));
    }
  }

  return h(
    'button',
    { type: 'button', 'aria-haspopup': 'dialog', onclick: open },
    ...iconAndWords(TAG, messages.embedOpen),
  );
}
