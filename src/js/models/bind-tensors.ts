// Binds the tensors of a description, when a model is opened, before any number of them is read: finds each, and compares its
// shape with the config's sizes. The core reads as many numbers as the sizes say, so no run checks them again.

import { describe, HeadwiseError } from '../arguments/errors.ts';
import { expectSize } from './families/graph.ts';
import { shapeOf } from './weight-store.ts';
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
  PositionScores,
  Ref,
  RelativeBias,
  Rotary,
  Stack,
  Sublayer,
} from './description.ts';
import type { Check, WeightStore } from './weight-store.ts';

/** Heads of all families, which a class without them leaves out. */
const HEADS = [
  ...['pooler', 'cls.predictions', 'cls.seq_relationship', 'predictions', 'sop_classifier'],
  ...['lm_head', 'embed_out', 'final_logits_bias', 'generator_predictions', 'generator_lm_head'],
  ...['discriminator_predictions', 'vocab_transform', 'vocab_layer_norm', 'vocab_projector'],
  ...['classifier', 'pre_classifier', 'cls_classifier', 'distillation_classifier', 'score'],
  ...['classification_head', 'qa_outputs', 'multiple_choice_head', 'sequence_summary', 'v_head'],
];

/** Tensors that transformers ignores, too, or computes itself. */
const HARMLESS: readonly RegExp[] = [
  /(^|\.)position_ids$/, // 0, 1, 2 ...
  /(^|\.)rotary_emb\.(original_)?inv_freq$/, // from the config
  /(^|\.)num_batches_tracked$/,
  /^(model\.)?(vision_tower|vision_model|multi_modal_projector)\./, // of a model for text and images
];

/** Refuses sizes that no tensor can have, before any tensor is read. */
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

/** Tensors to read, with which one more block of a stack can run. */
export interface Stage {
  /** the number of tensors, the earlier stages' included */
  end: number;
  /** null: the embeddings, which come first, or the heads and the tables of tokens, which come last */
  stack: Stack | null;
  /** checks numbers that have been read */
  check: () => void;
}

/**
 * Binds a model's tensors, in the order in which a run needs them. An error names a missing tensor, or one of another size.
 *
 * @returns the stages of reading them
 */
export function bindTensors(description: Description, weights: WeightStore): Stage[] {
  const { stack, encoder, head, vector, contacts, embedDim, vocabSize, contextLen } = description;
  const binder = new Binder(weights, embedDim);
  if (encoder) binder.begin(encoder, description.encoderVocabSize ?? vocabSize, contextLen);
  binder.begin(stack, vocabSize, contextLen);
  binder.endStage(null);
  if (encoder) binder.blocks(encoder);
  binder.blocks(stack);
  for (const end of [head, vector]) if (end) binder.head(end);
  if (contacts) binder.contacts(contacts, stack.blocks);
  weights.endTables();
  binder.endStage(null);
  return binder.stages;
}

/** The tensors of a head: first the weights of its linear maps, then its vectors. */
export function refsOf(head: Head | null): Ref[] {
  const steps = head?.steps ?? [];
  const linears = steps.flatMap((step) =>
    'linear' in step ? [step.linear] : 'average' in step ? step.average : [],
  );
  const norms = steps.flatMap((step) => ('norm' in step ? [step.norm] : []));
  const vectors = [
    ...linears.map(({ bias }) => bias),
    ...norms.flatMap(({ gain, shift }) => [gain, shift]),
  ];
  return [...linears.map(({ weight }) => weight), ...vectors.filter((ref) => ref !== null)];
}

class Binder {
  #weights;
  #width;
  /** checks of the present stage */
  #checks: (() => void)[] = [];
  readonly stages: Stage[] = [];

  /** @param width D */
  constructor(weights: WeightStore, width: number) {
    this.#weights = weights;
    this.#width = width;
  }

