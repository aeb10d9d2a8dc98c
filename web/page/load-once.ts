// Loads a part of the page when it is first wanted: its lessons, the room of models, the Embed dialog.

import { isMissingPart, messageOf } from '../ui/errors.ts';
import { sayText } from '../ui/text.ts';
import { startWordsOf } from '../words/languages.ts';
import type { Lab } from '../elements/lab/lab.ts';
import type { Messages } from '../words/en/lab.ts';

/**
 * A function that gives the part, loaded once. Where that fails it gives null, the lab shows why, and the next call tries again.
 */
export function loadOnce<Part>(
  lab: Pick<Lab, 'remark'>,
  messages: Messages,
  load: () => Promise<Part>,
): () => Promise<Part | null> {
  let loading: Promise<Part> | null = null;
  return async () => {
    try {
      return await (loading ??= load());
    } catch (error) {
      loading = null;
      lab.remark(
        isMissingPart(error)
          ? startWordsOf(document.documentElement.lang).part
          : sayText(messages.exportFailed, { detail: messageOf(error) }),
      );
      return null;
    }
  };
}
