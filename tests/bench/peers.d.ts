// The packages that are measured, to the type checker: it runs where they are not installed.

declare module '@jax-js/jax';
declare module '@tensorflow/tfjs-backend-wasm';
declare module '@tensorflow/tfjs-core';
declare module '@tensorflow/tfjs-core/dist/register_all_gradients.js';
declare module 'onnxruntime-web/wasm';