  endStage(stack: Stack | null) {
    const checks = this.#checks;
    this.#checks = [];
    const check = () => {
      for (const one of checks) one();
    };
    this.stages.push({ end: this.#weights.count, stack, check });
  }

  begin({ embedding, blocks, finalNorm }: Stack, vocabSize: number, contextLen: number) {
    this.#embedding(embedding, vocabSize, contextLen);
    if (blocks.length === 0) this.#norm(finalNorm, this.#width);
  }

  /** A stage for each block; the final norm comes with the last one. */
  blocks(stack: Stack) {
    const { blocks, finalNorm } = stack;
    for (const [layer, block] of blocks.entries()) {
      this.#block(block);
      if (layer === blocks.length - 1) this.#norm(finalNorm, this.#width);
      this.endStage(stack);
    }
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

  contacts(linear: Linear, blocks: readonly Block[]) {
    const heads = blocks.reduce((sum, { attention }) => sum + attention.numHeads, 0);
    this.#linear(linear, 1, heads);
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
      const { columns } = this.#weights.bindTable(
        tokens,
        atLeast(vocabSize, projection ? null : width),
      );
      if (projection) this.#linear(projection, width, columns);
      if (!projectsFirst) width = columns;
    }
    if (types) this.#table(types, 1, width);
    if (positions && 'table' in positions) {
      this.#table(positions.table, contextLen + positions.offset, width);
    }
    this.#norm(norm, width);
  }

  #patches(patches: Patches) {
    const { projection, height, width, down, across, first, registers, positions } = patches;
    const size = height * width;
    this.#matrix(projection.weight, ({ rows, columns }) => {
      if (columns % size !== 0) return [`rows of ${size} numbers for each channel`, columns];
      if (rows !== this.#width) return [shapeOf({ rows: this.#width, columns }), shapeOf({ rows, columns })]; // prettier-ignore
    });
    this.#vector(projection.bias, [this.#width]);
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

  #attention(part: AttentionPart) {
    const { query, key, value, output, relative, rotary, queryNorm, keyNorm } = part;
    const { numHeads, numKvHeads, headDim } = part;
    const [width, rows, keyRows] = [this.#width, numHeads * headDim, numKvHeads * headDim];
    this.#linear(query, rows, width);
    this.#linear(key, keyRows, width);
    this.#linear(value, keyRows, width);
    this.#linear(output, width, rows);
    this.#norm(queryNorm, headDim, rows);
    this.#norm(keyNorm, headDim, keyRows);
    if (relative) this.#relative(relative, numHeads);
    if (part.positions) this.#positions(part.positions, rows);
    if (rotary?.stored) this.#frequencies(rotary, rotary.stored);
  }

  #positions({ table, norm, keys, queries, span }: PositionScores, rows: number) {
    this.#matrix(table, (size) => {
      const expected = { rows: 2 * span, columns: this.#width };
      if (size.rows === expected.rows && size.columns === expected.columns) return undefined;
      return [shapeOf(expected), shapeOf(size)];
    });
    this.#norm(norm, this.#width);
    for (const linear of [keys, queries]) if (linear) this.#linear(linear, rows, this.#width);
  }

  #frequencies(rotary: Rotary, stored: Ref) {
    this.#numbers(stored, rotary.dims / 2);
    this.#checks.push(() => {
      const frequencies = Float64Array.from(this.#weights.floats(stored).data);
      if (!frequencies.every(Number.isFinite)) {
        throw wrong(this.#weights.nameOf(stored), 'finite frequencies', [...frequencies]);
      }
      rotary.of = () => ({ frequencies, factor: 1 });
    });
  }

  #relative({ table, buckets }: RelativeBias, numHeads: number) {
    const expected = { rows: buckets, columns: numHeads };
    this.#weights.bind('floats', table, (size) =>
      size.rows >= buckets && size.columns === numHeads // MPNet's may have more
        ? undefined
        : [`at least ${shapeOf(expected)}`, shapeOf(size)],
    );
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
    const isOne = typeof layerScale === 'number';
    if (layerScale && !isOne) this.#numbers(layerScale, this.#width);
  }

  /**
   * @param rows null: any number
   * @returns the number of rows
   */
  #linear({ weight, bias }: Linear, rows: number | null, columns: number): number {
    const found = this.#matrix(weight, (size) => {
      const expected = { rows: rows ?? size.rows, columns };
      if (size.rows !== expected.rows || size.columns !== columns) {
        return [shapeOf(expected), shapeOf(size)];
      }
    });
    this.#vector(bias, [found.rows]);
    return found.rows;
  }

  #table(ref: Ref, least: number, columns: number) {
    return this.#matrix(ref, atLeast(least, columns));
  }

  #matrix(ref: Ref, check: Check) {
    return this.#weights.bind('matrix', ref, check);
  }

  /** @param widths the lengths that gain and shift may have */
  #norm(norm: Norm | null | undefined, ...widths: number[]) {
    if (!norm) return;
    const { gain, shift, epsilon } = norm;
    if (!(Number.isFinite(epsilon) && epsilon >= 0)) {
      throw wrong('config', "a number from 0 as the norms' epsilon", epsilon);
    }
    this.#vector(gain, widths);
    this.#vector(shift, widths);
  }

  #vector(ref: Ref | null, sizes: readonly number[]) {
    if (ref === null) return;
    this.#weights.bind('vector', ref, ({ count }) =>
      sizes.includes(count) ? undefined : [`${sizes.join(' or ')} numbers`, count],
    );
  }

  #numbers(ref: Ref, size: number) {
    this.#weights.bind('floats', ref, ({ count }) =>
      count === size ? undefined : [`${size} numbers`, count],
    );
  }
}

