// Makes a tiny Llama as GGUF whose matrices are all of one kind of stored weights.

import { gguf } from './files.js';

/** GGUF's numbers of kinds, with the numbers and bytes of a block. @type {Record<string, [number, number, number]>} */
export const KINDS = {
  F32: [0, 1, 4],
  F16: [1, 1, 2],
  Q4_0: [2, 32, 18],
  Q4_1: [3, 32, 20],
  Q5_0: [6, 32, 22],
  Q5_1: [7, 32, 24],
  Q8_0: [8, 32, 34],
  Q2_K: [10, 256, 84],
  Q3_K: [11, 256, 110],
  Q4_K: [12, 256, 144],
  Q5_K: [13, 256, 176],
  Q6_K: [14, 256, 210],
  IQ4_NL: [20, 32, 18],
  IQ4_XS: [23, 256, 136],
  BF16: [30, 1, 2],
};
const [WIDTH, INNER, VOCAB, HEADS] = [256, 512, 40, 4];

/**
 * A tiny Llama whose matrices are all of one kind, of bytes that look drawn at random.
 *
 * @param {string} kind
 * @param {Record<string, number>} [more] values in its metadata
 */
export function llamaOf(kind, more = {}) {
  let seed = 7;
  const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648);
  /** @type {{ name: string, shape: number[], kind: number, offset: number }[]} */
  const tensors = [];
  /** @type {Uint8Array[]} */
  const parts = [];
  let size = 0;
  /** @param {string} name @param {number[]} shape fastest first @param {string} of */
  const add = (name, shape, of) => {
    const [number, block, bytes] = KINDS[of];
    const blocks = shape.reduce((a, b) => a * b, 1) / block;
    const data = new Uint8Array(blocks * bytes);
    for (let i = 0; i < blocks; i++) fill(data.subarray(i * bytes, (i + 1) * bytes), of, next);
    tensors.push({ name, shape, kind: number, offset: size });
    const padded = new Uint8Array(Math.ceil(data.length / 32) * 32);
    padded.set(data);
    parts.push(padded);
    size += padded.length;
  };
  add('token_embd.weight', [WIDTH, VOCAB], kind);
  add('output_norm.weight', [WIDTH], 'F32');
  for (const [name, inputs, outputs] of /** @type {[string, number, number][]} */ ([
    ['attn_q', WIDTH, WIDTH],
    ['attn_k', WIDTH, WIDTH / 2],
    ['attn_v', WIDTH, WIDTH / 2],
    ['attn_output', WIDTH, WIDTH],
    ['ffn_gate', WIDTH, INNER],
    ['ffn_up', WIDTH, INNER],
    ['ffn_down', INNER, WIDTH],
  ])) {
    add(`blk.0.${name}.weight`, [inputs, outputs], kind);
  }
  add('blk.0.attn_norm.weight', [WIDTH], 'F32');
  add('blk.0.ffn_norm.weight', [WIDTH], 'F32');
  const values = {
    'general.architecture': 'llama',
    'llama.embedding_length': WIDTH,
    'llama.block_count': 1,
    'llama.feed_forward_length': INNER,
    'llama.context_length': 64,
    'llama.attention.head_count': HEADS,
    'llama.attention.head_count_kv': HEADS / 2,
    'llama.attention.layer_norm_rms_epsilon': 0.00001,
    'llama.vocab_size': VOCAB,
    ...more,
  };
  const file = gguf({ values, tensors }, size);
  let at = file.length - size;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}

/**
 * A block with scales of the size of weights.
 *
 * @param {Uint8Array} block
 * @param {string} kind
 * @param {() => number} next
 */
export function fill(block, kind, next) {
  for (let i = 0; i < block.length; i++) block[i] = next() >> 8;
  const view = new DataView(block.buffer, block.byteOffset, block.length);
  const half = () => 0x1c00 + (next() % 0x400); // 1/256 to 1/128
  if (kind === 'F32') view.setFloat32(0, ((next() % 2001) - 1000) / 8000, true);
  else if (kind === 'F16')
    view.setUint16(0, 0x2c00 + (next() % 0x400) + (next() % 2) * 0x8000, true);
  else if (kind === 'BF16')
    view.setUint16(0, 0x3d00 + (next() % 0x100) + (next() % 2) * 0x8000, true);
  else if (kind === 'Q6_K') view.setUint16(208, 0x0800 + (next() % 0x400), true);
  else if (kind === 'Q3_K') view.setUint16(108, 0x1400 + (next() % 0x400), true);
  else if (kind === 'Q2_K') {
    for (const at of [80, 82]) view.setUint16(at, 0x1800 + (next() % 0x400), true);
  } else if (kind === 'IQ4_XS') view.setUint16(0, 0x0800 + (next() % 0x400), true);
  else view.setUint16(0, kind.endsWith('_K') ? 0x1000 + (next() % 0x400) : half(), true);
  if (kind.endsWith('_1')) view.setUint16(2, half() | 0x8000, true);
  if (kind === 'Q4_K' || kind === 'Q5_K') view.setUint16(2, 0x1000 + (next() % 0x400), true);
}
