// Detects a file's format by its first bytes, and locates its tensors. The reader of torch's pickles is a chunk of its own,
// loaded for the files that need it.

import { ggufReader } from './gguf.ts';
import { isNpz, npzReader } from './npz.ts';
import { readLater } from './ranges.ts';
import { safetensorsReader } from './safetensors.ts';
import { zipReader } from './zip.ts';
import type { Entry } from './entry.ts';
import type { GgufValue } from './gguf.ts';
import type { RangeSource, Reader } from './ranges.ts';

export type TensorsFormat = 'safetensors' | 'gguf' | 'torch' | 'npz';

interface FileOfTensors {
  format: Exclude<TensorsFormat, 'torch'>;
  entries: Entry[];
  metadata: Record<string, GgufValue>;
}

/** @param size of the file */
export async function locateTensors(
  size: number,
  readRange: RangeSource,
): Promise<Omit<FileOfTensors, 'format'> & { format: TensorsFormat }> {
  const found = await readLater(readRange, tensorsReader(size));
  if (found.format !== 'torch') return found;
  const { torchReader } = await import('./torch.ts');
  return { ...found, ...(await readLater(readRange, torchReader(size))) };
}

/**
 * Locates the tensors; in a file of torch it only detects the format.
 *
 * @param size of the file
 */
export function* tensorsReader(size: number): Reader<FileOfTensors | { format: 'torch' }> {
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
  if (isTorch) return { format: 'torch' };
  return { format: 'safetensors', ...(yield* safetensorsReader(size)) };
}
