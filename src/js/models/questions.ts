// Questions about causes that take a model or runs, on this thread or in a worker. Their work is in causes/, loaded when one is asked.

import { isRecord } from '../arguments/options.ts';
import { openedOf } from './model.ts';
import { elsewhere } from './run-parts.ts';
import type { FloatTensor, TensorLike } from '../types/index.ts';
import type {
  AlignOptions,
  Alignment,
  Circuits,
  Contacts,
  Model,
  ModelInput,
  MovedHead,
  Patch,
  PatchOptions,
  ProbedHead,
  ProbeOptions,
  Run,
  Sweep,
  SweepOptions,
  WorkerModel,
} from '../types/models.ts';

/** @returns the model's worker; null: it is on this thread, or the measure must be called on it */
function workerOf(model: unknown, options?: unknown) {
  const there = elsewhere.get(Object(model));
  if (!there) openedOf(Object(model));
  const isFunction = isRecord(options) && typeof options.measure === 'function';
  return there && !isFunction ? there : null;
}

/**
 * Takes every head away in turn, or every attention or MLP, and measures the answer. Only the layers from the changed one on run again. The
 * input is a text, ids, or the pixels of an image.
 *
 * @throws {RangeError} for a run in `by` of another length
 *
 * @example
 * const { base, effects } = await sweep(model, 'The animal was tired', { measure: { token: ' of' } });
 * effects.at(3, 5); // the measure without head 5 of layer 3, less the measure with it
 */
export async function sweep(
  model: Model | WorkerModel,
  input: string | [string, string] | ModelInput | readonly number[] | TensorLike,
  options: SweepOptions,
): Promise<Sweep> {
  const there = workerOf(model, options);
  if (there) return there('sweep', [input, options]);
  const { sweepModel } = await import('./causes/index.ts');
  return sweepModel(model, input, options, elsewhere.has(model) ? null : openedOf(model));
}

/**
 * Puts parts of one run into another of the same length, one at a time, and measures the answer: which part carries the difference?
 *
 * @throws {RangeError} for runs of different lengths
 *
 * @example
 * const [into, from] = await model.run([['The key is'], ['The keys are']]);
 * const measure = { token: ' here', against: ' there' };
 * const { normalized } = await patch(model, { into, from, measure, over: 'residual' });
 * normalized.at(2, 1); // 1: position 1 of the stream into layer 2 carries all of it
 */
export async function patch(model: Model | WorkerModel, options: PatchOptions): Promise<Patch> {
  const there = workerOf(model, options);
  if (there) return there('patch', [options]);
  const { patchRuns } = await import('./causes/index.ts');
  return patchRuns(options, elsewhere.has(model) ? null : openedOf(model));
}

/**
 * Probes every head with texts of random tokens that come twice: does it attend to the token before, to the same token earlier, to the
 * token after that one, or to the first? The first token is the model's own start token, if it has one.
 *
 * @returns layer by layer, head by head
 * @throws {RangeError} for a text that is longer than the model reads
 *
 * @example
 * const heads = await probeHeads(model, { seed: 1 });
 * const [best] = heads.sort((a, b) => b.induction.mean - a.induction.mean);
 */
export async function probeHeads(
  model: Model | WorkerModel,
  options?: ProbeOptions,
): Promise<ProbedHead[]> {
  const there = workerOf(model);
  if (there) return there('probeHeads', [options]);
  const { probe } = await import('./causes/index.ts');
  return probe(model as Model, openedOf(model), options);
}

/**
 * The circuits of a head from its weights alone. Gains of norms are part of them; scales, biases and positions are not.
 * `copying: false` leaves out the score that needs the model's own head.
 *
 * @throws {HeadwiseError} 'unsupported' with `copying` for a model whose head is not linear, such as BERT's
 *
 * @example
 * const { copying } = await circuits(model, { layer: 5, head: 1 }); // near 1: it copies
 * const { qk, ov } = await circuits(bert, { layer: 5, head: 1, copying: false });
 */
