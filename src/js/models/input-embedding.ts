// Computes the first block's input from tokens, positions and types, or from the patches of an image. The same functions, with
// a `note`, also report each step, from which every number can be traced.

import { cutPatches, resizeGrid } from './patches.ts';
import { checkIds, checkPixels } from './run-arguments.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Embedding, Linear, Patches, Ref, Stack } from './description.ts';
import type { EmbeddingStep } from '../types/models.ts';
import type { Buffer } from './model-engine.ts';
import type { Numbers } from './saved-attention.ts';
import type { Opened } from './model.ts';
import type { Ids } from './run-arguments.ts';

/** the checked input */
type CheckedInput = Ids | { pixels: Numbers };

/**
 * @param refs the tensors of the step
 * @param more map: the linear map of the step
 */
type Note = (
  name: EmbeddingStep['name'],
  refs: readonly (Ref | null | undefined)[],
  output: Numbers,
  more?: Partial<EmbeddingStep> & { map?: Linear },
) => any;

/** Computes the first block's input. */
export function embedInput(
  opened: Opened,
  stack: Stack,
  input: unknown,
  past: number,
): { x: Buffer; length: number; checkedInput: CheckedInput } {
  const { embedding } = stack;
  if (embedding.patches) {
    const pixels = checkPixels(input);
    return { ...embedPixels(opened, embedding, pixels), checkedInput: { pixels } };
  }
  const checkedInput = idsOf(opened, stack, input, 'input', past);
  const { ids } = checkedInput;
  return {
    x: embedTokens(opened, embedding, checkedInput, past),
    length: ids.length,
    checkedInput,
  };
}

/**
 * The steps from the model's input to the first block's input.
 *
 * @param isWhole whether the parameters of linear maps are wanted
 */
export function embeddingSteps(
  opened: Opened,
  { embedding }: Stack,
  checkedInput: CheckedInput,
  isWhole: boolean,
): EmbeddingStep[] {
  const steps: EmbeddingStep[] = [];
  const note: Note = (name, refs, output, { map, ...more } = {}) => {
    const { weights } = opened;
    const tensors = refs.flatMap((ref) => (ref ? [weights.nameOf(ref)] : []));
    steps.push({
      ...{ name, tensors, ...more, output },
      ...(map && isWhole && weights.linearNumbers(map)),
    });
  };
  if ('pixels' in checkedInput) embedPixels(opened, embedding, checkedInput.pixels, note);
  else embedTokens(opened, embedding, checkedInput, 0, note);
  return steps;
}

/** @param stack the stack that reads the ids */
export function idsOf(
  opened: Opened,
  { embedding }: Stack,
  input: unknown,
  name: string,
  past: number = 0,
) {
  const { description, weights } = opened;
  const { vocabSize, encoderVocabSize, contextLen, encoder } = description;
  const isEncoder = embedding === encoder?.embedding;
  return checkIds(input, name, {
    vocabSize: (isEncoder ? encoderVocabSize : null) ?? vocabSize,
    contextLen: contextLen - past,
    types: embedding.types ? weights.matrix(embedding.types).rows : 0,
  });
}

function embedTokens(
  { engine, weights }: Opened,
  embedding: Embedding,
  { ids, typeIds }: Ids,
  past: number,
  note?: Note,
) {
  const { tokens, scale, masks, positions, types, norm, projection, projectsFirst } = embedding;
  const length = ids.length;
  const table = weights.matrix(tokens as Ref);
  const named = namesFor(note);
  let width = table.columns;
  let x = engine.buffer(named(projection ? 'embedded' : 'x'), length * width);
  const output = () => new Tensor(engine.read(x, length * width), [length, width]);
  const project = () => {
    if (!projection) return;
    const linear = weights.linear(projection);
    const out = engine.buffer(named('x'), length * linear.weight.rows);
    engine.multiply(linear.weight, linear.bias, x, length, out);
    [x, width] = [out, linear.weight.rows];
    const { weight, bias } = projection;
    note?.('projection', [weight, bias], output(), { map: projection });
  };
  const addRows = (ref: Ref, row: (i: number) => number, name: 'types' | 'positions') => {
    const more = engine.buffer(named('more'), length * width);
    const rows = ids.map((_, i) => row(i));
    engine.embed(weights.matrix(ref), Int32Array.from(rows), more);
    engine.add(more, length * width, x);
    note?.(name, [ref], output(), {
      rows,
      added: new Tensor(engine.read(more, length * width), [length, width]),
    });
  };
  engine.embed(table, Int32Array.from(ids), x);
  note?.('tokens', [tokens], output(), { rows: ids });
  if (scale !== undefined && scale !== 1) {
    engine.scale(scale, length * width, x);
    note?.('scale', [], output(), { by: Math.fround(scale) });
  }
  if (masks) {
    const factors = factorsOf(masks, ids);
    for (const [row, by] of factors.entries()) {
      engine.scale(by, width, engine.part(x, row * width, width));
    }
    note?.('scale', [], output(), { factors });
  }
  if (projectsFirst) project();
  if (types) addRows(types, (i) => typeIds?.[i] ?? 0, 'types');
  if (positions && 'table' in positions) {
    const { table: places, offset } = positions;
    addRows(places, (i) => past + i + offset, 'positions');
  } else if (positions) {
    const data = engine.sinusoids(past + positions.offset, length, width, positions.sinusoidal);
    engine.add(engine.put(named('more'), data), length * width, x);
    note?.('positions', [], output(), { added: new Tensor(data, [length, width]) });
  }
  if (norm) {
    engine.normalize(weights.norm(norm), x, length, width, x);
    note?.('norm', [norm.gain, norm.shift], output(), { norm: weights.normNumbers(norm) });
  }
  if (!projectsFirst) project();
  return x;
}

