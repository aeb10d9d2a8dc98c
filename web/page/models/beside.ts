// Models beside the page: its own English model, and the folder models/.

import { bytes, FILE } from '../../elements/models/english-file.ts';
import { ENGLISH } from '../../elements/lab/state/state.ts';
import type { ModelFiles } from './model-files.ts';

const NAME = /^[A-Za-z0-9][\w.-]{0,95}$/;

/**
 * The page's own English model; null: this copy of the page has none.
 *
 * @param title its name on the screen
 */
export function englishFiles(title: string): ModelFiles | null {
  return bytes > 0 ? { source: addressOf(FILE), name: ENGLISH, title, files: 1, bytes } : null;
}

/**
 * A model beside the page: the page's own, or one in models/ and its name.
 *
 * @param title name of the page's own on the screen
 * @returns null: it is not a valid name
 */
export function beside(name: string, title: string): ModelFiles | null {
  if (!NAME.test(name)) return null;
  const english = name === ENGLISH ? englishFiles(title) : null;
  return english ?? { source: addressOf(`models/${name}/`), name, files: 0, bytes: 0 };
}

function addressOf(path: string) {
  return new URL(path, document.baseURI.replace(/[?#].*$/, '')).href;
}
