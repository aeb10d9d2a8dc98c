// The peak: how many operations on 128-bit vectors this machine does in WebAssembly without waits for
// memory or dependencies. Independent chains of multiply and add, and of relaxed_madd where there is one.

/**
 * @typedef {{ code: Uint8Array, operations: number }} Program operations of one round
 *
 * @typedef {(count: number, programs: Program[], work: typeof fastest) => Promise<number[]>}
 *   InWorkers does the work in several workers at the same time
 *
 * @typedef {{ mulAdd: number, madd: number }} Peak GFLOP/s of all threads together; 0: not there
 */

/** Few chains leave units idle, many do not fit the registers. */
const CHAINS = [6, 8, 10, 12, 13];

const UNROLLED = 4;
const LANES = 4;

/**
 * @param {number} threads
 * @param {InWorkers} inWorkers
 * @returns {Promise<Peak>}
 */
export async function calibrate(threads, inWorkers) {
  const peak = async (/** @type {boolean} */ relaxed) => {
    const programs = CHAINS.map((chains) => ({
      code: chainsModule(chains, relaxed),
      operations: chains * UNROLLED * LANES * 2,
    }));
    if (!WebAssembly.validate(new Uint8Array(programs[0].code))) return 0;
    const each = await inWorkers(threads, programs, fastest);
    return each.reduce((sum, one) => sum + one, 0);
  };
  return { mulAdd: await peak(false), madd: await peak(true) };
}

/**
 * The best that one of the programs does, in GFLOP/s. It runs in a worker, so it uses nothing of this module.
 *
 * @param {Program[]} programs
 */
export function fastest(programs) {
  const [rounds, bursts] = [2_000_000, 8]; // 10 ms each: the clock of a page is coarse
  let best = 0;
  for (const { code, operations } of programs) {
    const module = new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (code));
    const run = /** @type {any} */ (new WebAssembly.Instance(module).exports.run);
    for (let call = 0; call < 200; call++) run(1000, 0.5, 0.5); // until it is compiled for speed
    for (let burst = 0; burst < bursts; burst++) {
      const began = performance.now();
      run(rounds, 0.5, 0.5); // x goes to 1
      const seconds = (performance.now() - began) / 1000;
      if (seconds > 0) best = Math.max(best, (rounds * operations) / seconds);
    }
  }
  return best / 1e9;
}

/**
 * A module that exports run(rounds, a, b): x = x a + b, in several independent chains, `rounds` times.
 *
 * @param {number} chains
 * @param {boolean} relaxed
 */
function chainsModule(chains, relaxed) {
  const [I32, F32, V128] = [0x7f, 0x7d, 0x7b];
  const get = (/** @type {number} */ local) => [0x20, local];
  const set = (/** @type {number} */ local) => [0x21, local];
  const splat = [0xfd, 0x13];
  const mul = [0xfd, 0xe6, 0x01];
  const add = [0xfd, 0xe4, 0x01];
  const madd = [0xfd, 0x85, 0x02];
  const [rounds, a, b] = [0, 3, 4]; // 1 and 2 are the numbers that a and b are filled with
  const chain = Array.from({ length: chains }, (_, at) => 5 + at);
  const step = (/** @type {number} */ x) =>
    relaxed
      ? [...get(x), ...get(a), ...get(b), ...madd, ...set(x)]
      : [...get(x), ...get(a), ...mul, ...get(b), ...add, ...set(x)];
  const body = [
    ...[1, chains + 2, V128], // the locals after the parameters
    ...[...get(1), ...splat, ...set(a), ...get(2), ...splat, ...set(b)],
    ...[0x03, 0x40], // loop
    ...Array.from({ length: UNROLLED }, () => chain.flatMap(step)).flat(),
    ...[...get(rounds), 0x41, 1, 0x6b, 0x22, rounds, 0x0d, 0, 0x0b], // until rounds - 1 is 0
    ...chain.flatMap((x, at) => [...get(x), ...(at ? add : [])]), // so that none can be left out
    ...[0xfd, 0x1f, 0, 0x0b], // the first lane, end
  ];
  const sized = (/** @type {number[]} */ content) => [...varint(content.length), ...content];
  const section = (/** @type {number} */ id, /** @type {number[]} */ content) => [
    id,
    ...sized(content),
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 3, I32, F32, F32, 1, F32]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...sized([...'run'].map((letter) => letter.charCodeAt(0))), 0, 0]),
    ...section(10, [1, ...sized(body)]),
  ]);
}

/** @param {number} value below 2^14 */
const varint = (value) => (value < 128 ? [value] : [(value % 128) | 128, value >> 7]);
