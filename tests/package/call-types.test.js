// The declarations of calls, as TypeScript reads them: results narrow with the options, in every entry, and a misspelt
// option is answered with the name that was meant.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { distDir } from '../../src/build/tools/paths.js';

const IMPORTS = `
import { load } from '${join(distDir, 'types/index.js')}';
import { diagnose } from '${join(distDir, 'types/doctor.js')}';
import { drawMap } from '${join(distDir, 'types/map.js')}';
import { headStatistics, openModel, rankHeads, trainable } from '${join(distDir, 'types/models.js')}';
import { createTransformer, train } from '${join(distDir, 'types/training.js')}';
import { readSafetensors } from '${join(distDir, 'types/formats.js')}';
import type { AsyncHeadwise, BoolTensor, FloatTensor, PlainTensor, ForwardOptions, Headwise, MultiHeadAttention } from '${join(distDir, 'types/index.js')}';
import type { HeadwiseLab, HeadwiseMap } from '${join(distDir, 'types/element.js')}';
import type { Model, Run, WorkerModel } from '${join(distDir, 'types/models.js')}';
import type { Transformer } from '${join(distDir, 'types/training.js')}';
import * as reference from '${join(distDir, 'types/reference.js')}';
declare const engine: Headwise;
declare const remote: AsyncHeadwise;
declare const layer: MultiHeadAttention;
declare const x: PlainTensor;
declare const maps: FloatTensor;
declare const lab: HeadwiseLab;
declare const map: HeadwiseMap;
declare const run: Run;
declare const model: Model;
declare const workerModel: WorkerModel;
declare const transformer: Transformer;
declare const flags: BoolTensor;
const ideal = reference.createMultiHeadAttention({ embedDim: 8, numHeads: 2 });
`;

/** Each line alone must be right. */
const RIGHT = [
  'layer.forward(x, { attention: true }).attention.data;',
  'layer.forward(x, x, { attention: true }).attention.data;',
  'layer.forward(x, x, x, { attention: true, keep: true }).kept.backward(x, { bias: true }).bias.data;',
  'layer.forward(x, { trace: true }).trace.contributions.data;',
  'layer.forward(x, undefined, { trace: true }).logSumExp.data;',
  'layer.forward(x, { pastKey: x, pastValue: x }).presentKey.data;',
  'layer.forward(x, { keep: true, causal: "bottom-right" }).kept.dispose();',
  'engine.scaledDotProductAttention(x, x, x, { keep: true, trace: true }).kept.backward(x).query.data;',
  'engine.scaledDotProductAttention(x, x, x, { attention: true }).attention.shape;',
  'async () => (await (await remote.createMultiHeadAttention({ embedDim: 8, numHeads: 2 })).forward(x, x, { attention: true })).attention.data;',
  'async () => (await remote.scaledDotProductAttention(x, x, x, { keep: true })).kept.dispose();',
  'ideal.forward(x, x, { trace: true, bounds: true }).trace.heads.data;',
  'reference.scaledDotProductAttention(x, x, x, { attention: true }).attention.data;',
  '(options: ForwardOptions) => layer.forward(x, options).attention?.data;',
  '(maps: boolean) => layer.forward(x, { attention: maps }).attention?.data;',
  'layer.forward(x, Math.random() < 0.5 ? { attention: true } : { causal: true, attention: true }).attention.data;',
  'engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2, queryKeyNorm: { type: "rms", over: "head" } });',
  'engine.createMultiHeadAttention(layer.config);',
  'layer.loadStateDict(readSafetensors(new Uint8Array()).tensors);',
  'layer.forward(maps, { attention: true }).attention.at(0, 1, 2).toFixed();',
  'layer.forward(maps, { mask: { attend: flags } });',
  'maps.toArray<number[][]>()[0][1].toFixed();',
  'flags.row(0) satisfies Uint8Array;',
  "lab.locked = 'text, view';",
  "lab.lesson = 'masks.2';",
  'lab.state = { causal: true, heads: 4 };',
  'map.attention = [[[1, 0], [0.5, 0.5]]];',
  'map.attention = maps;',
  'map.selection = { layer: 1, head: 2, query: null, key: 3 };',
  'async () => (await run.trace({ layer: 1 })).contributions.at(0, 1, 2);',
  'transformer.forward([1, 2], { attention: true }).attention[0].shape;',
  'transformer.forward([1, 2], { trace: true }).trace.layers[0].heads;',
  'async () => (await load({ worker: true })).backend.threads satisfies number;',
  'async () => (await load({ threads: "auto" })).softmax([0]).data;',
  'async () => (await openModel("bert", { engine })).stateDict().a.data;',
  'async () => (await (await openModel("bert", { engine: remote })).stateDict()).a.data;',
  'async () => (await openModel("bert", { worker: true })).tokenize("a").ids;',
  '(worker: boolean) => openModel("bert", { worker });',
  '(files: FileList) => openModel(files);',
  '(folder: FileSystemDirectoryHandle) => openModel(folder);',
  'async () => load({ wasm: await WebAssembly.compile(new Uint8Array()) });',
  'trainable(model).config.numLayers;',
  'async () => (await trainable(workerModel)).config.numLayers;',
  'async () => (await model.run(["a", "b", "c"]))[0].logits;',
  'async () => (await model.run("a")).input.texts;',
  'async () => (await model.run("a")).logits?.at(0, 1);',
  'async () => (await headStatistics(run, { only: ["written"] }))[0].written.value;',
  'drawMap(maps, { labels: ["a"], theme: "dark", width: 300 }).outerHTML;',
  'engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2, defaults: { causal: true } });',
];

