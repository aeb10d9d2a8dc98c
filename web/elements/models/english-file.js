// The file of the English model, as this copy of headwise was built: its name, and its size.

export { bytes } from 'headwise:model-english';
export const FILE = 'english.safetensors';
