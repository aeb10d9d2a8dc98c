// headwise, whose load and loadInWorker use the variant that HEADWISE_VARIANT names. Work of any
// size is shared among the threads; otherwise small tests would run on one.

import * as headwise from 'headwise';

/** @import { LoadOptions } from '../../../src/js/types/index.ts' */

const [simd, threads] = (process.env.HEADWISE_VARIANT ?? '').split(' ');
const variant = /** @type {LoadOptions} */ ({ simd, threads: Number(threads), threadsFrom: 0 });

export * from 'headwise';

/** @param {LoadOptions} [options] */
export const load = (options) => headwise.load({ ...variant, ...options });

/** @param {LoadOptions} [options] */
export const loadInWorker = (options) => headwise.loadInWorker({ ...variant, ...options });
