// Name and size of the English model's file, set by the build.

export { bytes } from 'headwise:model-english';
export const FILE = 'english.safetensors';
