// The words of the training room in one language, loaded when they are needed.

import { PSEUDO } from '../../messages/pick.js';
import { pseudoDeep } from '../../messages/pseudo.js';

/**
 * @param {string} language as pickLanguage gave it
 * @returns {Promise<import('./en.js').Words>}
 */
export async function loadWords(language) {
  if (language === 'zh') return (await import('./zh.js')).words;
  if (language === 'es') return (await import('./es.js')).words;
  const { words } = await import('./en.js');
  return language === PSEUDO ? pseudoDeep(words) : words;
}