/** @type {readonly [line: string, answer: RegExp][]} */
const WRONG = [
  ['layer.forward(x, { casual: true });', /Did you mean to write 'causal'/],
  ['layer.forward(x, { casual: true, attention: true });', /Did you mean to write 'causal'/],
  ['layer.forward(x, x, { casual: true });', /Did you mean to write 'causal'/],
  ['layer.forward(x, x, x, { casual: true });', /Did you mean to write 'causal'/],
  [
    'engine.scaledDotProductAttention(x, x, x, { casual: true });',
    /Did you mean to write 'causal'/,
  ],
  ['ideal.forward(x, { casual: true });', /Did you mean to write 'causal'/],
  ['layer.forward(x).attention.data;', /possibly 'undefined'/],
  ['layer.forward(x, { attention: false }).attention.data;', /possibly 'undefined'/],
  ['layer.forward(x, { causal: "left" });', /not assignable to type/],
  [
    'layer.forward(x, { mask: { attend: maps } });',
    /Type '"float32"' is not assignable to type '"bool"'/,
  ],
  ["map.view = 'modl';", /"modl"/],
  ["map.theme = 'drak';", /"drak"/],
  ["lab.locked = 'txt';", /"txt"/],
  ["lab.lesson = 'nosuch';", /"nosuch"/],
  ['lab.state = { causl: true };', /'causl' does not exist|mean to write 'causal'/],
  ["map.attention = [['a']];", /'string' is not assignable/],
  ['async () => (await run.trace({ layer: 1 })).qeury;', /Property 'qeury' does not exist/],
  ['transformer.forward([1, 2], { atention: true });', /mean to write 'attention'/],
  ['transformer.forward([1, 2]).attention.length;', /possibly 'undefined'/],
  ['layer.forward(flags);', /'BoolTensor' is not assignable/],
  ['layer.forward(x, { keep: true }).kept.backward(x).bias.data;', /possibly 'undefined'/],
  ['engine.createMultiHeadAttention({ embedDim: 8, heads: 2 });', /'heads' does not exist/],
  ['engine.createMultiHeadAttention({ embedDim: 8 });', /'numHeads' is missing/],
  [
    'engine.createMultiHeadAttention({ embedDim: 8, numHeads: 2, defaults: { casual: true } });',
    /mean to write 'causal'/,
  ],
  ['load({ thread: 2 });', /mean to write 'threads'/],
  ['load({ simd: "fast" });', /"fast"/],
  ['load({ wasm: 5 });', /'number' is not assignable/],
  ['openModel({ kind: "file", name: "config.json" });', /not assignable/],
  ['openModel("bert", { wroker: true });', /mean to write 'worker'/],
  ['openModel("bert", { weights: "int8" });', /"int8"/],
  ['openModel("bert", { engine: layer });', /not assignable/],
  ['async () => (await openModel("bert", { worker: true })).stateDict().a;', /'a' does not exist/],
  ['async () => (await load({ worker: true })).softmax([0]).data;', /'data' does not exist/],
  ['trainable(workerModel).config;', /'config' does not exist/],
  ['model.run("a", { ablat: [] });', /mean to write 'ablate'/],
  ['model.run("a", { ablate: [{ layer: 0 }] });', /'head' is missing/],
  ['model.run({ id: [1] });', /No overload matches/],
  ['async () => (await model.run("a")).attention({ head: 0 });', /'layer' is missing/],
  ['async () => (await model.run(maps)).input.ids;', /possibly 'undefined'/],
  ['model.generate("a", { maxToken: 3 });', /mean to write 'maxTokens'/],
  ['headStatistics(run, { only: ["previous"] });', /"previous"/],
  [
    'async () => (await headStatistics(run, { only: ["entropy"] }))[0].written;',
    /'written' does not exist/,
  ],
  ['rankHeads(run, { form: [0], to: [1] });', /'form' does not exist/],
  ['drawMap(maps, { theme: "drak" });', /"drak"/],
  ['drawMap(maps, { label: ["a"] });', /mean to write 'labels'/],
  ['map.selection = { hed: 1, query: null, key: null };', /mean to write 'head'/],
  ['maps.at("0", 1);', /'string' is not assignable to parameter of type 'number'/],
  ['flags.row(0) satisfies Float32Array;', /does not satisfy/],
  ['createTransformer(x, { vocabSize: 8 });', /not assignable/],
  [
    'createTransformer(engine, { vocabSize: 8, embedDim: 8, numHeads: 2 });',
    /is missing|missing the/,
  ],
  ['train(transformer, { batch: 3 }, {});', /not assignable|missing/],
  ['diagnose({ inputs: { query: x } });', /missing/],
];

