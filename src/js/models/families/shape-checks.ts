// Holds the sizes that a family's table finds in a config against the file's tensors, when a model is opened. The core reads
// as many numbers as the sizes say, so a run may count on them.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { expectSize } from './common.ts';
import type {
  AttentionPart,
  Block,
  Description,
  Embedding,
  Head,
  Linear,
  Mlp,
  Norm,
  Patches,
  Ref,
  RelativeBias,
  Stack,
  Sublayer,
} from '../description.ts';
import type { WeightStore } from '../weight-store.ts';

/** Refuses sizes that no tensor can have, before any is read. */
export function expectSizes({ embedDim, stack, encoder }: Description) {
  expectSize('embedDim', embedDim);
  for (const { blocks } of [stack, encoder ?? { blocks: [] }]) {
    for (const { attention, cross } of blocks) {
      for (const part of [attention, cross]) if (part) expectHeads(part);
    }
  }
}

function expectHeads({ numHeads, numKvHeads, headDim }: AttentionPart) {
  expectSize('numHeads', numHeads);
  expectSize('numKvHeads', numKvHeads);
  expectSize('headDim', headDim);
  if (numHeads % numKvHeads !== 0) {
    throw wrong('config', `numHeads to be a multiple of numKvHeads, ${numKvHeads}`, numHeads);
  }
}

/**
 * Refuses tensors of other sizes than the description's.
 *
 * @param weights that has read them
 * @param said sizes that config.json says
 */
export function expectFitting(description: Description, weights: WeightStore, said: string) {
  const {
    stack,
    encoder,
    head,
    vector,
    embedDim,
    vocabSize,
    encoderVocabSize = vocabSize,
  } = description;
  const fit = new Fit(weights, embedDim, said);
  const { contextLen } = description;
  if (encoder) fit.stack(encoder, encoderVocabSize, contextLen);
  fit.stack(stack, vocabSize, contextLen);
  for (const end of [head, vector]) if (end) fit.head(end);
}

class Fit {
  #weights;
  #width;
  #said;

  /** @param width of the blocks */
  constructor(weights: WeightStore, width: number, said: string) {
    this.#weights = weights;
    this.#width = width;
    this.#said = said;
  }

  stack({ embedding, blocks, finalNorm }: Stack, vocabSize: number, contextLen: number) {
    this.#embedding(embedding, vocabSize, contextLen);
    for (const block of blocks) this.#block(block);
    this.#norm(finalNorm, this.#width);
  }

  head({ steps }: Head) {
    let width = this.#width;
    for (const step of steps) {
      if ('pool' in step) width *= step.pool.length;
      else if ('width' in step) width = Math.min(width, step.width);
      else if ('linear' in step) width = this.#linear(step.linear, null, width);
      else if ('norm' in step) this.#norm(step.norm, width);
      else if ('average' in step) {
        const [first, ...others] = step.average;
        const classes = this.#linear(first, null, width);
        for (const one of others) this.#linear(one, classes, width);
        width = classes;
      }
    }
  }

