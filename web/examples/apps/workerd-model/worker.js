// Answers with a map of a text, from a model beside this file. Here WebAssembly is compiled when a program is deployed, so
// openModel() is given the module. A bundler puts the package's files into one: npm run build.

import { openModel } from 'headwise/models';
import wasm from 'headwise/models-fixed.wasm';
import file from './model.safetensors';

let model;

export default {
  async fetch(request) {
    model ??= await openModel({ 'model.safetensors': file }, { wasm });
    const text = new URL(request.url).searchParams.get('text') ?? 'the cat';
    const run = await model.run(text);
    const map = await run.attention({ layer: 0, head: 1 });
    const { texts } = run.input;
    run.dispose();
    return Response.json({ texts, map });
  },
};