export function circuits(
  model: Model | WorkerModel,
  at: { layer: number; head: number; copying: false },
): Promise<Omit<Circuits, 'copying'>>;
export function circuits(
  model: Model | WorkerModel,
  at: { layer: number; head: number; copying?: true },
): Promise<Circuits>;
export function circuits(
  model: Model | WorkerModel,
  at: { layer: number; head: number; copying?: boolean },
): Promise<Circuits | Omit<Circuits, 'copying'>>;
export async function circuits(
  model: Model | WorkerModel,
  at: { layer: number; head: number; copying?: boolean },
): Promise<Circuits | Omit<Circuits, 'copying'>> {
  const there = workerOf(model);
  if (there) return there('circuits', [at]);
  const { circuitsOf } = await import('./causes/index.ts');
  return circuitsOf(openedOf(model), at);
}

/**
 * How much of each head's output each later head reads, from weights alone: |W_b W_a| / (|W_b| |W_a|) of Elhage et al. (2021), with
 * Frobenius norms.
 *
 * @returns (layers, heads, layers, heads): by the layer and head of a, and of b; 0 where a is not in an earlier layer
 *
 * @example
 * const scores = await composition(model, 'key');
 * scores.at(0, 3, 1, 2); // how much the keys of head 2 in layer 1 read from head 3 in layer 0
 */
export async function composition(
  model: Model | WorkerModel,
  kind: 'query' | 'key' | 'value',
): Promise<FloatTensor> {
  const there = workerOf(model);
  if (there) return there('composition', [kind]);
  const { compositionOf } = await import('./causes/index.ts');
  return compositionOf(openedOf(model), kind);
}

/**
 * Compares two runs of models with the same layers and heads, such as two quantisations: how far did each head's map move?
 *
 * @throws {RangeError} for maps of different shapes
 *
 * @example
 * const moved = await compareHeads(await model.run(text), await quantised.run(text));
 */
export async function compareHeads(a: Run, b: Run): Promise<MovedHead[]> {
  const { movedHeads } = await import('./causes/index.ts');
  return movedHeads(a, b);
}

/**
 * Rolls attention out over the layers (Abnar and Zuidema 2020): the product of the layers' mean maps, each mixed with the identity.
 *
 * @param options residual: the share of the identity, default 0.5
 * @returns (L, L): a row for each position after the last layer, a column for each position of the input
 *
 * @example
 * const map = await rollout(run);
 */
export async function rollout(run: Run, options?: { residual?: number }): Promise<FloatTensor> {
  const { rolledOut } = await import('./causes/index.ts');
  return rolledOut(run, options);
}

/**
 * The contacts of a protein, as ESM's contact head predicts them from the maps of all heads, and what each head adds to them. Residue
 * 0 is the token after the first, and the last token counts as no residue.
 *
 * @param options pairs: residues whose `contributions` are wanted
 * @throws {HeadwiseError} 'unsupported' for a model without `contact_head.regression`
 * @throws {RangeError} for a text without residues, and for a pair outside it
 *
 * @example
 * const run = await model.run('MKTAYIAKQRQISFVKSHFSRQ');
 * const { probabilities, heads } = await contacts(run, { pairs: [[3, 17]] });
 * probabilities.at(3, 17); // of a contact of residues 3 and 17
 * const [best] = heads.sort((a, b) => b.contributions![0] - a.contributions![0]); // the head that says so most
 */
export async function contacts(
  run: Run,
  options?: { pairs?: readonly (readonly [residue: number, other: number])[] },
): Promise<Contacts> {
  const there = elsewhere.get(run);
  if (there) return there('contacts', [options]);
  const { contactsOf } = await import('./causes/index.ts');
  return contactsOf(run, options);
}

/**
 * Ties words to words by attention: each position of the target to the source position of its largest weight.
 *
 * @example
 * const { links } = await alignWords(run, { heads: [{ layer: 3, head: 1 }] });
 * const { links: best, errorRate } = await alignWords(run, { pairs: [[0, 1], [1, 0]] }); // of the best single head
 */
export async function alignWords(run: Run, options?: AlignOptions): Promise<Alignment> {
  const { aligned } = await import('./causes/index.ts');
  return aligned(run, options);
}