  #embedding(
    { patches, tokens, types, positions, norm, ...rest }: Embedding,
    vocabSize: number,
    contextLen: number,
  ) {
    if (patches) this.#patches(patches);
    let width = this.#width;
    if (tokens) {
      const { projection, projectsFirst } = rest;
      const inner = projection ? this.#weights.matrix(tokens).columns : width;
      this.#table(tokens, vocabSize, inner);
      if (projection) this.#linear(projection, width, inner);
      if (!projectsFirst) width = inner;
    }
    if (types) this.#table(types, 1, width);
    if (positions && 'table' in positions) {
      this.#table(positions.table, contextLen + positions.offset, width);
    }
    this.#norm(norm, width);
  }

  #patches({ projection, height, width, down, across, first, registers, positions }: Patches) {
    const { columns } = this.#weights.matrix(projection.weight);
    const size = height * width;
    if (!(columns % size === 0)) throw this.#wrong(projection.weight, `rows of ${size} numbers for each channel`, columns); // prettier-ignore
    this.#linear(projection, this.#width, columns);
    for (const ref of first) this.#numbers(ref, this.#width);
    if (registers) this.#numbers(registers.table, registers.count * this.#width);
    this.#numbers(positions, (first.length + down * across) * this.#width);
  }

  #block({ attention, around, cross, aroundCross, mlp, aroundMlp }: Block) {
    this.#attention(attention);
    this.#around(around);
    if (cross) this.#attention(cross);
    this.#around(aroundCross);
    if (mlp) this.#mlp(mlp);
    this.#around(aroundMlp);
  }

  #attention({ query, key, value, output, relative, queryNorm, keyNorm, ...sizes }: AttentionPart) {
    const { numHeads, numKvHeads, headDim } = sizes;
    const [width, rows, keyRows] = [this.#width, numHeads * headDim, numKvHeads * headDim];
    this.#linear(query, rows, width);
    this.#linear(key, keyRows, width);
    this.#linear(value, keyRows, width);
    this.#linear(output, width, rows);
    this.#norm(queryNorm, headDim, rows);
    this.#norm(keyNorm, headDim, keyRows);
    if (relative) this.#relative(relative, numHeads);
  }

  #relative({ table, buckets }: RelativeBias, numHeads: number) {
    const [rows, columns] = this.#weights.floats(table).shape;
    if (rows >= buckets && columns === numHeads) return; // MPNet's may have more
    const expected = `at least ${shapeOf(buckets, numHeads)}`;
    throw this.#wrong(table, expected, shapeOf(rows, columns));
  }

  #mlp({ up, gate, down, inner: said }: Mlp) {
    const inner = this.#linear(up, said ?? null, this.#width);
    if (gate) this.#linear(gate, inner, this.#width);
    this.#linear(down, this.#width, inner);
  }

  #around(sublayer?: Sublayer) {
    if (!sublayer) return;
    const { before, inside, after, layerScale } = sublayer;
    for (const norm of [before, inside, after]) this.#norm(norm, this.#width);
    if (layerScale) this.#numbers(layerScale, this.#width);
  }

  /**
   * @param rows null: any
   * @returns its rows
   */
  #linear({ weight, bias }: Linear, rows: number | null, columns: number): number {
    const found = this.#weights.matrix(weight);
    rows ??= found.rows;
    if (found.rows !== rows || found.columns !== columns) {
      throw this.#wrong(weight, shapeOf(rows, columns), shapeOf(found.rows, found.columns));
    }
    if (bias !== null) this.#vector(bias, [rows]);
    return rows;
  }

  /** @param least rows */
  #table(ref: Ref, least: number, columns: number) {
    const found = this.#weights.matrix(ref);
    if (found.rows >= least && found.columns === columns) return;
    const expected = `at least ${shapeOf(least, columns)}`;
    throw this.#wrong(ref, expected, shapeOf(found.rows, found.columns));
  }

  /** @param widths that it may have */
  #norm(norm: Norm | null | undefined, ...widths: number[]) {
    if (!norm) return;
    const { gain, shift, epsilon } = norm;
    if (!(Number.isFinite(epsilon) && epsilon >= 0)) {
      throw wrong('config', "a number from 0 as the norms' epsilon", epsilon);
    }
    if (gain !== null) this.#vector(gain, widths);
    if (shift !== null) this.#vector(shift, widths);
  }

  #vector(ref: Ref, sizes: readonly number[]) {
    const { size } = this.#weights.vector(ref);
    if (!sizes.includes(size)) throw this.#wrong(ref, `${sizes.join(' or ')} numbers`, size);
  }

  #numbers(ref: Ref, size: number) {
    const { length } = this.#weights.floats(ref).data;
    if (length !== size) throw this.#wrong(ref, `${size} numbers`, length);
  }

  #wrong(ref: Ref, expected: string, got: string | number) {
    const says = this.#said && `; it says ${this.#said}`;
    const text = `${this.#weights.nameOf(ref)}: expected ${expected}, as the config says, got ${got}${says}`;
    return new HeadwiseError('format', text);
  }
}

const shapeOf = (rows: number, columns: number) => `${rows} rows of ${columns} numbers`;

function wrong(name: string, expected: string, value: unknown) {
  return new HeadwiseError('format', `${name}: expected ${expected}, got ${describe(value)}`);
}
