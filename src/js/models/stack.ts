// The blocks of a model in the core, described once, as soon as their tensors are read. A pass starts, runs in slices, and
// leaves its intermediates in the core, where they are read. Nothing is computed here.

import { allocate } from '../runtime/results.ts';
import { SCORES } from '../attention/scores.ts';
import { usualOf } from '../arguments/options.ts';
import { fieldsOf } from '../runtime/fields.ts';
import { ACTIVATIONS } from '../transformer/activations.ts';
import { REPLACEABLE_IN_PASS } from './saved-attention.ts';
import { mismatch, NONE } from './model-engine.ts';
import { withRows } from './run-arguments.ts';
import { TextCaches } from './text-caches.ts';
import { Tensor } from '../arguments/tensor-class.ts';
import type { Slot } from '../runtime/core.ts';
import type { Changes, Numbers, SavedAttention, WrittenAttention } from './saved-attention.ts';
import type {
  AttentionPart,
  Block,
  Linear,
  Mlp,
  Norm,
  Ref,
  Stack,
  Sublayer,
} from './description.ts';
import type { Buffer, ModelEngine } from './model-engine.ts';
import type { WeightStore } from './weight-store.ts';

/** The intermediates of a pass that a run saves. */
export interface Passed {
  /** (L, D) each: the input of each block, and the output of the last */
  hidden: Numbers[];
  self: SavedAttention[];
  cross: SavedAttention[];
  /** after the final norm, (L, D) */
  x: Buffer;
}

/** The outputs of the parts of a block, as they are added to the stream, (L, D) each. */
export interface BlockParts {
  attended: Numbers;
  /** null: no cross attention */
  crossed: Numbers | null;
  /** the stream before the MLP; null: attention and MLP have the same input, or there is no MLP */
  middle: Numbers | null;
  /** null: no MLP */
  mlp: Numbers | null;
}

/** An earlier pass of the same input, whose blocks before a layer count. */
interface Earlier {
  passed: Passed;
  layer: number;
}

/** The intermediates of a pass, of its last row alone. */
export interface Written {
  /** after the final norm, (D) */
  x: Buffer;
  self: readonly WrittenAttention[];
  cross: readonly WrittenAttention[];
}

/** Called between slices, and after each block with the part of the pass that is done. */
type Pause = (done?: number) => Promise<void> | void;

interface Pass {
  /** L */
  length: number;
  changes: Changes;
  /** (S, D), rows of the encoder */
  states: Numbers | null;
  pause: Pause;
  /** waits until the tensors of so many blocks are read, and returns of how many they are; without it, of all */
  until?: (blocks: number) => Promise<number>;
  /** called after each block */
  onBlock?: (saved: SavedAttention) => void;
}

/** Names of biases of scores, in the order of the core's enum. */
const BIASES = [
  ...['none', 'alibi', 'alibi both ways', 'alibi of keys', 'buckets', 'buckets both ways'],
];
/** Results of the core's step(). */
const PART = 1;
const DONE = 2;
/** Duration of a slice in milliseconds. */
const SLICE = 8;

export class CoreStack {
  #engine;
  #weights;
  #stack;
  #width;
  #slot: Slot;
  /** how many blocks are described; null: all, and the final norm */
  #described: number | null = 0;
  /** why a block could not be described: it may be there in part */
  #broken: { error: unknown } | null = null;
  /** The core's copies of arrays, by the array. */
  #numbers: Map<object, Buffer> = new Map();
  /** Tables of relative positions in the core, after their norm. */
  #tables: Map<Ref, Buffer> = new Map();

  /** @param width D */
  constructor(engine: ModelEngine, weights: WeightStore, stack: Stack, width: number) {
    this.#engine = engine;
    this.#weights = weights;
    this.#stack = stack;
    this.#width = width;
    const { core } = engine;
    this.#slot = core.create((module: any, handle) => new module.Stack(handle, width));
  }

