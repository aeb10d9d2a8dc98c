// Reads any file of tensors: detects its format by its first bytes.

import { ggufReader } from './gguf.js';
import { isNpz, npzReader } from './npz.js';
import { safetensorsReader } from './safetensors.js';
import { torchReader } from './torch.js';
import { zipReader } from './zip.js';

/** @import { Entry } from './entry.js' */
/** @import { GgufValue } from './gguf.js' */
/** @import { Reader } from './ranges.js' */

/** @typedef {'safetensors' | 'gguf' | 'torch' | 'npz'} TensorsFormat */

/**
 * @typedef {object} FileOfTensors
 * @property {TensorsFormat} format
 * @property {Entry[]} entries
 * @property {Record<string, GgufValue>} metadata
 */

/**
 * @param {number} size of the file
 * @returns {Reader<FileOfTensors>}
 */
export function* tensorsReader(size) {
  const lead = size < 4 ? new Uint8Array(4) : yield [0, 4];
  const begins = String.fromCharCode(...lead.subarray(0, 4));
  if (begins === 'GGUF') return { format: 'gguf', ...(yield* ggufReader(size)) };
  // A safetensors header is shorter than 100 MB, so its fourth byte is at most 5.
  const isTorch =
    begins.startsWith('PK\x03\x04') || (lead[0] === 0x80 && lead[1] <= 5 && lead[3] > 5);
  if (begins.startsWith('PK\x03\x04')) {
    const files = yield* zipReader(size);
    if (isNpz(files)) {
      return { format: 'npz', entries: yield* npzReader(files, size), metadata: {} };
    }
  }
  if (isTorch) return { format: 'torch', ...(yield* torchReader(size)) };
  return { format: 'safetensors', ...(yield* safetensorsReader(size)) };
}
