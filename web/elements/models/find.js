// The trained models of the lab, each loaded on first use.

import { ENGLISH, GRAMMAR } from '../lab/state/state.js';
import { bytes, FILE } from './english-file.js';

/** @typedef {import('../lab/answer/source.js').Source} Source */

/**
 * @param {string | (() => Uint8Array) | null} place beside which script the file of the English model lies, or the file
 *   itself; null: this copy has none
 * @returns {{ offered: readonly string[], findSource: NonNullable<import('../lab/answer/models.js').ModelOptions['findSource']> }}
 */
export function modelsAt(place) {
  const file = bytes > 0 ? place : null;
  return {
    offered: file === null ? [GRAMMAR] : [GRAMMAR, ENGLISH],
    async findSource(name, onProgress = () => {}) {
      if (name === GRAMMAR) return (await import('./grammar.js')).grammar;
      if (name !== ENGLISH) return null;
      if (file === null) throw new Error('this copy has no English model');
      const { englishSource, loadEnglish } = await import('./english.js');
      return typeof file === 'string'
        ? loadEnglish(new URL(FILE, file), (read) => onProgress(Math.min(1, read / bytes)))
        : englishSource(file());
    },
  };
}