  /**
   * Describes blocks whose tensors have been read, up to a number of them, and the final norm with the last one. No pass may be
   * under way: blocks move in the core.
   */
  describe(end: number = this.#stack.blocks.length) {
    if (this.#broken) throw this.#broken.error;
    try {
      this.#add(end);
    } catch (error) {
      this.#broken = { error };
      throw error;
    }
  }

  #add(end: number) {
    const { blocks, finalNorm } = this.#stack;
    if (this.#described === null) return;
    for (; this.#described < end; this.#described++) {
      const at = this.#describe(this.#block(blocks[this.#described]));
      this.#do((own) => own.addBlock(at));
      this.#setFrequencies(this.#described, 1);
    }
    if (this.#described < blocks.length) return;
    const final = this.#describe(this.#norm(finalNorm, this.#width));
    this.#do((own) => own.setFinalNorm(final));
    this.#described = null;
  }

  /**
   * Runs a pass and saves its intermediates: the blocks that are there, then the blocks that were read meanwhile.
   *
   * @param x (L, D), input of the first block, overwritten
   * @param earlier a pass to continue from a layer on, whose input is x
   */
  async run(x: Buffer, pass: Pass, earlier: Earlier | null = null): Promise<Passed> {
    const { length, states, changes } = pass;
    const { blocks } = this.#stack;
    const first = earlier?.layer ?? 0;
    const before = <T>(all: readonly T[] = []) => all.slice(0, first);
    const passed: Passed = {
      hidden: before(earlier?.passed.hidden),
      self: before(earlier?.passed.self),
      cross: (earlier?.passed.cross ?? []).filter(({ layer }) => layer < first),
      x,
    };
    const replacementOf = (layer: number, name: 'residual' | 'attention') =>
      changes.replaced.find((one) => one.layer === layer && one.name === name);
    const keepHidden = () => {
      const rows = this.#read(x.address, [length, this.#width]);
      const given = replacementOf(passed.hidden.length, 'residual');
      passed.hidden.push(
        given ? withRows(rows, given.tensor, given.rows ?? [...Array(length).keys()]) : rows,
      );
    };
    keepHidden();
    const atBlock = () => {
      const layer = passed.self.length;
      const { attention, cross, parallel } = blocks[layer];
      keepHidden();
      const { tensor = null, rows = null } = replacementOf(layer, 'attention') ?? {};
      const own = this.#kept(attention, layer, [length, length]);
      passed.self.push({ ...own, attention: tensor, replacedRows: rows });
      if (cross && states && !parallel)
        passed.cross.push(this.#kept(cross, layer, [length, states.shape[0]], true));
      pass.onBlock?.(passed.self[layer]);
      return (layer + 1 - first) / (blocks.length - first);
    };
    do {
      const at = passed.self.length;
      const end = (await pass.until?.(Math.min(at + 1, blocks.length))) ?? blocks.length;
      const some = end < blocks.length ? end - at : 0;
      this.describe(end);
      this.#plan(x, pass, null, { keep: true, first: at, blocks: some });
      await this.#steps(pass.pause, atBlock);
    } while (passed.self.length < blocks.length);
    return passed;
  }

  /**
   * Runs variants of a pass side by side, from the block `first` on, and saves nothing: with the bits of each alone.
   *
   * @param x (B L, D), input of that block, overwritten
   * @param pass of which the changes are of all B L rows
   * @param how.heads outputs of that block's heads, (B L, H E); null: they are computed
   * @param how.row the row of each variant that is read; null: all
   * @returns the output of the final norm, (B, D) or (B L, D)
   */
  async ends(
    x: Buffer,
    pass: Pass,
    {
      first,
      variants,
      heads,
      row,
    }: { first: number; variants: number; heads: Float32Array | null; row: number | null },
  ): Promise<Buffer> {
    const how = { keep: false, first, variants, fromHeads: heads !== null, lastRow: row ?? -1 };
    this.#plan(x, pass, null, how);
    if (heads) this.#engine.core.write(this.#address('first_heads'), heads);
    await this.#steps(pass.pause, () => 1);
    if (row === null) return x;
    return { slot: x.slot, address: this.#address('last_rows'), size: variants * this.#width };
  }

  /**
   * Runs one block.
   *
   * @param x (L, D), its input, overwritten
   */
  async parts(x: Buffer, pass: Pass, layer: number): Promise<BlockParts> {
    const { mlp, cross, parallel } = this.#stack.blocks[layer];
    const how = { keep: true, stream: true, first: layer, blocks: 1 };
    this.#plan(x, pass, null, how);
    const rows = (name: string) =>
      this.#read(this.#address(`${layer}.${name}`), [pass.length, this.#width]);
    let parts: BlockParts | null = null;
    await this.#steps(pass.pause, () => {
      parts = {
        attended: rows('attended'),
        crossed: cross && !parallel ? rows('crossed') : null,
        middle: mlp && !parallel ? rows('middle') : null,
        mlp: mlp ? rows('mlp') : null,
      };
      return undefined;
    });
    return parts as unknown as BlockParts;
  }

  /** The caches of a new text, for write(). */
  text(): TextCaches {
    return new TextCaches(this.#engine, this.#stack);
  }

  /**
   * Runs a pass of a text's next tokens.
   *
   * @param x (L, D), input of the first block, overwritten
   */
  async write(x: Buffer, pass: Pass, text: TextCaches): Promise<Written> {
    const { length } = pass;
    this.#plan(x, pass, text, { keep: false, first: 0 });
    await this.#steps(pass.pause, () => 1);
    text.length += length;
    const width = this.#width;
    const { blocks } = this.#stack;
    const size = blocks.reduce(
      (sum, { attention, cross }) => sum + sizeOf(attention) + (cross ? sizeOf(cross) : 0),
      0,
    );
    const { data } = this.#read(this.#address('last_queries'), [size]);
    const written: { self: WrittenAttention[]; cross: WrittenAttention[] } = {
      self: [],
      cross: [],
    };
    const count = text.length;
    let at = 0;
    for (const [layer, { attention, cross }] of blocks.entries()) {
      for (const part of [attention, cross]) {
        if (!part) continue;
        const query = data.subarray(at, (at += sizeOf(part)));
        const own = part === attention;
        const keys = own ? count : (pass.states?.shape[0] ?? text.statesLen);
        const past = own ? count - 1 : 0;
        written[own ? 'self' : 'cross'].push(
          text.lastAttention(part, layer, query, [keys, past], !own, () =>
            this.#bias(part, layer, !own, [1, keys], past),
          ),
        );
      }
    }
    const last = { ...x, address: x.address + 4 * (length - 1) * width, size: width };
    return { x: last, ...written };
  }

  async #steps(pause: Pause, atPart: () => number | undefined) {
    this.#do((own) => own.start());
    for (;;) {
      const state = this.#do((own) => own.step(SLICE));
      if (state === DONE) return;
      await pause(state === PART ? atPart() : undefined);
    }
  }

  /**
   * @param how.blocks 0: all after the first
   * @param how.variants B
   */
  #plan(
    x: Buffer,
    { length, changes, states }: Pass,
    text: TextCaches | null,
    how: {
      keep: boolean;
      stream?: boolean;
      first: number;
      blocks?: number;
      variants?: number;
      fromHeads?: boolean;
      lastRow?: number;
    },
  ) {
    const { core } = this.#engine;
    const past = text?.length ?? 0;
    for (const [layer, { attention }] of this.#stack.blocks.entries()) {
      if (layer === this.#described) break;
      if (attention.rotary?.changes) this.#setFrequencies(layer, past + length);
    }
    if (text && states) text.statesLen = states.shape[0];
    const statesLen = states?.shape[0] ?? text?.statesLen ?? 0;
    // the caches have their keys and values after the first pass of a text
    const from = states && past === 0 ? this.#engine.put('states', states.data) : null;
    const request = core.describe('PassRequest', {
      ...{ length, past, statesLen, stream: false, blocks: 0 },
      ...{ variants: 1, fromHeads: false, lastRow: -1, ...how },
    });
    core.call(() => request.clearChanges());
    for (const { layer, head } of changes.removed) {
      core.call(() => request.removeHead(layer, head));
    }
    const end = how.blocks ? how.first + how.blocks : Infinity;
    const replaced = changes.replaced.filter(({ layer }) => layer >= how.first && layer < end);
    for (const { layer, name, rows } of replaced) {
      core.call(() => request.replace(layer, REPLACEABLE_IN_PASS.indexOf(name)));
      for (const row of rows ?? []) core.call(() => request.replaceRow(row));
    }
    const bytes = how.keep ? 4 * this.#resultSize(length, statesLen) : 0;
    this.#do((own) =>
      own.plan(request, x.address, from?.address ?? NONE, text?.handle ?? null, bytes),
    );
    for (const { layer, name, tensor } of replaced) {
      core.write(
        this.#address(`replaced${REPLACEABLE_IN_PASS.indexOf(name)}.${layer}`),
        tensor.data,
      );
    }
  }

  /** How many numbers run() saves. */
  #resultSize(length: number, statesLen: number) {
    const { blocks } = this.#stack;
    const sizeOfPart = ({ numHeads, numKvHeads, headDim }: AttentionPart, keys: number) =>
      2 * headDim * (numHeads * length + numKvHeads * keys);
    return blocks.reduce(
      (sum, { attention, cross }) =>
        sum + sizeOfPart(attention, length) + (cross ? sizeOfPart(cross, statesLen) : 0),
      (blocks.length + 1) * length * this.#width,
    );
  }

