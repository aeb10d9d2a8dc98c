// Dequantises blocks of llama.cpp's files: each block has a scale and a few bits per number. Layouts follow
// ggml/src/ggml-common.h, arithmetic follows dequantize_row_* in ggml/src/ggml-quants.c, in float32: each product and each
// difference is rounded once, in the order written here, so that C++ without contraction gives the same bits.

import { halfToFloat } from './float16.ts';

export type QuantisedDtype =
  | ('Q4_0' | 'Q4_1' | 'Q5_0' | 'Q5_1' | 'Q8_0')
  | ('Q2_K' | 'Q3_K' | 'Q4_K' | 'Q5_K' | 'Q6_K' | 'IQ4_NL' | 'IQ4_XS');

/** Counts of numbers and bytes per block. */
export const BLOCKS: Record<QuantisedDtype, readonly [numbers: number, bytes: number]> = {
  Q4_0: [32, 18],
  Q4_1: [32, 20],
  Q5_0: [32, 22],
  Q5_1: [32, 24],
  Q8_0: [32, 34],
  Q2_K: [256, 84],
  Q3_K: [256, 110],
  Q4_K: [256, 144],
  Q5_K: [256, 176],
  Q6_K: [256, 210],
  IQ4_NL: [32, 18],
  IQ4_XS: [256, 136],
};
/** The numbers that the digits of IQ4_NL and IQ4_XS mean. */
const LEVELS = [-127, -104, -83, -65, -49, -35, -22, -10, 1, 13, 25, 38, 53, 69, 89, 113];

const { fround } = Math;

/**
 * @param bytes whole blocks
 * @param values the output
 */
export function unpack(dtype: QuantisedDtype, bytes: Uint8Array, values: Float32Array) {
  const [numbers, size] = BLOCKS[dtype];
  const unpackBlock = UNPACK[dtype];
  for (let at = 0, i = 0; at < bytes.length; at += size, i += numbers) {
    unpackBlock(bytes, at, values, i);
  }
}

type UnpackBlock = (bytes: Uint8Array, at: number, values: Float32Array, i: number) => void;

