// Makes the description of a model from its family's table. The graph of a block is written here, once: its norms, linear maps
// and tables follow from the names that the table lists.

import { describe, HeadwiseError } from '../../arguments/errors.ts';
import { headOf, tied } from './heads.ts';
import type {
  Activation,
  AttentionPart,
  Block,
  Description,
  Embedding,
  Linear,
  Mlp,
  Names,
  Norm,
  Part,
  Patches,
  Ref,
  Sinusoids,
  Stack,
  Sublayer,
  Tie,
} from '../description.ts';
import type { Config } from './config.ts';
import type { Choice } from './heads.ts';

const MOST_LAYERS = 1024;
const MOST_HEADS = 65536;
const MOST_WIDE = 1 << 20; // the largest width

/** The input of a family's table. */
export interface Reading {
  config: Config;
  /** the config's fields, unchecked */
  values: Record<string, any>;
  /** whether the file has a tensor of this name, with any prefix */
  has: (name: string) => boolean;
  /** whether the file is GGUF and so needs no table of names */
  isGguf?: boolean;
  /** has the same bits in every browser */
  power: (base: number, exponent: number) => number;
  logarithm: (x: number) => number;
}

/** Linear maps with a bias; a map that is not listed has one. */
export type Biases = Partial<
  Record<'q' | 'k' | 'v' | 'qkv' | 'output' | 'ffn' | 'projection', boolean>
>;

interface NormTable {
  form?: Norm['form'];
  epsilon: number;
  /** whether form 'layer' has a bias */
  bias?: boolean;
  /** added to gains that are stored as their difference from 1 */
  plus?: number;
  /** whether the norm has parameters */
  affine?: boolean;
}

/** One stack of blocks. */
export interface StackTable {
  layers: number;
  numHeads: number;
  numKvHeads?: number;
  headDim: number;
  /** default: 1 / sqrt(headDim) */
  scale?: number;
  /** default: whether this is a decoder */
  causal?: boolean;
  norm: NormTable;
  /** the norm of queries and keys, if it differs */
  queryKeyNorm?: NormTable;
  /** stored: the file's tensors decide */
  bias?: Biases | 'stored';
  /** whether weights are stored as (in, out) */
  transposed?: boolean;
  /** whether attn_qkv has queries, keys and values of each group of heads in consecutive rows, not all queries first */
  grouped?: boolean;
  /** whether rows of attn_q and attn_k have the two numbers of each rotated pair side by side */
  interleaved?: boolean;
  /** whether ffn_up has the gate's rows before its own */
  gateInUp?: boolean;
  /** width of MLPs; default: from their tensors */
  inner?: number;
  activation: Activation;
  /** the other fields of a layer's attention */
  attention?: (layer: number) => Partial<AttentionPart>;
  parallel?: boolean;
  /** factor of what each part adds; a family with a factor for each number has their tensors instead */
  layerScale?: number;
  keepsNormed?: boolean;
  /** scale of token vectors */
  embeddingScale?: number;
  masks?: Embedding['masks'];
  /** row of the first position in its table, or its number */
  positionOffset?: number;
  sinusoidal?: Sinusoids;
  /** whether token vectors are projected before positions are added */
  projectsFirst?: boolean;
}

/** A family: the names of its tensors, its sizes, and where it differs from others. */
export interface Table extends StackTable {
  /** default: 'decoder' */
  kind?: Description['kind'];
  names: Names;
  /** the canonical name of a tensor that every file has; default: the table of token vectors */
  anchor?: string;
  vocab: number;
  /** the encoder's vocabulary, if it differs */
  encoderVocab?: number;
  width: number;
  /** most tokens of a text; default: the config's */
  context?: number;
  /** other values for the encoder of two stacks */
  encoder?: Partial<StackTable>;
  /** for an encoder whose blocks have the names of one stack of two */
  side?: 'enc.';
  patches?: Patches;
  /** the contact head, if the file has it */
  contacts?: Linear;
  /** heads that a file may have; null: none is read */
  heads: readonly Choice[] | null;
  /** whether the head is the table of token vectors if the config says nothing */
  tied?: boolean | 'always';
  ties?: readonly Tie[];
  /** tensors that change nothing, by the file's names without their prefix */
  harmless?: readonly RegExp[];
  /** the file's names of heads of this family alone, which a model may leave out */
  otherHeads?: readonly string[];
}

export type Family = (reading: Reading) => Table;

