// headwise/formats: files that hold tensors, written and read. Nothing here needs the engine.

export { HeadwiseError } from '../errors.js';
export { readNpy, writeNpy } from './npy.js';
