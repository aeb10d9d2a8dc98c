// In the worker: what the layer below adds up to a layer's input, as far as its steps compute it.

import { canShow } from '../../elements/model-view/layer/can-show.ts';
import type { LayerNumbers, Run } from 'headwise/models';
import type { Passed } from '../../elements/model-view/layer/passed-stages.ts';
import type { PlainTensor } from '../../elements/lab/answer/source.ts';
import type { LayerQuestion } from './worker-messages.ts';

/**
 * @param input the input of the layer
 * @returns null: it is the first, or its input is another sum
 */
export async function passedTo(
  run: Run,
  { layer, kind }: LayerQuestion,
  input: PlainTensor,
): Promise<Passed | null> {
  // the MLPs of an encoder that has a decoder are not in the answer of mlp()
  if (layer === 0 || kind !== 'self') return null;
  const at = { layer: layer - 1 };
  const below = await run.layer({ ...at, state: false });
  const { mlpNorms, more } = below;
  if (!mlpNorms || !canShow(below)) return null;
  const isParallel = more.includes('parallel');
  const mlp = { name: 'mlpOutput', numbers: await run.mlp(at), at: null } as const;
  const middle = isParallel ? null : await run.residual({ ...at, at: 'middle' });
  const attention = addendsOf(below, middle);
  // the core adds the MLP first where both have the same input
  const [first, ...rest] = attention;
  const addends: Passed['addends'] = isParallel ? [first, mlp, ...rest] : [...attention, mlp];
  const sum = {
    data: input.data.map((_, i) => sumAt(addends, i)),
    shape: input.shape,
  };
  const { after } = mlpNorms;
  const made = attention.length > 1 ? madeOf(below) : null;
  if (after) {
    return after.type === 'layer' && !isParallel ? { addends, made, sum, norm: after } : null;
  }
  return isSame(sum, input) ? { addends, made, sum: null, norm: null } : null;
}

/**
 * The stream after attention, or its two addends.
 *
 * @param middle the stream before the MLP; null: it reads what attention reads
 */
function addendsOf(
  { input, added, middle: own, norms, layerScale }: LayerNumbers,
  middle: PlainTensor | null,
): Passed['addends'] {
  // cross attention comes between
  if (middle && !isSame(own, middle)) return [{ name: 'middle', numbers: middle, at: null }];
  const isMade = norms.inside !== null || layerScale !== null;
  if (middle && !isMade)
    return [{ name: 'middle', numbers: middle, at: norms.after ? 'norm' : 'sum' }];
  return [
    { name: 'entered', numbers: input, at: 'x' },
    { name: 'added', numbers: added, at: isMade ? null : 'output' },
  ];
}

function madeOf({ output, norms, layerScale }: LayerNumbers): Passed['made'] {
  if (!norms.inside && !layerScale) return null;
  return { output, norm: norms.inside, factors: layerScale };
}

/** The sum of a number's addends, each partial sum rounded. */
function sumAt(addends: Passed['addends'], i: number) {
  const [first, ...rest] = addends.map(({ numbers }) => numbers.data[i]);
  return rest.reduce((sum, value) => Math.fround(sum + value), first);
}

function isSame({ data }: PlainTensor, other: PlainTensor) {
  return data.every((value, i) => value === other.data[i]);
}