/** Names of the norms of a part: before it, on its output, after the sum; and of its output's factors. */
const AROUND = {
  attn: ['attn_norm', 'post_attention_norm', 'attn_output_norm', 'attn_scale'],
  ffn: ['ffn_norm', 'post_ffw_norm', 'layer_output_norm', 'ffn_scale'],
  cross_attn: ['cross_attn_norm', '', 'cross_attn_output_norm', ''],
} as const;

const TIED: Tie = ['output.weight', 'token_embd.weight'];
const TIED_BIAS: Tie = ['output.bias', 'output_bias'];

export function descriptionOf(family: Family, reading: Reading): Description {
  const table = family(reading);
  const { kind = 'decoder', names, side = '', encoder, heads, harmless, otherHeads } = table;
  const isPair = encoder !== undefined;
  const stack = new Graph(reading, table, table, isPair ? 'dec.' : side).stack();
  const { tied: usually, ties = names.output_bias ? [TIED, TIED_BIAS] : [TIED] } = table;
  const inFile = reading.isGguf ? null : names;
  return {
    kind,
    anchor: table.anchor ?? 'token_embd.weight',
    vocabSize: table.vocab,
    encoderVocabSize: table.encoderVocab,
    contextLen: table.context ?? contextOf(reading.config, stack.blocks),
    embedDim: table.width,
    ...(encoder && {
      encoder: new Graph(reading, table, { ...table, ...encoder }, 'enc.').stack(),
    }),
    stack,
    ...(heads === null
      ? { head: null }
      : headOf(reading, heads, (name) => reading.has(nameInFile(inFile, name)))),
    contacts: table.contacts,
    ties: usually === undefined ? [] : tied(reading.values, usually, ties),
    names: inFile,
    harmless,
    otherHeads,
  };
}

class Graph {
  #reading;
  #table;
  #of;
  #side;

  /** @param side beginning of canonical names, if there are two stacks */
  constructor(reading: Reading, table: Table, of: StackTable, side: string) {
    this.#reading = reading;
    this.#table = table;
    this.#of = of;
    this.#side = side;
  }