  /** Reads the intermediates of a block's attention. */
  #kept(
    part: AttentionPart,
    layer: number,
    [length, keys]: [number, number],
    cross: boolean = false,
  ): SavedAttention {
    const { numHeads, numKvHeads, headDim } = part;
    const at = `${layer}.${cross ? 'cross.' : ''}`;
    const read = (name: string, heads: number, rows: number) =>
      this.#read(this.#address(at + name), [heads, rows, headDim]);
    const query = read('query', numHeads, length);
    const key = read('new_key', numKvHeads, keys);
    return {
      ...{ part, layer, attention: null, replacedRows: null, past: 0, query, key },
      value: read('new_value', numKvHeads, keys),
      heads: read('heads', numHeads, length),
      bias: () =>
        part.positions
          ? this.#positionScores(part, layer, query, key)
          : this.#bias(part, layer, cross, [length, keys], 0),
    };
  }

  /** The addend of scores by relative positions, (H, L, L). @param query (H, L, E) @param key likewise */
  #positionScores({ numHeads }: AttentionPart, layer: number, query: Numbers, key: Numbers) {
    const engine = this.#engine;
    const [, length] = query.shape;
    const room = this.#do((own) => own.positionScratch(layer, length));
    const from = [query, key].map(({ data }, i) => engine.put(`layer ${['query', 'key'][i]}`, data).address); // prettier-ignore
    const out = engine.buffer('layer bias', numHeads * length * length);
    const scratch = engine.buffer('layer scratch', room).address;
    this.#do((own) => own.positionScores(layer, length, ...from, scratch, out.address));
    return this.#read(out.address, [numHeads, length, length]);
  }

  /** The bias of scores by distance, (H, L, S): of ALiBi or of relative positions. */
  #bias(
    { numHeads, relative, slopes }: AttentionPart,
    layer: number,
    cross: boolean,
    [length, keys]: [number, number],
    past: number,
  ): Numbers | null {
    if (!relative && !slopes) return null;
    const shape = [numHeads, length, keys];
    const out = this.#engine.buffer('layer bias', numHeads * length * keys);
    this.#do((own) => own.bias(layer, cross, length, keys, past, out.address));
    return this.#read(out.address, shape);
  }

  /** Writes the frequencies of a block's rotary positions. */
  #setFrequencies(layer: number, length: number) {
    const { rotary } = this.#stack.blocks[layer].attention;
    if (!rotary) return;
    const { frequencies, factor } = rotary.of(length);
    const address = this.#do((own) => own.frequencies(layer, factor));
    this.#engine.core.write(address, frequencies);
  }

  /** @returns the address of numbers that describe a block or a norm, in the order of src/transformer/block_fields.h */
  #describe(numbers: readonly (number | boolean)[]) {
    const { core } = this.#engine;
    const { address } = this.#engine.buffer('description', 2 * numbers.length);
    core.write(address, Float64Array.from(numbers, Number));
    return address;
  }

  #block({ attention, around, cross, aroundCross, mlp, aroundMlp, parallel }: Block) {
    return [
      parallel === true,
      ...this.#attention(attention),
      ...this.#sublayer(around),
      ...(cross ? this.#attention(cross) : zeros(ATTENTION_SIZE)),
      ...(aroundCross ? this.#sublayer(aroundCross) : zeros(SUBLAYER_SIZE)),
      ...(mlp ? this.#mlp(mlp) : zeros(MLP_SIZE)),
      ...(aroundMlp ? this.#sublayer(aroundMlp) : zeros(SUBLAYER_SIZE)),
    ];
  }

  #attention(part: AttentionPart) {
    const { numHeads, numKvHeads, headDim, scale, clip = 0 } = part;
    const { rotary, relative } = part;
    const [width, kvWidth] = [numHeads * headDim, numKvHeads * headDim];
    if (rotary && rotary.dims > headDim) throw mismatch(rotary.dims, headDim);
    const values = relative
      ? this.#put(this.#weights.floats(relative.table).data, relative.buckets * numHeads)
      : part.slopes
        ? this.#put(part.slopes, numHeads)
        : NONE;
    return [
      ...this.#linear(part.query, [width, this.#width]),
      ...this.#linear(part.key, [kvWidth, this.#width]),
      ...this.#linear(part.value, [kvWidth, this.#width]),
      ...this.#linear(part.output, [this.#width, width]),
      ...this.#norm(part.queryNorm, headDim, width),
      ...this.#norm(part.keyNorm, headDim, kvWidth),
      ...[numHeads, numKvHeads, headDim, clip],
      ...[rotary?.dims ?? 0, rotary?.interleaved ?? false],
      ...[BIASES.indexOf(biasOf(part)), values, relative?.buckets ?? 0],
      ...[relative?.farthest ?? 0, scale],
      ...this.#positions(part),
      ...scoreFields(part),
    ];
  }

  /** The positions of keys and queries, in the core, made once of the table. */
  #positions({ positions, scale, numHeads, headDim }: AttentionPart) {
    if (!positions) return zeros(POSITIONS_SIZE);
    const { table, norm, keys, queries, span, buckets, farthest } = positions;
    const [engine, weights, rows] = [this.#engine, this.#weights, 2 * span];
    let from = this.#tables.get(table);
    if (!from) {
      from = engine.put(`numbers ${nextNumber++}`, engine.unpack(weights.matrix(table), rows));
      if (norm) engine.normalize(weights.norm(norm), from, rows, this.#width, from);
      this.#tables.set(table, from);
    }
    const x = from;
    const tables = [keys, queries].map((linear) => {
      if (!linear) return NONE;
      const { weight, bias } = weights.linear(linear);
      const out = engine.buffer(`numbers ${nextNumber++}`, rows * numHeads * headDim);
      engine.multiply(weight, bias, x, rows, out);
      return out.address;
    });
    return [...tables, span, buckets, farthest, scale];
  }

  #mlp({ up, gate, down, activation }: Mlp) {
    const { rows } = this.#weights.matrix(up.weight);
    return [
      ...this.#linear(up, [rows, this.#width]),
      ...(gate ? this.#linear(gate, [rows, this.#width]) : [NONE, NONE]),
      ...this.#linear(down, [this.#width, rows]),
      ACTIVATIONS.indexOf(activation),
    ];
  }

  #sublayer({ before, inside, after, layerScale, keepsNormed }: Sublayer) {
    const width = this.#width;
    const factors = this.#weights.factors(layerScale, width);
    const scale = factors ? this.#put(factors, width) : NONE;
    return [
      ...[before, inside, after].flatMap((norm) => this.#norm(norm, width)),
      scale,
      keepsNormed ?? false,
    ];
  }

  #linear(linear: Linear, [rows, columns]: [number, number]): number[] {
    const { weight, bias } = this.#weights.linear(linear);
    if (weight.rows !== rows) throw mismatch(rows, weight.rows);
    if (weight.columns !== columns) throw mismatch(columns, weight.columns);
    if (bias && bias.size !== rows) throw mismatch(rows, bias.size);
    return [weight.slot.handle.matrix, bias?.address ?? NONE];
  }

  /**
   * @param width the numbers that the norm is over
   * @param most another length of the gain, with a norm over as many numbers
   */
  #norm(norm: Norm | null | undefined, width: number, most: number = width) {
    const { form, epsilon, gain, shift } = norm ? this.#weights.norm(norm) : NO_NORM;
    const own = gain?.size ?? width;
    if (own !== width && own !== most) throw mismatch(width, own);
    if (shift && shift.size !== own) throw mismatch(own, shift.size);
    const addresses = [gain?.address ?? NONE, shift?.address ?? NONE];
    return [norm ? own : 0, form === 'layer', epsilon, ...addresses];
  }

  /** @returns the address of the core's copy of an array, made once */
  #put(values: Float32Array | readonly number[], size: number) {
    if (values.length < size) throw mismatch(size, values.length); // a table may have buckets that no distance has
    let buffer = this.#numbers.get(values);
    if (!buffer) {
      buffer = this.#engine.put(`numbers ${nextNumber++}`, Float32Array.from(values));
      this.#numbers.set(values, buffer);
    }
    return buffer.address;
  }

  #read(address: number, shape: number[]): Numbers {
    const data = allocate(shape.reduce((all, size) => all * size, 1));
    this.#engine.core.readInto(address, data);
    return new Tensor(data, shape);
  }

  #address(name: string) {
    return this.#engine.core.addressIn(this.#slot.handle, name);
  }

  #do<T>(work: (own: any) => T): T {
    return this.#engine.core.call(() => work(this.#slot.handle));
  }
}

