// Transformers without the rest of headwise/training.
// The bundler takes them alone, without tasks and training.

export { createTransformer } from 'headwise/training';
