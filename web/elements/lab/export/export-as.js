// Runs an item of the export menu. Figures and numbers become files; code goes to the clipboard.

import { fillText } from '../../shared/dom.js';
import { download } from '../../shared/download.js';
import { writeCode } from './code.js';
import { toCsv, toJson, toNpy } from './numbers.js';
import { pngOf, svgOf, tikzOf } from './picture.js';
import { codeRunOf, needsTrace } from './runs.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {'svg' | 'png' | 'tex' | 'csv' | 'json' | 'npy' | import('./code.js').Framework} Format
 * @typedef {{ frame: Frame, exported: import('./menu.js').Exported }} Now the present screen
 *
 * @typedef {object} SavedFile
 * @property {BlobPart} content
 * @property {string} type
 */

/**
 * @param {Format} format
 * @param {Now} now
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @returns {Promise<string>} the outcome, in words
 */
export async function exportAs(format, now, messages, actions) {
  if (format === 'torch' || format === 'numpy' || format === 'jax') {
    const code = await codeOf(now.frame, format, actions);
    try {
      await navigator.clipboard.writeText(code);
      return messages.exportCopied;
    } catch {
      // a frame may not be allowed to copy
      return save('headwise.py', { content: code, type: 'text/x-python' }, messages);
    }
  }
  return save(`${now.exported.name}.${format}`, await fileOf(now, format), messages);
}

/**
 * @param {Now} now
 * @param {Exclude<Format, import('./code.js').Framework>} format
 * @returns {Promise<SavedFile>}
 */
async function fileOf({ frame, exported }, format) {
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

/**
 * A program that computes what the frame shows.
 *
 * @param {Frame} frame
 * @param {import('./code.js').Framework} framework
 * @param {import('../frame.js').Actions} actions
 */
async function codeOf({ answer, blend, state, selection }, framework, actions) {
  if (!answer) throw new TypeError('frame: expected one with an answer');
  // the view of contributions has every step, and so everything that the answer follows from
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

/**
 * @param {string} name
 * @param {SavedFile} file
 * @param {import('../../messages/en.js').Messages} messages
 */
function save(name, { content, type }, messages) {
  download(name, [content], type);
  return fillText(messages.exportSaved, { name });
}