const UNPACK: Record<QuantisedDtype, UnpackBlock> = {
  // half d; 4-bit q[32], number j in the low half of byte j, number j + 16 in its high half. value = d (q - 8)
  Q4_0(bytes, at, values, i) {
    const d = half(bytes, at);
    for (let j = 0; j < 16; j++) {
      const q = bytes[at + 2 + j];
      values[i + j] = d * ((q & 15) - 8);
      values[i + j + 16] = d * ((q >> 4) - 8);
    }
  },

  // half d, half m; q[32] like in Q4_0. value = d q + m
  Q4_1(bytes, at, values, i) {
    const [d, m] = [half(bytes, at), half(bytes, at + 2)];
    for (let j = 0; j < 16; j++) {
      const q = bytes[at + 4 + j];
      values[i + j] = fround(d * (q & 15)) + m;
      values[i + j + 16] = fround(d * (q >> 4)) + m;
    }
  },

  // half d; fifth bits of the 32 numbers as one uint32; low four bits like in Q4_0. value = d (q - 16)
  Q5_0(bytes, at, values, i) {
    const d = half(bytes, at);
    for (let j = 0; j < 16; j++) {
      const q = bytes[at + 6 + j];
      values[i + j] = d * (((q & 15) | fifth(bytes, at + 2, j)) - 16);
      values[i + j + 16] = d * (((q >> 4) | fifth(bytes, at + 2, j + 16)) - 16);
    }
  },

  // half d, half m; bits like in Q5_0. value = d q + m
  Q5_1(bytes, at, values, i) {
    const [d, m] = [half(bytes, at), half(bytes, at + 2)];
    for (let j = 0; j < 16; j++) {
      const q = bytes[at + 8 + j];
      values[i + j] = fround(d * ((q & 15) | fifth(bytes, at + 4, j))) + m;
      values[i + j + 16] = fround(d * ((q >> 4) | fifth(bytes, at + 4, j + 16))) + m;
    }
  },

  // half d; int8 q[32]. value = d q
  Q8_0(bytes, at, values, i) {
    const d = half(bytes, at);
    for (let j = 0; j < 32; j++) values[i + j] = d * ((bytes[at + 2 + j] << 24) >> 24);
  },

  // a byte for each of 16 groups of 16, scale in its low half, minimum in its high one; 2-bit q[256]; half d, half dmin.
  // value = (d scale) q - (dmin minimum)
  Q2_K(bytes, at, values, i) {
    const [d, dmin] = [half(bytes, at + 80), half(bytes, at + 82)];
    for (let j = 0; j < 256; j++) {
      const both = bytes[at + (j >> 4)];
      const least = fround(dmin * (both >> 4));
      values[i + j] = fround(fround(d * (both & 15)) * twoBits(bytes, at + 16, j)) - least;
    }
  },

  // third bits like the fifth ones of Q5_K; low two like in Q2_K; 6-bit scales of 16 groups of 16 in 12 bytes: low four bits
  // in the halves of bytes 0 to 7, top two in bytes 8 to 11; half d. value = (d (scale - 32)) (q - 4)
  Q3_K(bytes, at, values, i) {
    const d = half(bytes, at + 108);
    for (let j = 0; j < 256; j++) {
      const group = j >> 4;
      const four = (bytes[at + 96 + (group & 7)] >> (4 * (group >> 3))) & 15;
      const two = (bytes[at + 104 + (group & 3)] >> (2 * (group >> 2))) & 3;
      const third = (bytes[at + (j & 31)] >> (j >> 5)) & 1;
      const scale = fround(d * ((four | (two << 4)) - 32));
      values[i + j] = scale * ((twoBits(bytes, at + 32, j) | (third << 2)) - 4);
    }
  },

  // half d, half dmin; 6-bit scales and minima of 8 groups of 32 in 12 bytes; 4-bit q[256]: of each 64 numbers, the first
  // 32 in the low halves of 32 bytes, the others in the high halves. value = (d scale) q - (dmin minimum)
  Q4_K(bytes, at, values, i) {
    const [d, dmin] = [half(bytes, at), half(bytes, at + 2)];
    for (let group = 0; group < 8; group++, i += 32) {
      const [scale, least] = scalesOf(bytes, at + 4, group, d, dmin);
      const from = at + 16 + 32 * (group >> 1);
      const shift = 4 * (group & 1);
      for (let j = 0; j < 32; j++) {
        values[i + j] = fround(scale * ((bytes[from + j] >> shift) & 15)) - least;
      }
    }
  },

  // like Q4_K, with a fifth bit for each number before q: bit g of byte j for number j of group g
  Q5_K(bytes, at, values, i) {
    const [d, dmin] = [half(bytes, at), half(bytes, at + 2)];
    for (let group = 0; group < 8; group++, i += 32) {
      const [scale, least] = scalesOf(bytes, at + 4, group, d, dmin);
      const from = at + 48 + 32 * (group >> 1);
      const shift = 4 * (group & 1);
      for (let j = 0; j < 32; j++) {
        const high = ((bytes[at + 16 + j] >> group) & 1) << 4;
        values[i + j] = fround(scale * (((bytes[from + j] >> shift) & 15) | high)) - least;
      }
    }
  },

  // low four bits in 128 bytes, high two in 64, int8 scales of 16 groups of 16, half d. Of each 128 numbers, quarter k
  // (32 of them) has its low bits in the low (k < 2) or high halves of bytes 32 (k mod 2) on, its high ones at bits 2k of
  // 32 bytes. value = (d scale) (q - 32)
  Q6_K(bytes, at, values, i) {
    const d = half(bytes, at + 208);
    for (let quarter = 0; quarter < 8; quarter++, i += 32) {
      const [part, k] = [quarter >> 2, quarter & 3];
      const low = at + 64 * part + 32 * (k & 1);
      const high = at + 128 + 32 * part;
      for (let j = 0; j < 32; j++) {
        const group = 2 * quarter + (j >> 4);
        const scale = fround(d * ((bytes[at + 192 + group] << 24) >> 24));
        const four = (bytes[low + j] >> (4 * (k >> 1))) & 15;
        const two = (bytes[high + j] >> (2 * k)) & 3;
        values[i + j] = scale * ((four | (two << 4)) - 32);
      }
    }
  },

  // half d; q[32] like in Q4_0. value = d level(q)
  IQ4_NL(bytes, at, values, i) {
    unpackLevels(bytes, at + 2, half(bytes, at), values, i);
  },

  // half d; 6-bit scales of 8 groups of 32, top two bits as one uint16, low four as one uint32; q[32] of each group.
  // value = (d (scale - 32)) level(q)
  IQ4_XS(bytes, at, values, i) {
    const d = half(bytes, at);
    for (let group = 0; group < 8; group++) {
      const four = (bytes[at + 4 + (group >> 1)] >> (4 * (group & 1))) & 15;
      const two = (bytes[at + 2 + (group >> 2)] >> (2 * (group & 3))) & 3;
      const scale = fround(d * ((four | (two << 4)) - 32));
      unpackLevels(bytes, at + 8 + 16 * group, scale, values, i + 32 * group);
    }
  },
};

/** Unpacks 32 numbers of IQ4_NL or IQ4_XS. */
function unpackLevels(
  bytes: Uint8Array,
  at: number,
  scale: number,
  values: Float32Array,
  i: number,
) {
  for (let j = 0; j < 16; j++) {
    values[i + j] = scale * LEVELS[bytes[at + j] & 15];
    values[i + j + 16] = scale * LEVELS[bytes[at + j] >> 4];
  }
}

/** Two bits of number j of Q2_K or Q3_K: of each 128 numbers, quarter k (32 of them) has them at bits 2k of 32 bytes. */
function twoBits(bytes: Uint8Array, at: number, j: number) {
  return (bytes[at + 32 * (j >> 7) + (j & 31)] >> (2 * ((j >> 5) & 3))) & 3;
}

function half(bytes: Uint8Array, at: number) {
  return halfToFloat(bytes[at] | (bytes[at + 1] << 8));
}

/** The fifth bit of number j of a block, shifted to bit 4. */
function fifth(bytes: Uint8Array, at: number, j: number) {
  return ((bytes[at + (j >> 3)] >> (j & 7)) & 1) << 4;
}

/**
 * Scale and minimum of a group of Q4_K or Q5_K, six bits each. Groups 0 to 3: scales in bytes 0 to 3, minima in bytes 4 to 7.
 * Groups 4 to 7: low four bits in bytes 8 to 11, scale low and minimum high; top two bits in the tops of bytes 0 to 7.
 */
function scalesOf(bytes: Uint8Array, at: number, group: number, d: number, dmin: number) {
  const [first, second] = [bytes[at + (group & 3)], bytes[at + (group & 3) + 4]];
  if (group < 4) return [fround(d * (first & 63)), fround(dmin * (second & 63))];
  const both = bytes[at + group + 4];
  return [
    fround(d * ((both & 15) | ((first >> 6) << 4))),
    fround(dmin * ((both >> 4) | ((second >> 6) << 4))),
  ];
}