const lines = [...RIGHT, ...WRONG.map(([line]) => line)];
const messages = diagnose(lines);

for (const [at, line] of RIGHT.entries()) {
  test(`right: ${line}`, () => assert.equal(messages[at], ''));
}
for (const [at, [line, answer]] of WRONG.entries()) {
  test(`wrong: ${line}`, () => assert.match(messages[RIGHT.length + at], answer));
}

/**
 * The compiler's errors for each line, all from one program, because it takes seconds to start.
 *
 * @param {readonly string[]} lines
 */
function diagnose(lines) {
  const file = '/calls.ts';
  const text = `${IMPORTS}\n${lines.map((line) => `(${line.replace(/;$/, '')});`).join('\n')}\n`;
  const first = IMPORTS.split('\n').length;
  const options = {
    strict: true,
    noEmit: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.esnext.disposable.d.ts'],
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const said = lines.map(() => '');
  for (const { start, messageText } of ts.getPreEmitDiagnostics(
    program,
    program.getSourceFile(file),
  )) {
    const { line } = ts.getLineAndCharacterOfPosition(
      /** @type {ts.SourceFile} */ (program.getSourceFile(file)),
      start ?? 0,
    );
    said[line - first] =
      `${said[line - first] ?? ''}${ts.flattenDiagnosticMessageText(messageText, '\n')}\n`;
  }
  return said;
}
