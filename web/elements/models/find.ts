// The trained models of the lab, each loaded on first use.

import { ENGLISH, GRAMMAR } from '../lab/state/state.ts';
import { bytes, FILE } from './english-file.ts';
import type { ModelOptions } from '../lab/answer/models.ts';

/**
 * @param place address of the script beside the English model's file, or the file itself; null:
 * this copy has none
 */
export function modelsAt(place: string | (() => Uint8Array) | null): {
  offered: readonly string[];
  findSource: NonNullable<ModelOptions['findSource']>;
} {
  const file = bytes > 0 ? place : null;
  return {
    offered: file === null ? [GRAMMAR] : [GRAMMAR, ENGLISH],
    async findSource(name, onProgress = () => {}) {
      if (name === GRAMMAR) return (await import('./grammar.ts')).grammar;
      if (name !== ENGLISH) return null;
      if (file === null) throw new Error('this copy has no English model');
      const { englishSource, loadEnglish } = await import('./english.ts');
      return typeof file === 'string'
        ? loadEnglish(new URL(FILE, file), (read) => onProgress(Math.min(1, read / bytes)))
        : englishSource(file());
    },
  };
}
