// Faults of the four linear maps: transposed, left out, exchanged, or taken from the packed matrix in a wrong order.

import { SEAMS } from '../../reference/seams.ts';
import { lastOf, map, permute, reshape } from '../arrays.ts';
import type { Projection } from '../../reference/parameters.ts';
import type { Part } from '../../reference/seams.ts';
import type { Numbers } from '../arrays.ts';
import type { Steps } from '../steps.ts';
import type { Parameters, CheckedSubmission } from '../checked-submission.ts';
import type { Fault } from './index.ts';

const PARTS: readonly Part[] = ['query', 'key', 'value'];

const LETTER: Readonly<Record<Part | 'output', string>> = {
  query: 'Q',
  key: 'K',
  value: 'V',
  output: 'O',
};

const projection = ({ parameters }: CheckedSubmission, part: Part | 'output') =>
  parameters?.[part] ?? null;

const outputsOf = ({ weight }: Projection, inputs: number) => weight.length / inputs;

const project = (x: Numbers, projection: Projection) => SEAMS.project(x, projection, 'query');

/** Replaces some projections. */
function ofParts(
  steps: Steps,
  parts: readonly (Part | 'output')[],
  change: (x: Numbers, projection: Projection) => Numbers,
): Partial<Steps> {
  const changed: Partial<Steps> = {};
  if (parts.some((part) => part !== 'output')) {
    changed.project = (x, projection, part) =>
      parts.includes(part) ? change(x, projection) : steps.project(x, projection, part);
  }
  if (parts.includes('output')) {
    changed.output = (x, projection) => change(x, projection as Projection);
  }
  return changed;
}

/** The input width of a linear map. */
function inputsOf({ config, inputs }: CheckedSubmission, part: Part | 'output') {
  return part === 'output' ? config.numHeads * config.valueHeadDim : lastOf(inputs[part]);
}

function isSquare(task: CheckedSubmission, part: Part | 'output') {
  const found = projection(task, part);
  const width = inputsOf(task, part);
  return found !== null && outputsOf(found, width) === width;
}

function transposed(x: Numbers, { weight, bias }: Projection) {
  const width = lastOf(x);
  const matrix = { data: Float64Array.from(weight), shape: [width, width] };
  return project(x, { weight: permute(matrix, [1, 0]).data, bias });
}

/** The groups of linear maps that a fault can change. */
const GROUPS: readonly (readonly (Part | 'output')[])[] = [
  ['query'],
  ['key'],
  ['value'],
  ['output'],
  ['query', 'key', 'value'],
  ['query', 'key', 'value', 'output'],
];

const names = (letter: string, parts: readonly (Part | 'output')[]) =>
  parts.map((part) => `${letter}_${LETTER[part]}`).join(', ');

/** One fault for each group of linear maps. */
function ofGroups(
  {
    letter = 'W',
    groups = GROUPS,
    ...fault
  }: Pick<Fault, 'name' | 'explanation'> & { letter?: string; groups?: typeof GROUPS },
  can: (task: CheckedSubmission, part: Part | 'output') => boolean,
  change: (x: Numbers, projection: Projection) => Numbers,
): Fault[] {
  return groups.map((parts) => ({
    ...fault,
    detail: names(letter, parts),
    about: `linear maps: ${parts.join(' ')}`,
    applies: (task) => parts.every((part) => can(task, part)),
    change: (steps) => ofParts(steps, parts, change),
  }));
}

/** The wrong orders of query, key and value. */
const ORDERS: readonly (readonly [Part, Part, Part])[] = [
  ['key', 'query', 'value'],
  ['query', 'value', 'key'],
  ['value', 'key', 'query'],
  ['key', 'value', 'query'],
  ['value', 'query', 'key'],
];

function swapName(order: readonly Part[]) {
  const moved = PARTS.filter((part, at) => order[at] !== part);
  return moved.length === 2 ? `${moved[0][0]} and ${moved[1][0]} swapped` : 'q, k and v rotated';
}

const headsOf = ({ config }: CheckedSubmission, part: Part) =>
  part === 'query' ? config.numHeads : config.numKvHeads;

/**
 * W of heads that read only their own part of the input: 0 outside part h of head h's rows.
 *
 * @param weight (H E, D)
 * @param width D
 * @param heads H
 * @param from returns the head whose block head h uses
 */