let nextNumber = 0;

const NO_SCORES = usualOf(SCORES);

/** HEADWISE_SCORE_OPTIONS of src/core/attention/attention_fields.h, in their order. */
export const SCORE_FIELDS = [...Object.keys(fieldsOf(SCORES, NO_SCORES)), 'alibi'];

/** The values of SCORE_FIELDS. ALiBi is a bias of the block, so it is no option of the scores. */
function scoreFields({ causal, scale, softcap = 0, window }: AttentionPart) {
  const word = causal ? 'past' : 'none';
  const sides = { ...NO_SCORES.window, ...window };
  const fields = fieldsOf(SCORES, { causal: word, window: sides, scale, softcap });
  return [...(Object.values(fields) as number[]), false];
}

/** How many numbers describe a part of a block. */
const POSITIONS_SIZE = 6;
const ATTENTION_SIZE = 4 * 2 + 2 * 5 + 11 + POSITIONS_SIZE + SCORE_FIELDS.length;
const SUBLAYER_SIZE = 3 * 5 + 2;
const MLP_SIZE = 3 * 2 + 1;

const zeros = (size: number): number[] => Array(size).fill(0);

const NO_NORM = { form: 'rms', epsilon: 0, gain: null, shift: null } as const;

const sizeOf = ({ numHeads, headDim }: AttentionPart) => numHeads * headDim;

function biasOf({ relative, slopes, bothWays, roundsBias }: AttentionPart) {
  if (relative) return relative.bothWays ? 'buckets both ways' : 'buckets';
  if (!slopes) return 'none';
  if (roundsBias) return 'alibi of keys';
  return bothWays ? 'alibi both ways' : 'alibi';
}
