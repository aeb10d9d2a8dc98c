// Structure of a layer around its attention, and its steps.
// A source declares the structure. Data only.

export type Step =
  | 'embedding'
  | 'inputNorm'
  | 'projection'
  | 'headNorm'
  | 'turned'
  | 'dotProducts'
  | 'scores'
  | 'masked'
  | 'attention'
  | 'heads'
  | 'concatenated'
  | 'output'
  | 'sum'
  | 'norm';

/** The steps that all layers have but the last, which some end by their sum. */
export const STEPS: readonly Step[] = Object.freeze([
  'embedding',
  'projection',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
  'concatenated',
  'output',
  'norm',
]);

/** Steps of only some layers. */
export const MORE_STEPS: readonly Step[] = Object.freeze([
  'inputNorm',
  'headNorm',
  'turned',
  'sum',
]);

export interface LayerBlock {
  /** 'pre': a norm before attention; 'post': after the residual sum */
  norm: 'pre' | 'post' | 'none';
  /** whether a position vector is added to each token's vector */
  placed: boolean;
  /** rotary positions of queries and keys; null: none */
  rotary: Rotary | null;
  /** further features of an opened model */
  given?: Given;
}

/** pair r, the numbers r and r + E / 2, rotates by position · theta^(-2r / E) */
export interface Rotary {
  theta?: number;
  /** in place of theta: the angle of each pair per position */
  frequencies?: ArrayLike<number>;
  /** factor on all cosines and sines */
  factor?: number;
  /** number of leading dimensions that are rotated; default: all */
  dims?: number;
  /** whether pairs are neighbouring numbers */
  interleaved?: boolean;
}

interface Given {
  /** whether its norms are RMS norms */
  isRms: boolean;
  /** norm of queries and keys */
  headNorm: HeadNorm | null;
  /** whether the distance of query and key adds to scores */
  addsDistance: boolean;
  /** 0: none */
  softcap: number;
  /** true if the output is not added to the residual sum */
  endsEarly: boolean;
}

interface HeadNorm {
  /** whether all heads of a token are normalised together */
  isWide: boolean;
  /** whether it is an RMS norm; otherwise a layer norm, with mean and variance */
  isRms: boolean;
  epsilon: number;
}

/** The layer of the original paper: positions are added to tokens, and a norm follows each sum. */
export const ORIGINAL: LayerBlock = Object.freeze({ norm: 'post', placed: true, rotary: null });

/** The steps of a layer, in their order. */
export function stepsOf({ norm, rotary, given }: LayerBlock): readonly Step[] {
  const steps: Step[] = [
    'embedding',
    'projection',
    ...STEPS.slice(2, -1),
    norm === 'post' ? 'norm' : 'sum',
  ];
  if (given?.endsEarly) steps.pop();
  if (rotary) steps.splice(2, 0, 'turned');
  if (given?.headNorm) steps.splice(2, 0, 'headNorm');
  if (norm === 'pre') steps.splice(1, 0, 'inputNorm');
  return steps;
}

/** The step shown in place of a step that a layer does not have. */
const NEAREST: Readonly<Record<string, Step>> = {
  ...{ inputNorm: 'embedding', headNorm: 'projection', turned: 'projection' },
  ...{ sum: 'norm', norm: 'sum' },
};

/** The step to open in a layer when `wanted` is requested. */
export function openStep(steps: readonly Step[], wanted: Step) {
  return steps.includes(wanted) ? wanted : NEAREST[wanted];
}
