// Damages arguments in one place, with mistakes of a page, a file or a user.

/** @import { Random } from '../api/support/random.js' */

const revoked = Proxy.revocable({}, {});
revoked.revoke();

/** Values of a wrong kind. */
const JUNK = [
  ...[
    undefined,
    null,
    NaN,
    Infinity,
    -1,
    0,
    0.5,
    7,
    1e9,
    2 ** 31,
    2 ** 53,
    '',
    'causal',
    true,
    10n,
  ],
  ...[[], {}, [[1], [2, 3]], [null], new Float32Array(3), Uint8Array.of(2), new Map(), Symbol('x')],
  ...[() => 1, revoked.proxy, { data: new Float32Array(2), shape: [2] }, { shape: [] }],
  Object.defineProperty({}, 'causal', { enumerable: true, get: () => thrown() }),
];

/** Errors that getters among the arguments throw. */
export const THROWN = new Error('a getter among the arguments threw');

function thrown() {
  throw THROWN;
}

/**
 * A copy of a value with one part replaced or added.
 *
 * @param {Random} random
 * @param {any} value
 * @returns {any}
 */
export function spoil(random, value) {
  const isPart = typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);
  const isPlain =
    isPart && [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
  if (!isPlain || random.chance(0.1)) return random.pick(JUNK);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  const names = Object.keys(copy);
  if (names.length === 0 || random.chance(0.1))
    copy[random.pick(['x', 'mask', '0'])] = random.pick(JUNK);
  else if (random.chance(0.05)) delete copy[random.pick(names)];
  else {
    const name = random.pick(names);
    copy[name] = spoil(random, copy[name]);
  }
  return copy;
}
