// The button that loads and opens the Embed dialog.

import { fillText, h } from '../../elements/shared/dom.ts';
import { messageOf } from '../../elements/shared/errors.ts';
import { iconAndWords, TAG } from '../icon-label.ts';
import { lessonNames } from '../lessons.ts';
import type { Lab } from '../../elements/lab/lab.ts';
import type { Messages } from '../../elements/messages/en.ts';

export function createEmbedButton(lab: Lab, language: string, messages: Messages) {
  let builder: ReturnType<typeof import('./embed-builder.ts').createBuilder> | null = null;

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