function blocksOf(
  weight: ArrayLike<number>,
  width: number,
  heads: number,
  from: (head: number) => number,
) {
  const [rows, columns] = [weight.length / width / heads, width / heads]; // of a block
  return Float64Array.from(weight, (_, at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    const head = Math.floor(row / rows);
    if (Math.floor(column / columns) !== head) return 0;
    const block = from(head);
    return weight[(block * rows + (row % rows)) * width + block * columns + (column % columns)];
  });
}

function sameWidths(task: CheckedSubmission, parts: readonly Part[]) {
  if (!task.parameters) return false;
  const { parameters } = task;
  const sizes = parts.map((part) => [inputsOf(task, part), parameters[part].weight.length].join());
  return new Set(sizes).size === 1;
}

export const WEIGHT_FAULTS: Fault[] = [
  ...ofGroups(
    {
      name: 'W transposed',
      explanation:
        '{detail} is used the wrong way round. Weights are (out, in), as in torch.nn.Linear: x @ W.T + b. If yours are (in, out), it is x @ W.',
    },
    isSquare,
    transposed,
  ),
  ...ofGroups(
    {
      name: 'W_O missing',
      explanation:
        'The output is the concatenated heads: {detail} is left out. End with output = concatenated @ W_O.T + b_O, or @ W_O if W_O is (in, out).',
      groups: [['output']],
    },
    (task, part) => projection(task, part) !== null,
    (x) => x,
  ),
  ...ofGroups(
    {
      name: 'projection missing',
      explanation:
        'The input is used as it is where {detail} should map it: q = x @ W_Q.T + b_Q, or @ W_Q if W_Q is (in, out), and so on.',
      groups: [['query'], ['key'], ['value'], ['query', 'key', 'value']],
    },
    isSquare,
    (x) => x,
  ),
  ...ofGroups(
    {
      name: 'bias missing',
      letter: 'b',
      explanation:
        '{detail} is not added. Each linear map is x @ W.T + b, or x @ W + b if W is (in, out).',
      groups: GROUPS.filter(([part]) => part !== 'key'), // a bias of keys alone changes all scores of a query equally
    },
    (task, part) => projection(task, part)?.bias != null,
    (x, { weight }) => project(x, { weight, bias: null }),
  ),
  ...ofGroups(
    {
      name: 'bias added twice',
      letter: 'b',
      explanation:
        '{detail} is added twice, for example in the linear map and once more after it. Add it once.',
      groups: [['output'], ['query', 'key', 'value']],
    },
    (task, part) => projection(task, part)?.bias != null,
    (x, { weight, bias }) => project(x, { weight, bias: Array.from(bias ?? [], (one) => 2 * one) }),
  ),
  {
    name: 'biases of q and k swapped',
    explanation:
      'b_K is added to the queries, and b_Q to the keys. Each bias belongs to its own matrix: b_Q to W_Q, b_K to W_K.',
    about: 'linear maps: query key',
    applies: (task) =>
      projection(task, 'query')?.bias != null &&
      projection(task, 'query')?.bias?.length === projection(task, 'key')?.bias?.length,
    change: (steps, { parameters }) => ({
      project: (x, own, part) => {
        const other = part === 'query' ? 'key' : 'query';
        if (part === 'value' || parameters === null) return steps.project(x, own, part);
        return steps.project(x, { weight: own.weight, bias: parameters[other].bias }, part);
      },
    }),
  },
  ...[
    {
      detail: 'each head has its own block of W',
      from: (head: number) => head,
    },
    { detail: 'all heads have the first block of W', from: () => 0 },
  ].map(({ detail, from }) => ({
    name: 'heads cut before the projection',
    detail,
    explanation:
      'The input is cut into heads before it is projected, so that each head sees its own part of every token only; {detail}. Project first, all of x for every head, and cut the result: q.view(B, L, H, E).',
    about: 'linear maps: query key value',
    applies: (task: CheckedSubmission) =>
      task.parameters !== null &&
      task.config.numHeads > 1 &&
      PARTS.every((part) => inputsOf(task, part) % headsOf(task, part) === 0),
    change: (steps: Steps, task: CheckedSubmission) => ({
      project: (x: Numbers, { weight, bias }: Projection, part: Part) => {
        const blocks = blocksOf(weight, lastOf(x), headsOf(task, part), from);
        return steps.project(x, { weight: blocks, bias }, part);
      },
    }),
  })),
  ...ORDERS.map((order) => ({
    name: swapName(order),
    detail: order.map((part) => `W_${LETTER[part]}`).join(', '),
    explanation:
      'Queries, keys and values are made with {detail}, in this order. Check the order of the weights, or of the parts that the packed result is cut into: q, k, v = qkv.chunk(3, dim=-1).',
    about: 'linear maps: query key value',
    applies: (task: CheckedSubmission) =>
      sameWidths(
        task,
        PARTS.filter((part, at) => order[at] !== part),
      ),
    change: (steps: Steps, { parameters }: CheckedSubmission) => ({
      project: (x: Numbers, projection: Projection, part: Part) => {
        const used = order[PARTS.indexOf(part)];
        return steps.project(x, parameters?.[used] ?? projection, used);
      },
    }),
  })),
  ...(
    [
      ['query', 'key'],
      ['key', 'value'],
    ] as const
  ).map(([one, other]) => ({
    name: `${one[0]} and ${other[0]} swapped`,
    detail: `the ${one} and the ${other} that the layer was called with`,
    explanation:
      'Two inputs are swapped: {detail}. The order is query, key, value: queries ask, keys are compared with them, values are what is passed on.',
    about: 'inputs',
    applies: ({ inputs }: CheckedSubmission) =>
      inputs[one] !== inputs[other] && String(inputs[one].shape) === String(inputs[other].shape),
    change: () => ({
      inputs: ({ inputs }: CheckedSubmission) => ({
        ...inputs,
        [one]: inputs[other],
        [other]: inputs[one],
      }),
    }),
  })),
  {
    name: 'q and k swapped',
    detail: 'after they are projected',
    explanation:
      'The scores are k·q: row i holds what key i gives to every query, {detail}. Rows are queries: scores = q @ k.transpose(-2, -1).',
    about: 'product',
    mixes: true,
    applies: ({ call, extraLen }) => call.queryLen === call.keyLen + call.pastLen + extraLen,
    change: (steps) => ({
      dot: (query, key) => permute(steps.dot(query, key), [0, 1, 3, 2]),
    }),
  },
  ...(
    [
      ['key', 'query'],
      ['value', 'key'],
      ['value', 'query'],
      ['query', 'key'],
    ] as const
  ).map(([part, used]) => ({
    name: 'one W for two',
    detail: `W_${LETTER[used]} in place of W_${LETTER[part]}`,
    explanation: 'The same matrix is used twice: {detail}. Queries, keys and values have one each.',
    about: 'linear maps: query key value',
    applies: (task: CheckedSubmission) => sameWidths(task, [part, used]),
    change: (steps: Steps, { parameters }: CheckedSubmission) => ({
      project: (x: Numbers, projection: Projection, of: Part) =>
        of === part && parameters
          ? steps.project(x, parameters[used], used)
          : steps.project(x, projection, of),
    }),
  })),
  {
    name: 'packed weights cut by heads',
    explanation:
      'The packed matrix is cut as (H, 3, E): q, k and v of head 0, then of head 1. Its rows are all of q, then all of k, then all of v: qkv.view(B, L, 3, H, E).',
    about: 'linear maps: query key value',
    applies: (task) => sameWidths(task, PARTS) && task.config.numHeads > 1 && sameInputs(task),
    change: (_, task) => ({ project: (x, _projection, part) => packedByHeads(task, x, part) }),
  },
  {
    name: 'residual added',
    explanation:
      'The input is added to the output. That belongs to the block around attention: hand in what comes out of W_O.',
    about: 'residual',
    mixes: true,
    applies: ({ inputs, parameters, config, call }) =>
      parameters !== null && config.outputDim === lastOf(inputs.query) && call.queryLen > 0,
    change: (steps, { inputs }) => ({
      output: (x, projection) =>
        map(steps.output(x, projection), (value, at) => value + inputs.query.data[at]),
    }),
  },
];

function sameInputs({ inputs: { query, key, value } }: CheckedSubmission) {
  return key === query && value === query;
}

function packedByHeads(task: CheckedSubmission, x: Numbers, part: Part): Numbers {
  const { config } = task;
  const parameters = task.parameters as Parameters;
  const all = PARTS.map((one) => project(x, parameters[one]));
  const data = Float64Array.from(all.flatMap((one) => Array.from(one.data)));
  const packed = reshape(
    permute(
      { data, shape: [3, x.shape[0], x.shape[1], config.numHeads * config.headDim] },
      [1, 2, 0, 3],
    ),
    [x.shape[0], x.shape[1], config.numHeads, 3, config.headDim],
  );
  const cut = permute(packed, [3, 0, 1, 2, 4]);
  const size = cut.data.length / 3;
  const at = PARTS.indexOf(part);
  return {
    data: cut.data.slice(at * size, (at + 1) * size),
    shape: [x.shape[0], x.shape[1], config.numHeads * config.headDim],
  };
}
