// Transformers for what needs no more of headwise/training: the bundler takes them alone, without tasks and training.

export { createTransformer } from 'headwise/training';
