// Faults of positions: rotary positions and ALiBi's slopes.

import { positionOfFirstQuery } from '../../reference/masks.ts';
import { alibiSlope, rotate } from '../../reference/positions.ts';
import { permute } from '../arrays.ts';
import type { CheckedRotary } from '../../attention/positions.ts';
import type { Part } from '../../reference/seams.ts';
import type { Numbers } from '../arrays.ts';
import type { Steps } from '../steps.ts';
import type { CheckedSubmission } from '../checked-submission.ts';
import type { Fault } from './index.ts';

/** The bases theta of well-known models. */
const THETAS = [100, 1000, 10_000, 50_000, 100_000, 160_000, 500_000, 1_000_000, 10_000_000];

/** The rotary positions of an implementation without options. */
const PLAIN = {
  type: 'rotary',
  theta: 10_000,
  frequencies: null,
  factor: 1,
  offset: 0,
} as const;

const rotaryOf = ({ call }: CheckedSubmission): CheckedRotary | null =>
  call.positions?.type === 'rotary' ? call.positions : null;

const isRotary = (task: CheckedSubmission) => rotaryOf(task) !== null;

const isAlibi = ({ call }: CheckedSubmission) => call.positions?.type === 'alibi';

function rotaryFault(
  name: string,
  explanation: string,
  changes: (rotary: CheckedRotary, task: CheckedSubmission) => Partial<CheckedRotary>,
  {
    detail,
    applies = () => true,
  }: {
    detail?: string;
    applies?: (rotary: CheckedRotary, task: CheckedSubmission) => boolean;
  } = {},
): Fault {
  return {
    name,
    ...(detail !== undefined && { detail }),
    explanation,
    about: 'rotary',
    applies: (task) => {
      const rotary = rotaryOf(task);
      return rotary !== null && applies(rotary, task);
    },
    change: (steps, task) => ({
      positions: (heads, rotary, _, part) => {
        if (rotary === null) return heads;
        const wrong = { ...rotary, ...changes(rotary, task) };
        return steps.positions(heads, wrong, wrong.offset + task.call.pastLen, part);
      },
    }),
  };
}

/** Rotates only some of queries and keys. */
const turning =
  (parts: readonly Part[]): Fault['change'] =>
  (steps) => ({
    positions: (heads, rotary, first, part) => {
      if (rotary === null || !parts.includes(part)) return heads;
      return part === 'value'
        ? rotate(heads, rotary, first)
        : steps.positions(heads, rotary, first, part);
    },
  });

const ROTARY_FAULTS: Fault[] = [
  {
    name: 'rotary missing',
    explanation:
      'Queries and keys are not turned. Before q @ k.T: q = q * cos + rotate_half(q) * sin, and k in the same way.',
    about: 'rotary',
    applies: isRotary,
    change: turning([]),
  },
  ...(
    [
      ['the queries', ['query']],
      ['the keys', ['key']],
    ] as [string, Part[]][]
  ).map(([detail, parts]) => ({
    name: 'rotary on one of two',
    detail,
    explanation:
      'Only {detail} are turned. Turn queries and keys both: their product then depends on the distance between them.',
    about: 'rotary',
    applies: isRotary,
    change: turning(parts),
  })),
  {
    name: 'rotary on values too',
    explanation:
      'Values are turned as well. Turn queries and keys only: values say what is passed on, not where.',
    about: 'rotary',
    applies: ({ config, ...task }) =>
      isRotary({ config, ...task }) &&
      config.valueHeadDim >= (rotaryOf({ config, ...task })?.dims ?? 0),
    change: turning(['query', 'key', 'value']),
  },
  rotaryFault(
    'rotary pairs',
    'The pairs that turn together are {detail}. Use the other layout: the two must fit how the weights were trained.',
    () => ({ interleaved: false }),
    {
      detail: 'halves, (0, d/2), (1, d/2 + 1) …, not neighbours',
      applies: ({ interleaved }) => interleaved,
    },
  ),
  rotaryFault(
    'rotary pairs',
    'The pairs that turn together are {detail}. Use the other layout: the two must fit how the weights were trained.',
    () => ({ interleaved: true }),
    {
      detail: 'neighbours, (0, 1), (2, 3) …, not halves',
      applies: ({ interleaved }) => !interleaved,
    },
  ),
  ...THETAS.map((theta) =>
    rotaryFault(
      'wrong theta',
      'The angles are those of theta = {detail}. Use the theta of the exercise: inv_freq = torch.pow(theta, -torch.arange(0, d, 2) / d).',
      () => ({ theta, frequencies: null }),
      {
        detail: String(theta),
        applies: (rotary) => rotary.theta !== theta || rotary.frequencies !== null,
      },
    ),
  ),
  rotaryFault(
    'rotary exponent',
    'The frequencies are theta^(−r/d) for pair r. They fall twice as fast: torch.pow(theta, -torch.arange(0, d, 2) / d).',
    ({ theta }) => ({ theta: Math.sqrt(theta) }),
    { applies: ({ frequencies }) => frequencies === null },
  ),
  rotaryFault(
    'rotary width',
    'All numbers of a head are turned. Turn the first {detail} only, and pass the others on as they are.',
    (_, { call }) => ({ dims: call.headDim - (call.headDim % 2) }),
    { detail: 'dims', applies: ({ dims }, { call }) => dims < call.headDim - 1 },
  ),
  rotaryFault(
    'rotary offset ignored',
    'Positions start at 0, though earlier tokens came before. Start at the length of what came before.',
    (_, { call }) => ({ offset: -call.pastLen }),
    { applies: (_, { call }) => call.pastLen > 0 },
  ),
  {
    name: 'rotary the wrong way',
    explanation:
      'Queries and keys turn the wrong way, by the negative angle. rotate_half is cat((-x2, x1)), with the minus on the second half.',
    about: 'rotary',
    applies: isRotary,
    change: () => ({
      positions: (heads, rotary, first, part) =>
        rotary === null || part === 'value' ? heads : rotate(heads, rotary, first, -1),
    }),
  },
  ...[
    { detail: 'of halves, (0, d/2), (1, d/2 + 1) …', interleaved: false },
    { detail: 'of neighbours, (0, 1), (2, 3) …', interleaved: true },
  ].map(({ detail, interleaved }) => ({
    name: 'rotary not asked for',
    detail,
    explanation:
      'Queries and keys are turned in pairs {detail}, with theta = 10000, though the exercise has no rotary positions. Leave the turn out: scores = q @ k.transpose(-2, -1).',
    about: 'rotary',
    applies: (task: CheckedSubmission) => !isRotary(task) && task.call.headDim % 2 === 0,
    change: (steps: Steps) => ({
      positions: (heads: Numbers, _: CheckedRotary | null, first: number, part: Part) =>
        steps.positions(heads, { ...PLAIN, interleaved, dims: heads.shape[3] }, first, part),
    }),
  })),
  {
    name: 'rotary by head',
    explanation:
      'The angle depends on the number of the head, not on the place of the token: the axes are (B, L, H, E) where (B, H, L, E) is turned. Exchange axes before.',
    about: 'rotary',
    applies: isRotary,
    change: (steps) => ({
      positions: (heads, rotary, first, part) =>
        permute(steps.positions(permute(heads, [0, 2, 1, 3]), rotary, first, part), [0, 2, 1, 3]),
    }),
  },
];

