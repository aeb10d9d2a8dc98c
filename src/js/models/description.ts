// The description of a model as data: its embedding, blocks and head. The tables in families/ make it from a config.json.
// Names of tensors are the canonical ones of families/index.ts. Types only.

export interface Part {
  name: string;
  /** rows of the tensor; two numbers are a range */
  rows?: [first: number, end: number] | readonly number[];
  /** number of rows of the whole tensor */
  whole?: number;
  /** width of heads, if their rows have another order: the two numbers of each rotated pair side by side, not half a head apart */
  paired?: number;
  /** stored as (in, out) */
  transposed?: boolean;
  /** added to every number, for gains that are stored as their difference from 1 */
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
  /** by the number of a text's tokens */
  of: (length: number) => { frequencies: Float64Array; factor: number };
  /** whether a longer text has other frequencies */
  changes?: (from: number, to: number) => boolean;
  /** number of tokens that the frequencies are scaled for */
  longest?: number;
  /** how many numbers of a head are rotated, its first */
  dims: number;
  interleaved: boolean;
  /** (dims / 2), the file's own frequencies, which replace the ones of the config */
  stored?: Ref;
}

/** T5's bias of scores, by the distance from query to key */
export interface RelativeBias {
  /** (buckets, heads) */
  table: Ref;
  buckets: number;
  farthest: number;
  bothWays: boolean;
}

/** DeBERTa's addend of scores: contents meet relative positions */
export interface PositionScores {
  /** (2 span, width), of all layers */
  table: Ref;
  norm: Norm | null;
  /** to positions of keys, which queries meet; null: they meet none */
  keys: Linear | null;
  /** to positions of queries, which keys meet */
  queries: Linear | null;
  /** rows for one direction */
  span: number;
  /** distances from half of them on share rows; 0: each has its own */
  buckets: number;
  farthest: number;
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
  /** ALiBi: adds slope (j - i), or -slope |j - i| if `bothWays` */
  slopes?: readonly number[] | null;
  /** whether slopes count later keys, too */
  bothWays?: boolean;
  /** ALiBi adds slope j instead, rounded to bfloat16, times the scale */
  roundsBias?: boolean;
  relative?: RelativeBias | null;
  positions?: PositionScores | null;
  /** before the rotation; over a head or the whole width, by the gain's length */
  queryNorm?: Norm | null;
  keyNorm?: Norm | null;
  /** largest absolute value of queries, keys and values */
  clip?: number;
}

export interface Mlp {
  up: Linear;
  /** its output is activated and multiplies the output of `up`; null: the output of `up` is activated */
  gate: Linear | null;
  down: Linear;
  /** width between `up` and `down`, if the config has it */
  inner?: number;
  activation: Activation;
}

/** x = after(x + inside(part(before(x)))) */
export interface Sublayer {
  before: Norm | null;
  inside: Norm | null;
  after: Norm | null;
  /** factors of the part's output: (width), or one for all */
  layerScale?: Ref | number | null;
  /** whether the output of `before`, not x, is the addend of the sum */
  keepsNormed?: boolean;
}

export interface Block {
  attention: AttentionPart;
  /** the sublayer around `attention` */
  around: Sublayer;
  cross?: AttentionPart | null;
  aroundCross?: Sublayer;
  /** null: attention only */
  mlp: Mlp | null;
  /** the sublayer around `mlp` */
  aroundMlp?: Sublayer;
  /** whether attention and MLP have the same input */
  parallel?: boolean;
}

export interface Embedding {
  /** (vocabSize, width); null for pixels */
  tokens: Ref | null;
  scale?: number;
  /** zeros instead of the masked tokens' vectors; the others are scaled by `unmasked` over the text's share of unmasked tokens */
  masks?: { id: number; unmasked: number };
  /** offset: the row, or the number, of the first position */
  positions?: { table: Ref; offset: number } | { sinusoidal: Sinusoids; offset: number } | null;
  types?: Ref | null;
  norm?: Norm | null;
  /** a map to the width of the blocks */
  projection?: Linear | null;
  /** whether the projection comes before positions are added */
  projectsFirst?: boolean;
  patches?: Patches | null;
}

/**
 * The order of a row's sines and cosines. halves: sines before cosines; pairs: each sine with its cosine; spread: as halves,
 * with frequencies from 1 to 1/10000 itself
 */
export type Sinusoids = 'halves' | 'pairs' | 'spread';

export interface Patches {
  /** the map of a patch's (channels, height, width) numbers */
  projection: Linear;
  /** pixels of a patch */
  height: number;
  width: number;
  /** rows and columns of patches that `positions` has */
  down: number;
  across: number;
  /** tokens before the patches */
  first: readonly Ref[];
  /** tokens between `first` and the patches */
  registers: Registers | null;
  /** (first and patches, width); resized for images of other sizes */
  positions: Ref;
  /** whether resizing to fewer patches smooths, as torch's antialias does */
  isSmoothed: boolean;
}

/** tokens without positions */
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
 * A step from the final norm's output to a head's output. average: the mean of map i of row i, over the maps; normalize: to
 * length 1; width: how many numbers of one row remain
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

/** makes one row of all rows */
export interface PoolStep {
  /** the rows of several are joined */
  pool: readonly Pool[];
  /** rows after the first that 'mean of the others' leaves out */
  except?: number;
}

/**
 * weighted mean: by 1, 2, 3 ...; root mean: the sum over the root of the number of tokens; mean of the others: without the
 * first
 */
export type Pool =
  'first' | 'last' | 'mean' | 'max' | 'weighted mean' | 'root mean' | 'mean of the others';

/** takes one row of all rows */
export interface RowStep {
  /** last: the row of the last token that is not `id`; end: the row of the encoder's last `id` */
  row: 'last' | 'end';
  /** null: no token is padding */
  id: number | null;
}

export interface Head {
  /** labels: classes of each token */
  kind: 'tokens' | 'classes' | 'labels';
  steps: readonly HeadStep[];
  /** names of classes or labels, if the config has none */
  names?: readonly string[];
}

/**
 * The file's names by canonical name, without .weight and .bias and without the prefix that all share. `blk` is the path of a
 * layer, with a star for its number, or a list of all paths; names of a block follow that path. A name for two stacks may
 * contain `{side}`; a canonical name with `enc.` or `dec.` is for one of them; one with .weight or .bias is an exception.
 * '': the file has no such tensor.
 */
export type Names = Readonly<Record<string, string | readonly string[]>>;

export type Tie = readonly [name: string, as: string];

export interface Description {
  kind: 'encoder' | 'decoder' | 'encoder-decoder' | 'vision';
  /** a tensor that every such file has; the text before its name there is the prefix */
  anchor: string;
  /** with an encoder, the decoder's */
  stack: Stack;
  encoder?: Stack | null;
  head: Head | null;
  /** why there is no head */
  headless?: string;
  /** from the corrected maps of all heads to the logit of a contact */
  contacts?: Linear | null;
  /** the steps to one vector of a text */
  vector?: Head | null;
  /** pairs of names of one tensor, of which a file may have only one */
  ties?: readonly Tie[];
  /** null: the file's names are the canonical ones */
  names: Names | null;
  /** tensors that change nothing, by the file's names without their prefix */
  harmless?: readonly RegExp[];
  /** the file's names of heads of this family alone, which a model may leave out */
  otherHeads?: readonly string[];
  vocabSize: number;
  /** if it differs from vocabSize */
  encoderVocabSize?: number;
  contextLen: number;
  embedDim: number;
}

export {};
