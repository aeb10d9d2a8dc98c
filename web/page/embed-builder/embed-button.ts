// The button that loads and opens the Embed dialog.

import { createRoot, html } from '../../ui/template.ts';
import { loadOnce } from '../load-once.ts';
import type { Lab } from '../../elements/lab/lab.ts';
import type { Messages } from '../../words/en/lab.ts';

export function createEmbedButton(lab: Lab, language: string, messages: Messages) {
  const load = loadOnce(lab, messages, async () => {
    const [{ createBuilder }, { lessonNames }] = await Promise.all([
      import('./embed-builder.ts'),
      import('../lessons.ts'),
    ]);
    return createBuilder({
      language,
      lessons: await lessonNames(language),
      getState: lab.getState,
      version: async () => (await lab.engine()).backend.version,
    });
  });

  return createRoot(
    html`<button type="button" aria-haspopup="dialog" @click=${async () => (await load())?.open()}>
      ${messages.embedOpen}
    </button>`,
  ).element;
}