  stack(): Stack {
    return {
      embedding: this.#embedding(),
      blocks: Array.from({ length: this.#of.layers }, (_, layer) => this.#block(layer)),
      finalNorm: this.#norm('output_norm'),
    };
  }

  #embedding(): Embedding {
    const { patches } = this.#table;
    if (patches) return { tokens: null, patches };
    const { positionOffset: offset = 0, sinusoidal, masks } = this.#of;
    const table = (name: string) => (this.#has(name) ? `${this.#side}${name}.weight` : null);
    const positions = table('position_embd');
    return {
      tokens: table('token_embd'),
      scale: this.#of.embeddingScale,
      masks,
      positions: positions
        ? { table: positions, offset }
        : sinusoidal
          ? { sinusoidal, offset }
          : null,
      types: table('token_types'),
      norm: this.#norm('token_embd_norm'),
      projection: this.#has('token_embd_project')
        ? this.#linear('projection', 'token_embd_project')
        : null,
      projectsFirst: this.#of.projectsFirst,
    };
  }

  #block(layer: number): Block {
    const at = `blk.${layer}.`;
    const { names } = this.#table;
    const { parallel, keepsNormed, layerScale: factor = 1 } = this.#of;
    const layerScale = factor === 1 ? null : factor;
    const around = (part: keyof typeof AROUND): Sublayer => {
      const [own, inside, after, scale] = AROUND[part];
      const before = names[own] === names.attn_norm ? 'attn_norm' : own; // one norm before parts in parallel
      const norm = (name: string) => (name ? this.#norm(at + name) : null);
      return {
        before: norm(before),
        inside: norm(inside),
        after: norm(after),
        keepsNormed,
        layerScale: scale && this.#has(at + scale) ? this.#side + at + scale : layerScale,
      };
    };
    const isCross = this.#has(`${at}cross_attn_q`);
    const mlp = this.#mlp(at);
    return {
      attention: this.#attention(at, layer),
      around: around('attn'),
      ...(isCross && { cross: this.#cross(at), aroundCross: around('cross_attn') }),
      mlp,
      ...(mlp && { aroundMlp: around('ffn') }),
      parallel,
    };
  }

  #attention(at: string, layer: number): AttentionPart {
    const { causal, attention, norm, queryKeyNorm = norm } = this.#of;
    const { kind = 'decoder' } = this.#table;
    const isEncoder = this.#side === 'enc.' || kind === 'encoder' || kind === 'vision';
    return {
      ...this.#projections(`${at}attn`),
      ...this.#sizes(),
      causal: causal ?? (!isEncoder && isCausal(this.#reading.config)),
      queryNorm: this.#norm(`${at}attn_q_norm`, queryKeyNorm),
      keyNorm: this.#norm(`${at}attn_k_norm`, queryKeyNorm),
      ...attention?.(layer),
    };
  }

  #cross(at: string): AttentionPart {
    return { ...this.#projections(`${at}cross_attn`), ...this.#sizes(), causal: false };
  }

  #sizes() {
    const { numHeads, headDim, numKvHeads = numHeads, scale = 1 / Math.sqrt(headDim) } = this.#of;
    return { numHeads, numKvHeads, headDim, scale };
  }

  /** @param at beginning of the names */
  #projections(at: string) {
    const output = this.#has(`${at}_output`) ? `${at}_output` : `${at}_o`;
    const isFused = this.#has(`${at}_qkv`);
    const order = this.#of.interleaved ? { paired: this.#of.headDim } : undefined;
    return {
      ...(isFused
        ? this.#fused(`${at}_qkv`)
        : {
            query: this.#linear('q', `${at}_q`, order),
            key: this.#linear('k', `${at}_k`, order),
            value: this.#linear('v', `${at}_v`),
          }),
      output: this.#linear('output', output),
    };
  }

  /** Query, key and value as rows of one matrix, and of one bias if all three have one. */
  #fused(name: string) {
    const { numHeads, numKvHeads, headDim } = this.#sizes();
    const isGrouped = this.#of.grouped && numKvHeads > 1;
    const [q, kv] = isGrouped ? [numHeads / numKvHeads, 1] : [numHeads, numKvHeads];
    const rows = (first: number, count: number): Rows =>
      isGrouped
        ? groupedRows(numKvHeads, q + 2, first, count, headDim)
        : [first * headDim, (first + count) * headDim];
    const whole = (numHeads + 2 * numKvHeads) * headDim;
    const isOne = (['q', 'k', 'v'] as const).every((place) => this.#isBiased(place, name));
    const part = (place: 'q' | 'k' | 'v', first: number, count: number): Linear => {
      const of = { rows: rows(first, count), whole };
      const fused = this.#linear(isOne ? place : null, name, of);
      if (isOne || !this.#isBiased(place, name)) return fused;
      return { ...fused, bias: `${this.#side}${name.replace('qkv', place)}.bias` };
    };
    return { query: part('q', 0, q), key: part('k', q, kv), value: part('v', q + kv, kv) };
  }

  #mlp(at: string): Mlp | null {
    if (!this.#has(`${at}ffn_up`)) return null;
    const { gateInUp, inner, activation } = this.#of;
    const map = (name: string, of?: Slice) => this.#linear('ffn', at + name, of);
    const down = map('ffn_down');
    if (gateInUp && inner) {
      const half = (first: number): Slice => {
        return { rows: [first * inner, (first + 1) * inner], whole: 2 * inner };
      };
      return { gate: map('ffn_up', half(0)), up: map('ffn_up', half(1)), down, inner, activation };
    }
    const gate = this.#has(`${at}ffn_gate`) ? map('ffn_gate') : null;
    return { gate, up: map('ffn_up'), down, inner, activation };
  }

  /** @param place null: without a bias */
  #linear(place: keyof Biases | null, name: string, part?: Partial<Part>): Linear {
    const { transposed } = this.#of;
    const own = this.#side + name;
    const ref = (end: string, more: object): Ref =>
      part || 'transposed' in more ? { name: `${own}.${end}`, ...part, ...more } : `${own}.${end}`;
    return {
      weight: ref('weight', transposed ? { transposed } : {}),
      bias: place && this.#isBiased(place, name) ? ref('bias', {}) : null,
    };
  }

  #isBiased(place: keyof Biases, name: string) {
    const { bias = {} } = this.#of;
    if (bias === 'stored') return this.#reading.has(`${this.#side}${name}.bias`);
    const { qkv = true } = bias;
    return bias[place] ?? (['q', 'k', 'v'].includes(place) ? qkv : true);
  }

  #norm(name: string, how: NormTable = this.#of.norm): Norm | null {
    if (!this.#has(name)) return null;
    const { form = 'layer', epsilon, bias = true, plus = 0, affine = true } = how;
    if (!affine) return { form, gain: null, shift: null, epsilon };
    const gain = `${this.#side}${name}.weight`;
    const isShifted = form === 'layer' && bias;
    return {
      form,
      epsilon,
      gain: plus ? { name: gain, plus } : gain,
      shift: isShifted ? `${this.#side}${name}.bias` : null,
    };
  }

  /** Whether the table lists a tensor. */
  #has(name: string) {
    const { names } = this.#table;
    return [name, `${name}.weight`].some((one) => patternOf(names, this.#side + one) !== null);
  }
}

type Rows = readonly number[];
type Slice = { rows: Rows; whole: number };

/** In canonical names: the path of a block, the layer's number, and the name of the tensor in the block. */
const BLOCK = /^((?:enc\.|dec\.)?)blk\.(\d+)\.(.+)$/;
const SIDES: Record<string, string> = { 'enc.': 'encoder', 'dec.': 'decoder' };

/** The file's name for a canonical name without .weight or .bias. @returns null: the table lists none */
function patternOf(names: Names, name: string): string | null {
  const own = (key: string) => (Object.hasOwn(names, key) ? names[key] : undefined);
  const [, block, layer, part] = BLOCK.exec(name) ?? [];
  const side = block ?? /^(?:enc|dec)\./.exec(name)?.[0] ?? '';
  const key = part ?? name.slice(side.length);
  const found = own(name) ?? own(side + key) ?? own(key);
  if (!found || typeof found !== 'string') return null;
  const at = layer === undefined ? null : (own(`${side}blk`) ?? own('blk'));
  const before = typeof at === 'string' ? at.replace('*', layer) : at?.[Number(layer)];
  return `${before === undefined ? '' : `${before}.`}${found}`.replace('{side}', SIDES[side]);
}

/**
 * The file's name of a tensor, without the prefix that all of them share.
 *
 * @param names null: the file has canonical names
 * @param canonical such as `blk.0.attn_q.weight`; another name is returned as it is
 */
export function nameInFile(names: Names | null, canonical: string): string {
  if (names === null) return canonical;
  const whole = patternOf(names, canonical);
  if (whole !== null) return whole;
  const [, name, end] = /^(.+)(\.weight|\.bias)$/.exec(canonical) ?? [];
  const found = name === undefined ? null : patternOf(names, name);
  return found === null ? canonical : found + end;
}

/** Refuses a size that is no whole number or too large, before a loop runs to it. */
export function expectSize(name: string, size: unknown) {
  if (Number.isInteger(size) && Number(size) >= 1 && Number(size) <= MOST_WIDE) return;
  const expected = `an integer from 1 to ${MOST_WIDE}`;
  throw new HeadwiseError(
    'format',
    `config: expected ${name} as ${expected}, got ${describe(size)}`,
  );
}

/**
 * Rows of queries, keys or values in a matrix (groups, parts, width), with the parts of each group in consecutive rows.
 *
 * @param parts their number in a group
 * @param first the first wanted part
 * @param width rows of a part
 */
function groupedRows(groups: number, parts: number, first: number, count: number, width: number) {
  expectSize('numKvHeads', groups);
  expectSize('the heads of a group', count);
  expectSize('headDim', width);
  expectSize('numHeads * headDim', groups * count * width);
  const rows = [];
  for (let group = 0; group < groups; group++) {
    for (let i = first * width; i < (first + count) * width; i++) {
      rows.push(group * parts * width + i);
    }
  }
  return rows;
}

/**
 * The most tokens of a text: rotary positions whose frequencies are scaled allow more than the config says.
 */
function contextOf(config: Config, blocks: readonly Block[]) {
  const longest = blocks.map(({ attention }) => attention.rotary?.longest ?? 1);
  return Math.max(config.size('max_position_embeddings'), ...longest);
}

/** Whether a decoder is causal; transformers 5 reads this field for every decoder. */
export const isCausal = (config: Config) => config.flag('is_causal', true);

/** Makes one block for each layer. */
export function times<T>(count: number, make: (layer: number) => T): T[] {
  if (!(count >= 0 && count <= MOST_LAYERS)) {
    const text = `config: expected at most ${MOST_LAYERS} layers, got ${count}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: count }, (_, layer) => make(layer));
}

/** ALiBi's slope of each head, rounded to float32, as in the core. */
export function slopesOf(heads: number, slopeOf: (head: number) => number) {
  if (!(heads >= 1 && heads <= MOST_HEADS)) {
    const text = `config: expected 1 to ${MOST_HEADS} heads with ALiBi, got ${heads}`;
    throw new HeadwiseError('format', text);
  }
  return Array.from({ length: heads }, (_, head) => Math.fround(slopeOf(head)));
}

/** ALiBi's slopes by the paper's rule, which is headwise's, too. */
export function alibiSlopes(heads: number, power: Reading['power']) {
  expectSize('numHeads', heads);
  let whole = 1;
  while (whole <= heads / 2 && whole < MOST_HEADS) whole *= 2;
  return slopesOf(heads, (head) =>
    head < whole
      ? power(2, (-8 * (head + 1)) / whole)
      : power(2, (-4 * (2 * (head - whole) + 1)) / whole),
  );
}