/** The factor of each token, as float32. @throws {RangeError} if all of them are masks */
function factorsOf({ id, unmasked }: { id: number; unmasked: number }, ids: readonly number[]) {
  const count = ids.filter((one) => one !== id).length;
  if (count === 0) throw new RangeError('input: expected a token beside masks, got masks alone');
  const by = Math.fround(unmasked / (count / ids.length));
  return ids.map((one) => (one === id ? 0 : by));
}

/** Names of buffers; with `note` other ones, because a run may be in progress and use its own. */
function namesFor(note: Note | undefined) {
  return (name: string) => (note ? `layer ${name}` : name);
}

/**
 * Makes tokens of pixels: the tokens before all patches, and the linear map of each patch.
 *
 * @param pixels (channels, height, width)
 */
function embedPixels(
  { engine, weights, description }: Opened,
  { patches, norm }: Embedding,
  pixels: Numbers,
  note?: Note,
) {
  const how = patches as Patches;
  const { first, registers, projection } = how;
  const dim = description.embedDim;
  const named = namesFor(note);
  const { weight, bias } = weights.linear(projection);
  const { rows, down, across } = cutPatches(pixels, how.height, how.width);
  const count = down * across;
  if (rows.length !== count * weight.columns || count === 0) {
    throw new RangeError(
      `input: expected pixels (channels, height, width) of patches of ${weight.columns} numbers, got ${pixels.shape}`,
    );
  }
  const mapped = engine.buffer(named('mapped'), count * dim);
  engine.multiply(weight, bias, engine.put(named('pixels'), rows), count, mapped);
  const before = first.length * dim;
  const begin = before + (registers?.count ?? 0) * dim; // of the patches
  const all = new Float32Array(begin + count * dim);
  const shape = [all.length / dim, dim];
  for (const [i, ref] of first.entries()) all.set(weights.floats(ref).data, i * dim);
  if (registers) all.set(weights.floats(registers.table).data, before);
  all.set(engine.read(mapped, count * dim), begin);
  note?.(
    'patches',
    [projection.weight, projection.bias, ...first, registers?.table],
    new Tensor(all.slice(), shape),
    { pixels: new Tensor(rows, [count, weight.columns]), map: projection },
  );
  const places = weights.floats(how.positions).data;
  const added = new Float32Array(all.length); // registers have none
  added.set(places.subarray(0, before));
  added.set(positionsOf(how, places.subarray(before), [down, across], dim), begin);
  const x = engine.put(named('x'), all);
  const more = engine.put(named('more'), added);
  for (const [start, end] of [
    [0, before],
    [begin, all.length],
  ]) {
    const size = end - start;
    engine.add(engine.part(more, start, size), size, engine.part(x, start, size));
  }
  const [length] = shape;
  note?.('positions', [how.positions], new Tensor(engine.read(x, all.length), shape), {
    added: new Tensor(added, shape),
  });
  if (norm) {
    engine.normalize(weights.norm(norm), x, length, dim, x);
    const output = new Tensor(engine.read(x, length * dim), shape);
    note?.('norm', [norm.gain, norm.shift], output, { norm: weights.normNumbers(norm) });
  }
  return { x, length };
}

/**
 * The positions of an image's patches.
 *
 * @param grid the file's positions
 */
function positionsOf(
  { down, across, isSmoothed }: Patches,
  grid: Float32Array,
  to: [down: number, across: number],
  dim: number,
) {
  const same = to[0] === down && to[1] === across;
  return same ? grid : resizeGrid(grid, [down, across], to, dim, isSmoothed);
}
