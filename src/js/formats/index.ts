// The entry `headwise/formats`: reads and writes files of tensors, without the engine.

export { HeadwiseError } from '../arguments/errors.ts';
export { readGguf } from './gguf.ts';
export { stateFromHuggingFace } from './layer-weights.ts';
export { readNpy, writeNpy } from './npy.ts';
export { readNpz, writeNpz } from './npz.ts';
export { roundTo } from './round.ts';
export { readSafetensors } from './safetensors.ts';
export { toFloat32 } from './stored.ts';
export { readTorch } from './torch.ts';
export { writeSafetensors } from './write-safetensors.ts';
export type { GgufValue } from './gguf.ts';
export type { Dtype, StoredTensor, StoredValues } from './stored.ts';
