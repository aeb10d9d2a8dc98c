// The entry `headwise/formats`: reads and writes files of tensors, without the engine.

export { HeadwiseError } from '../arguments/errors.js';
export { stateFromHuggingFace } from './hugging-face.js';
export { readNpy, writeNpy } from './npy.js';
export { readNpz, writeNpz } from './npz.js';
export { roundTo } from './round.js';
export { readSafetensors } from './safetensors.js';
export { toFloat32 } from './stored.js';
export { writeSafetensors } from './write-safetensors.js';
