// Runs suites on an engine and reports their outcomes. Knows no framework, and neither Node nor the
// browser.

import { judge } from './compare.js';

/** @import { ReferenceHeadwise } from '../../src/js/reference/types.ts' */
/** @import { Case, Engine, LeftOut, Suite } from './suite.js' */

/**
 * @typedef {object} Outcome the result of a suite
 * @property {string} name
 * @property {string} version
 * @property {number} cases
 * @property {number} passed
 * @property {LeftOut[]} leftOut
 * @property {number} ulps the largest difference, as in Verdict
 * @property {number} share the largest ratio of a difference to its tolerance
 * @property {string[]} faults
 */

/**
 * @param {Case} one
 * @param {Engine} engine
 * @param {ReferenceHeadwise} oracle
 */
export async function runCase(one, engine, oracle) {
  const verdicts = (await one.run(engine, oracle)).map(judge);
  return {
    ulps: Math.max(0, ...verdicts.map(({ ulps }) => ulps)),
    share: Math.max(0, ...verdicts.map(({ share }) => share)),
    faults: verdicts.flatMap(({ fault }) => (fault === null ? [] : [`${one.name}: ${fault}`])),
  };
}

/**
 * @param {Suite} suite
 * @param {Engine} engine
 * @param {ReferenceHeadwise} oracle
 * @param {(done: number, of: number) => void | Promise<void>} [onProgress] after each case, and waited for
 * @returns {Promise<Outcome>}
 */
export async function runSuite({ name, version, cases, leftOut }, engine, oracle, onProgress) {
  /** @type {Outcome} */
  const outcome = {
    name,
    version,
    cases: cases.length,
    passed: 0,
    leftOut,
    ulps: 0,
    share: 0,
    faults: [],
  };
  for (const [at, one] of cases.entries()) {
    try {
      const { ulps, share, faults } = await runCase(one, engine, oracle);
      outcome.ulps = Math.max(outcome.ulps, ulps);
      outcome.share = Math.max(outcome.share, share);
      outcome.faults.push(...faults);
      if (faults.length === 0) outcome.passed++;
    } catch (error) {
      outcome.faults.push(`${one.name}: ${error}`);
    }
    await onProgress?.(at + 1, cases.length);
  }
  return outcome;
}
