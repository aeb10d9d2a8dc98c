// The button that loads and opens the Embed dialog.

import { messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { Lab } from '../../elements/lab/lab.ts';
import type { Messages } from '../../words/en/lab.ts';

export function createEmbedButton(lab: Lab, language: string, messages: Messages) {
  /** of the dialog, made once */
  let making: ReturnType<typeof import('./embed-builder.ts').createBuilder> | null = null;

  async function open() {
    try {
      const [{ createBuilder }, { lessonNames }] = await Promise.all([
        import('./embed-builder.ts'),
        import('../lessons.ts'),
      ]);
      making ??= lessonNames(language).then((lessons) =>
        createBuilder({
          language,
          lessons,
          getState: lab.getState,
          version: async () => (await lab.engine()).backend.version,
        }),
      );
      (await making).open();
    } catch (error) {
      lab.remark(sayText(messages.exportFailed, { detail: messageOf(error) }));
    }
  }

  return createRoot(
    html`<button type="button" aria-haspopup="dialog" @click=${open}>
      ${messages.embedOpen}
    </button>`,
  ).element;
}
