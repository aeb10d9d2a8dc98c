// Compares random tokenizer.json files with the results of Python's tokenizers for their texts
// (tests/golden/tokenizers/random_rules.py).

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { HeadwiseError } from '../../../src/js/arguments/errors.ts';
import { createTokenizer } from '../../../src/js/models/tokenizer/tokenizer.ts';

/**
 * @typedef {{ texts: string[], ids: number[] | null, tokens: string[], spans: [number, number][], words: number[], sides: number[],
 *   typeIds: number[], decoded: string | null }} Result ids null: tokenizers gives an error
 * @typedef {{ name: string, rules: any, results: Result[] }} Case
 */

/** @param {URL | string} path @returns {Promise<Case[]>} */
export async function readCases(path) {
  return JSON.parse(gunzipSync(await readFile(path)).toString()).cases;
}

/**
 * @template T
 * @param {() => T} make
 * @returns {{ value?: T, refusal?: string }}
 */
function attempt(make) {
  try {
    return { value: make() };
  } catch (error) {
    assert.ok(error instanceof HeadwiseError, String(/** @type {Error} */ (error).stack));
    return { refusal: error.message };
  }
}

/** Python counts code points, JavaScript UTF-16 units. @param {Result} result */
function spansInUnits({ texts, spans, sides }) {
  const units = texts.map((text) => {
    const starts = [0];
    for (const sign of text) starts.push(starts[starts.length - 1] + sign.length);
    return starts;
  });
  return spans.map(([begin, end], i) => {
    return sides[i] < 0 ? [0, 0] : [units[sides[i]][begin], units[sides[i]][end]];
  });
}

/**
 * Compares all texts of a case.
 *
 * @param {Case} one
 * @returns {{ same: number, refusals: string[] }}
 */
export function compare({ rules, results }) {
  const { value: tokenizer, refusal } = attempt(() => createTokenizer(rules));
  if (!tokenizer) return { same: 0, refusals: results.map(() => String(refusal)) };
  const contents = new Map(rules.added_tokens.map((/** @type {any} */ each) => [each.id, each.content])); // prettier-ignore
  const refusals = [];
  let same = 0;
  for (const result of results) {
    const { texts, ids, tokens, words, sides, typeIds, decoded } = result;
    /** @type {{ value?: import('../../../src/js/models/tokenizer/tokenizer.ts').ModelInput, refusal?: string }} */
    const found = attempt(() =>
      tokenizer.tokenize(texts.length === 1 ? texts[0] : [texts[0], texts[1]]),
    );
    if (found.refusal !== undefined) {
      refusals.push(found.refusal);
      continue;
    }
    const input =
      /** @type {import('../../../src/js/models/tokenizer/tokenizer.ts').ModelInput} */ (
        found.value
      );
    assert.ok(input && ids, `expected a refusal of ${JSON.stringify(texts)}, as Python's`);
    // of an added token in a text Python gives the text that matched
    const expected = tokens.map((token, i) => {
      const content = sides[i] >= 0 ? contents.get(ids[i]) : undefined;
      return input.tokens[i] === content ? content : token;
    });
    assert.deepEqual(input.ids, ids, JSON.stringify(texts));
    assert.deepEqual(input.tokens, expected, JSON.stringify(texts));
    assert.deepEqual(input.words, words, JSON.stringify(texts));
    assert.deepEqual(input.typeIds, typeIds, JSON.stringify(texts));
    assert.deepEqual(input.spans, spansInUnits(result), JSON.stringify(texts));
    if (decoded !== null) assert.equal(tokenizer.decode(ids), decoded, JSON.stringify(texts));
    assert.deepEqual(input.texts, ids.map((id) => tokenizer.textOf(id)), JSON.stringify(texts)); // prettier-ignore
    same++;
  }
  return { same, refusals };
}
