// Runs an item of the export menu. Figures and numbers become files; code goes to the clipboard.

import { sayText } from '../../../ui/text.ts';
import { download } from '../../../ui/download.ts';
import { writeCode } from './code.ts';
import { toCsv, toJson, toNpy } from './numbers.ts';
import { pngOf, svgOf, tikzOf } from './picture.ts';
import { codeRunOf, needsTrace } from './runs.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Framework } from './code.ts';
import type { Exported } from './menu.ts';

export type Format = 'svg' | 'png' | 'tex' | 'csv' | 'json' | 'npy' | Framework;

/** the present screen */
type Now = { frame: Frame; exported: Exported };

interface SavedFile {
  content: BlobPart;
  type: string;
}

/** @returns the outcome, in words */
export async function exportAs(
  format: Format,
  now: Now,
  messages: Messages,
  actions: Actions,
): Promise<string> {
  if (format === 'torch' || format === 'numpy' || format === 'jax') {
    const code = await codeOf(now.frame, format, actions);
    try {
      await navigator.clipboard.writeText(code);
      return messages.exportCopied;
    } catch {
      // a frame may lack permission to copy
      return save('headwise.py', { content: code, type: 'text/x-python' }, messages);
    }
  }
  return save(`${now.exported.name}.${format}`, await fileOf(now, format), messages);
}

async function fileOf(
  { frame, exported }: Now,
  format: Exclude<Format, Framework>,
): Promise<SavedFile> {
  const { fontFamily, theme } = frame.look;
  switch (format) {
    case 'svg':
      return { content: svgOf(exported.figure(), fontFamily, theme), type: 'image/svg+xml' };
    case 'tex':
      return { content: tikzOf(exported.figure(), fontFamily), type: 'text/x-tex' };
    case 'png':
      return { content: await pngOf(exported.figure(), fontFamily, theme), type: 'image/png' };
    case 'csv':
      return { content: toCsv(exported.arrays()[0]), type: 'text/csv' };
    case 'npy':
      return { content: toNpy(exported.arrays()[0]), type: 'application/octet-stream' };
    default: {
      const content = toJson(exported.name, exported.arrays(), frame.state);
      return { content, type: 'application/json' };
    }
  }
}

/** A program that computes the frame's numbers. */
async function codeOf(
  { answer, blend, state, selection }: Frame,
  framework: Framework,
  actions: Actions,
) {
  if (!answer) throw new TypeError('frame: expected one with an answer');
  // the view of contributions has every step, and so everything that determines the answer
  const whole = needsTrace(answer) ? await actions.compute({ view: 'contributions' }) : answer;
  const other = blend?.other ?? null;
  return writeCode(
    codeRunOf(whole),
    {
      mix: blend?.kind === 'mix' ? blend.weights : null,
      compareHead: blend?.kind === 'head' ? blend.head : null,
      compareRun: other && codeRunOf(other),
      selection: { head: selection.head, query: state.selection.query },
    },
    framework,
  );
}

function save(name: string, { content, type }: SavedFile, messages: Messages) {
  download(name, [content], type);
  return sayText(messages.exportSaved, { name });
}
