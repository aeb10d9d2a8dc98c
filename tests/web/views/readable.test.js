// Names of tokens as readers see them: text, where a vocabulary writes bytes as letters.

import assert from 'node:assert/strict';
import test from 'node:test';
import { readable } from '../../../web/elements/shared/byte-pieces.ts';

test('pieces of bytes are shown as their text, and text as it is', () => {
  for (const [names, shown] of [
    [
      ['<s>', 'Ã¼', 'ber', 'Ġcaf', 'Ã©', 'Ċ', 'Ġ'],
      ['<s>', 'ü', 'ber', 'caf', 'é', '⏎', ' '],
    ],
    [
      ['Ġ', 'Ã', '¼'],
      [' ', '⟨C3⟩', '⟨BC⟩'],
    ],
    [
      ['▁für', 'ü', '▁', '##ing', '[CLS]'],
      ['für', 'ü', '▁', '##ing', '[CLS]'],
    ],
    [
      ['für', 'café', '中文', ''],
      ['für', 'café', '中文', ''],
    ],
    [
      ['Ġthe', '<｜end▁of▁text｜>'],
      ['the', '<｜end▁of▁text｜>'],
    ],
  ]) {
    assert.deepEqual(readable(names), shown);
  }
});
