// Chooses among the four builds of the core, {fixed, relaxed} x {one thread, threads}: the order of attempts, and the reasons.

import { HeadwiseError } from '../../arguments/errors.ts';
import type { CheckedLoad } from './load-options.ts';
import type { Platform } from './platform.ts';

type Simd = 'fixed' | 'relaxed';

/** the part of a file's name */
export type Variant = 'fixed' | 'relaxed' | 'fixed-threads' | 'relaxed-threads';

export interface Candidate {
  simd: Simd;
  threads: number;
}

interface Choice {
  /** in order; the first that starts is used */
  candidates: Candidate[];
  /** why there is only one thread, in a sentence; empty if more are tried */
  oneThread: string;
  /** why SIMD is fixed, in a sentence; empty if relaxed is tried */
  fixed: string;
}

/** The most threads for 'auto': attention of ordinary lengths has too few strips for more. */
const AUTO_THREADS = 8;

/** A module of one function, f32x4.relaxed_madd of three zeros: valid only in an engine with relaxed SIMD. */
// prettier-ignore
const RELAXED_PROBE = new Uint8Array([
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, // a WebAssembly module, version 1
  1, 5, 1, 0x60, 0, 1, 0x7b, // type: () -> v128
  3, 2, 1, 0, // one function, of that type
  10, 19, 1, 17, 0, // its code
  0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, 0x41, 0, 0xfd, 0x0f, // i8x16.splat of 0, three times
  0xfd, 0x85, 0x02, 0x0b, // f32x4.relaxed_madd, end
]);

export function variantOf({ simd, threads }: Candidate) {
  return (threads > 1 ? `${simd}-threads` : simd) as Variant;
}

/** @param given the variant of the caller's module; null if there is none or it is unknown */
export function chooseVariants(
  { simd, threads }: CheckedLoad,
  platform: Platform,
  given: Variant | null,
): Choice {
  const wanted = threads === 'auto' ? Math.min(platform.hardwareThreads(), AUTO_THREADS) : threads;
  let oneThread = '';
  if (wanted <= 1) {
    oneThread = threads === 1 ? 'One thread, as asked.' : 'One thread: this machine has one.';
  } else {
    const unthreaded = given !== null && !given.endsWith('-threads');
    const obstacle = unthreaded
      ? 'the given module is one without threads'
      : platform.threadsObstacle();
    if (obstacle) oneThread = `One thread: ${obstacle}.`;
  }
  const fixed = whyFixed(simd, given);
  const candidates: Candidate[] = [];
  const kinds = (fixed ? ['fixed'] : ['relaxed', 'fixed']) as Simd[];
  if (!oneThread) candidates.push({ simd: kinds[0], threads: wanted });
  for (const kind of kinds) candidates.push({ simd: kind, threads: 1 });
  const allowed = simd === 'relaxed' ? candidates.filter((one) => one.simd === simd) : candidates;
  return { candidates: allowed, oneThread, fixed };
}

function whyFixed(simd: CheckedLoad['simd'], given: Variant | null) {
  if (simd === 'fixed') return 'Fixed SIMD, the same bits on every machine.';
  if (!WebAssembly.validate(RELAXED_PROBE)) {
    if (simd === 'auto') return 'Fixed SIMD: this engine has no relaxed SIMD.';
    throw new HeadwiseError(
      'unsupported',
      "simd: this engine has no relaxed SIMD; 'auto' takes it where there is any",
    );
  }
  return simd === 'auto' && given?.startsWith('fixed')
    ? 'Fixed SIMD: the given module has no other.'
    : '';
}
