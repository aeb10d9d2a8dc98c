// Packs the texts of lessons and of languages other than English for the single-file page: unpacked they would be a seventh
// of it.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../tools/paths.js';
import { packedByLzma } from './bundle.ts';
import type { Plugin } from 'esbuild';

const UNPACK = join(root, 'src/js/runtime/loading/lzma.ts');
/** What gathers the words of one language; each is loaded when its language is wanted, and those of lessons with these. */
const GATHERED =
  /[/\\]web[/\\](?:(?:lessons|elements)[/\\](?:.*[/\\])?(?:text|messages)[/\\](?:[a-df-z][a-z]|e[a-mo-z])|lessons[/\\](?:.*[/\\])?text[/\\]en)\.ts$/;

export const packedWords: Plugin = {
  name: 'packed words',
  setup(build) {
    build.onLoad({ filter: GATHERED }, async ({ path }) => {
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
