// Returns the error with which a call is refused.

import assert from 'node:assert/strict';
import { HeadwiseError } from 'headwise';

/**
 * @param {() => unknown} call
 * @returns {[string, string]} the code of a HeadwiseError or else the class, and the text
 */
export function refused(call) {
  try {
    call();
  } catch (error) {
    return kindAndText(error);
  }
  assert.fail('expected an error, got none');
}

/**
 * @param {Promise<unknown>} promise
 * @returns {Promise<[string, string]>}
 */
export async function rejected(promise) {
  return promise.then(
    () => assert.fail('expected a rejection, got a result'),
    (error) => kindAndText(error),
  );
}

/**
 * @param {unknown} error
 * @returns {[string, string]}
 */
function kindAndText(error) {
  assert.ok(error instanceof Error, `expected an error, got ${error}`);
  return [error instanceof HeadwiseError ? error.code : error.constructor.name, error.message];
}
