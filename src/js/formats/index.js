// headwise/formats: files that hold tensors, written and read. Nothing here needs the engine.

export { HeadwiseError } from '../arguments/errors.js';
export { readNpy, writeNpy } from './npy.js';
