// Asserts an error: its class, its code, and its text word for word.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HeadwiseError } from '../../../src/js/arguments/errors.ts';

/**
 * A test, named by the text it expects.
 *
 * @param {typeof TypeError | typeof RangeError | HeadwiseError['code']} kind a class, or a HeadwiseError's code
 * @param {string} text
 * @param {() => unknown} call
 */
export function refuses(kind, text, call) {
  test(text, () => assertRefuses(kind, text, call));
}

/**
 * @param {typeof TypeError | typeof RangeError | HeadwiseError['code']} kind
 * @param {string} text
 * @param {() => unknown} call
 */
export function assertRefuses(kind, text, call) {
  assert.throws(call, (error) => {
    assert.ok(error instanceof Error, String(error));
    assert.equal(error.message, text);
    assert.equal(error.constructor, typeof kind === 'string' ? HeadwiseError : kind);
    if (error instanceof HeadwiseError) assert.equal(error.code, kind);
    return true;
  });
}
