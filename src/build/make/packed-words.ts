// Packs the texts of lessons and of languages other than English for the single-file page: unpacked they would be a seventh
// of it.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../tools/paths.js';
import { packedByLzma } from './packed.ts';
import type { Plugin } from 'esbuild';

const UNPACK = join(root, 'src/js/runtime/loading/lzma.ts');
/** A group of words of a language, loaded when it is wanted. */
const GROUP = /[/\\]web[/\\]words[/\\]([\w-]+)[/\\]([\w-]+)\.ts$/;
/** English is not packed, but for its lessons. */
const LESSONS = ['lessons', 'questions'];

export const packedWords: Plugin = {
  name: 'packed words',
  setup(build) {
    build.onLoad({ filter: GROUP }, async ({ path }) => {
      const [, language, group] = GROUP.exec(path) ?? [];
      if (language === 'en' && !LESSONS.includes(group)) return null;
      const words = { ...(await import(pathToFileURL(path).href)) };
      const bytes = new TextEncoder().encode(JSON.stringify(words));
      const packed = await packedByLzma(bytes);
      return {
        contents: [
          `import { unpackLzma } from ${JSON.stringify(UNPACK)};`,
          `const packed_ = Uint8Array.from(atob('${packed.toString('base64')}'), (letter) => letter.charCodeAt(0));`,
          `const all_ = JSON.parse(new TextDecoder().decode(unpackLzma(packed_, ${bytes.length})));`,
          ...Object.keys(words).map((name) => `export const ${name} = all_.${name};`),
        ].join('\n'),
      };
    });
  },
};