/**
 * Checks a table.
 *
 * @param least the least number of rows
 * @param columns null: any number
 */
function atLeast(least: number, columns: number | null): Check {
  return (size) => {
    const expected = { rows: least, columns: columns ?? size.columns };
    if (size.rows >= least && size.columns === expected.columns) return undefined;
    return [`at least ${shapeOf(expected)}`, shapeOf(size)];
  };
}

function wrong(name: string, expected: string, value: unknown) {
  return new HeadwiseError('format', `${name}: expected ${expected}, got ${describe(value)}`);
}

/**
 * Refuses a file with tensors that the model does not read, unless they are known to change nothing. Otherwise every number
 * would lack a scale, a gate or a bias that is not implemented here.
 *
 * @param isHarmless by the name in the file, if the file's format lists such names
 */
export function refuseUnused(
  description: Description,
  weights: WeightStore,
  isHarmless: (name: string) => boolean = harmlessOf(description, weights),
) {
  const [first, ...others] = weights.unused.filter((name) => !isHarmless(name));
  if (first === undefined) return;
  const more = others.length > 0 ? `, and ${others.length} more` : '';
  throw new HeadwiseError(
    'unsupported',
    `${first}: expected only tensors that this model reads, got one that it would leave out${more}`,
  );
}

/** A function that says which unread tensors change no result, by the name in the file. */
function harmlessOf(
  { harmless: own = [], otherHeads = [] }: Description,
  weights: WeightStore,
): (name: string) => boolean {
  const used = weights.used.map((name) => weights.withoutPrefix(name));
  const isUsed = (part: string) => used.some((name) => isInside(name, part));
  const heads = [...HEADS, ...otherHeads].filter((head) => !isUsed(head));
  return (full) => {
    const name = weights.withoutPrefix(full);
    return (
      HARMLESS.some((pattern) => pattern.test(full)) ||
      own.some((pattern) => pattern.test(name)) ||
      weights.isTwice(full) ||
      heads.some((head) => isInside(name, head)) ||
      isBeyond(name, used)
    );
  };
}

const isInside = (name: string, part: string) => name === part || name.startsWith(`${part}.`);

/**
 * Whether a tensor is of a layer after the config's last one; transformers ignores such layers, too.
 */
function isBeyond(name: string, used: readonly string[]) {
  const [, before, layer] = /^(.*?\b)(\d+)\./.exec(name) ?? [];
  if (layer === undefined) return false;
  const isRead = used.some((one) => one.startsWith(`${before}${layer}.`));
  return !isRead && Number(layer) > 0 && used.some((one) => one.startsWith(`${before}0.`));
}
