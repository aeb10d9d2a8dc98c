// What a model is made of, as data: the tables from a config.json to this are families/. Names are canonical: those of GGUF,
// as `blk.0.attn_q.weight`. Types only.

export interface Part {
  name: string;
  /** of its first axis; two numbers are a range */
  rows?: [first: number, end: number] | readonly number[];
  /** all rows that the tensor has, of which those are a part */
  whole?: number;
  /** width of heads whose rows stand in another order: the two numbers of each turned pair beside each other, not half a head apart */
  paired?: number;
  /** stored as (in, out) */
  transposed?: boolean;
  /** added to every number: of norms that are stored as their difference from 1 */
  plus?: number;
}

/** A tensor of the file, or a part of it. */
export type Ref = string | Part;

/** y = x W^T + b */
export interface Linear {
  /** (out, in) */
  weight: Ref;
  /** (out) */
  bias: Ref | null;
}

export interface Norm {
  form: 'layer' | 'rms';
  /** (width) */
  gain: Ref | null;
  /** (width) */
  shift: Ref | null;
  epsilon: number;
}

export type Activation = (typeof import('../transformer/activations.ts').ACTIVATIONS)[number];

export interface Rotary {
  /** for a text of this many tokens */
  of: (length: number) => { frequencies: Float64Array; factor: number };
  /** whether a text that grew has other frequencies */
  changes?: (from: number, to: number) => boolean;
  /** tokens that they are scaled for */
  longest?: number;
  /** the first of a head, that are turned */
  dims: number;
  interleaved: boolean;
}

/** T5's addend of a score, by the distance from query to key */
export interface RelativeBias {
  /** (buckets, heads) */
  table: Ref;
  buckets: number;
  farthest: number;
  bothWays: boolean;
}

export interface AttentionPart {
  query: Linear;
  key: Linear;
  value: Linear;
  output: Linear;
  numHeads: number;
  numKvHeads: number;
  headDim: number;
  scale: number;
  causal: boolean;
  softcap?: number;
  window?: { left?: number; right?: number };
  rotary?: Rotary | null;
  /** ALiBi: adds slope (j - i), with both ways -slope |j - i| */
  slopes?: readonly number[] | null;
  /** of slopes */
  bothWays?: boolean;
  /** ALiBi adds instead, to a key's score, slope j, rounded to bfloat16, times the scale */
  roundsBias?: boolean;
  relative?: RelativeBias | null;
  /** before the turn, over a head or the whole width, as its gain is long */
  queryNorm?: Norm | null;
  keyNorm?: Norm | null;
  /** of queries, keys and values */
  clip?: number;
}

export interface Mlp {
  up: Linear;
  /** active, and then times what `up` gives; null: `up` is active */
  gate: Linear | null;
  down: Linear;
  /** width between them, where the config says it */
  inner?: number;
  activation: Activation;
}

/** x = after(x + inside(part(before(x)))) */
export interface Sublayer {
  before: Norm | null;
  inside: Norm | null;
  after: Norm | null;
  /** (width): times what the part gives */
  layerScale?: Ref | null;
  /** what is added to is what `before` gives */
  keepsNormed?: boolean;
}

export interface Block {
  attention: AttentionPart;
  /** of attention */
  around: Sublayer;
  cross?: AttentionPart | null;
  aroundCross?: Sublayer;
  /** null: attention only */
  mlp: Mlp | null;
  /** of the MLP */
  aroundMlp?: Sublayer;
  /** attention and MLP take the same x */
  parallel?: boolean;
}

export interface Embedding {
  /** (vocabSize, width); null for pixels */
  tokens: Ref | null;
  scale?: number;
  /** sinusoidal: sines before cosines, or each sine with its cosine */
  positions?: { table: Ref; offset: number } | { sinusoidal: 'halves' | 'pairs' } | null;
  types?: Ref | null;
  norm?: Norm | null;
  /** to the width of the blocks */
  projection?: Linear | null;
  /** before positions are added */
  projectsFirst?: boolean;
  patches?: Patches | null;
}

export interface Patches {
  /** of a patch's (channels, size, size) numbers */
  projection: Linear;
  /** of a patch */
  height: number;
  width: number;
  /** patches of an image that the positions are for */
  down: number;
  across: number;
  /** tokens before the patches */
  first: readonly Ref[];
  /** between those and the patches */
  registers: Registers | null;
  /** (first and patches, width); resized for other images */
  positions: Ref;
  /** whether they are, too, where an image has fewer patches */
  isSmoothed: boolean;
}

/** tokens that have no positions */
interface Registers {
  /** (count, width) */
  table: Ref;
  count: number;
}

export interface Stack {
  embedding: Embedding;
  blocks: readonly Block[];
  finalNorm: Norm | null;
}

/**
 * average: of what each map makes of the token at its place; normalize: to length 1; width: so many of the first numbers of
 * one row
 */
export type HeadStep =
  | { linear: Linear }
  | { activation: Activation }
  | { norm: Norm }
  | { scale: number }
  | { softcap: number }
  | { average: readonly Linear[] }
  | PoolStep
  | RowStep
  | { normalize: 'length' }
  | { width: number };

/** one row of all */
export interface PoolStep {
  /** several stand beside each other */
  pool: readonly Pool[];
  /** rows behind the first that 'mean of the others' leaves out */
  except?: number;
}

/**
 * weighted mean: by
 * 1, 2, 3 ...; root mean: the sum over the root of the number of tokens; mean of the others: without the first
 */
export type Pool =
  'first' | 'last' | 'mean' | 'max' | 'weighted mean' | 'root mean' | 'mean of the others';

/** one row of all */
export interface RowStep {
  /** last: of the last token that is not `id`; end: where the encoder's text has its last `id` */
  row: 'last' | 'end';
  /** null: no token is padding */
  id: number | null;
}

export interface Head {
  /** labels: classes of each token */
  kind: 'tokens' | 'classes' | 'labels';
  steps: readonly HeadStep[];
  /** of classes or labels that the config does not name */
  names?: readonly string[];
}

/**
 * The file's names by canonical ones, without .weight and .bias and the prefix that all share; `blk`: the path of a layer, with a
 * star for its number, or the path of each. Names of a block stand behind that path. A name of two stacks may hold `{side}`.
 * Under `enc.` and `dec.` stand names of one of them, and under a name with its end an exception. '': the file has none.
 */
export type Names = Readonly<Record<string, string | readonly string[]>>;

export type Tie = readonly [name: string, as: string];

export interface Description {
  kind: 'encoder' | 'decoder' | 'encoder-decoder' | 'vision';
  /** a tensor that every such file has; what stands before its name there is the prefix */
  anchor: string;
  /** of a decoder, where there are two */
  stack: Stack;
  encoder?: Stack | null;
  head: Head | null;
  /** why there is none */
  headless?: string;
  /** how one vector is made of a text */
  vector?: Head | null;
  /** one tensor under two names, where the file has only one of them */
  ties?: readonly Tie[];
  /** null: the file's names are the canonical ones */
  names: Names | null;
  /** tensors that change nothing, by the file's names without their prefix */
  harmless?: readonly RegExp[];
  /** the file's names of heads that only this family has, which a model may leave out */
  otherHeads?: readonly string[];
  vocabSize: number;
  /** where it is another */
  encoderVocabSize?: number;
  contextLen: number;
  embedDim: number;
}

export {};