/** @param slope the formula that replaces −slope · |i − j| */
function alibiFault(
  name: string,
  explanation: string,
  slope: (task: CheckedSubmission, h: number, i: number, j: number) => number,
  applies: (task: CheckedSubmission) => boolean = () => true,
): Fault {
  return {
    name,
    explanation,
    about: 'alibi',
    applies: (task) => isAlibi(task) && applies(task),
    change: (steps, task) => ({
      bias: (options, sizes) => {
        const others = steps.bias({ ...options, positions: null }, sizes) ?? (() => []);
        return (b, h, i, j) => {
          if (j >= sizes.pastLen + sizes.keyLen) return []; // an extra key
          const position = positionOfFirstQuery(options, sizes, b) + i;
          return [slope(task, h, position, j), ...others(b, h, i, j)];
        };
      },
    }),
  };
}

function slopeOf({ call }: CheckedSubmission, h: number) {
  const slopes = call.positions?.type === 'alibi' ? call.positions.slopes : null;
  return slopes?.[h] ?? alibiSlope(h, call.numHeads);
}

const paperSlopes = ({ call }: CheckedSubmission) =>
  call.positions?.type === 'alibi' && call.positions.slopes === null;

const ALIBI_FAULTS: Fault[] = [
  alibiFault(
    'ALiBi missing',
    'No bias for distance is added. Before the softmax: scores − slope · |i − j|.',
    () => 0,
  ),
  alibiFault(
    'ALiBi sign',
    'Distance is rewarded: the bias is +slope · |i − j|. It is a penalty: scores − slope · |i − j|.',
    (task, h, i, j) => slopeOf(task, h) * Math.abs(i - j),
  ),
  alibiFault(
    'ALiBi distance with a sign',
    'The bias is slope · (j − i), which rewards keys that come after the query. Use the distance: −slope · |i − j|.',
    (task, h, i, j) => slopeOf(task, h) * (j - i),
  ),
  alibiFault(
    'ALiBi slopes start too high',
    'The slopes start at 1: 2^(−8h/H) for h = 0, 1 …. Count heads from 1: 2^(−8(h + 1)/H).',
    (task, h, i, j) => -slopeBefore(h, task.call.numHeads) * Math.abs(i - j),
    paperSlopes,
  ),
  alibiFault(
    'ALiBi slopes reversed',
    'The slopes stand in reverse order: the last head has the steepest. Head 0 has 2^(−8/H), the steepest.',
    (task, h, i, j) => -slopeOf(task, task.call.numHeads - 1 - h) * Math.abs(i - j),
    ({ call }) => call.numHeads > 1,
  ),
  alibiFault(
    'ALiBi without slopes',
    'Every head has the slope 1. Head h has 2^(−8(h + 1)/H).',
    (_task, _h, i, j) => -Math.abs(i - j),
  ),
  {
    name: 'ALiBi scaled',
    explanation:
      'The bias is added to q·k and divided by √d with it. Divide first: q @ k.T / math.sqrt(d) + bias.',
    about: 'alibi',
    applies: isAlibi,
    change: (steps, { call }) => ({
      bias: (options, sizes) => {
        const slopes = steps.bias({ ...options, masks: [] }, sizes) ?? (() => []);
        const others = steps.bias({ ...options, positions: null }, sizes) ?? (() => []);
        const scale = Math.fround(call.scale);
        return (...cell) => [...slopes(...cell).map((one) => scale * one), ...others(...cell)];
      },
    }),
  },
];

/** 2^(-8 h / H): the slope of the head before, and 1 for the first. */
function slopeBefore(h: number, numHeads: number) {
  return h === 0 ? 1 : alibiSlope(h - 1, numHeads);
}

export const POSITION_FAULTS: Fault[] = [...ROTARY_FAULTS, ...ALIBI_FAULTS];
