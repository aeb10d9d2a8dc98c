// Reads any file of tensors: detects its format by its first bytes.

import { ggufReader } from './gguf.ts';
import { isNpz, npzReader } from './npz.ts';
import { safetensorsReader } from './safetensors.ts';
import { torchReader } from './torch.ts';
import { zipReader } from './zip.ts';
import type { Entry } from './entry.ts';
import type { GgufValue } from './gguf.ts';
import type { Reader } from './ranges.ts';

export type TensorsFormat = 'safetensors' | 'gguf' | 'torch' | 'npz';

interface FileOfTensors {
  format: TensorsFormat;
  entries: Entry[];
  metadata: Record<string, GgufValue>;
}

/** @param size of the file */
export function* tensorsReader(size: number): Reader<FileOfTensors> {
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
