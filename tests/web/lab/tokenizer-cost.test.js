// The cost of tokenizing: a text far over the limit, and a keystroke.

import assert from 'node:assert/strict';
import test from 'node:test';
import { createModels } from '../../../web/elements/lab/answer/models.ts';
import { untrained } from '../../../web/elements/lab/answer/source.ts';
import { wordTokenizer } from '../../../web/elements/lab/answer/tokenizer.ts';
import { GRAMMAR, START_STATE } from '../../../web/elements/lab/state/state.ts';
import { fastest } from '../../api/support/fastest.js';

test('a limit stops the work', () => {
  const text = 'word '.repeat(1e6);
  assert.ok(fastest(() => wordTokenizer.encode(text, { limit: 512 })) < 500);
});

test('a keystroke tokenizes its sentence once', () => {
  let count = 0;
  const words = ['the', 'girl', 'girls', 'sees'];
  const counted = {
    ...untrained,
    name: GRAMMAR,
    words,
    tokenizer: {
      /** @type {typeof wordTokenizer.encode} */
      encode(text, options) {
        count++;
        const { tokens, truncated } = wordTokenizer.encode(text, options);
        const known = tokens.map((token) => ({
          ...token,
          id: words.indexOf(token.piece.toLowerCase()),
        }));
        return { tokens: known, truncated };
      },
    },
  };
  const nothing = () => {};
  const lab = { getState: () => START_STATE, arrived: nothing, put: nothing, changed: nothing };
  const models = createModels({ sources: [counted] }, lab);
  for (const text of ['The girl', 'The girls', 'The girls se']) {
    const state = { ...START_STATE, text };
    count = 0;
    models.forTyping(state);
    models.tokenize(state);
    const { first } = models.tokenize(state);
    assert.equal(count, 1, text);
    assert.equal(first.tokens.length, 2, text);
  }
});
