// In the worker: the parts of a layer's input that the layer below made, from its attention on.

import { canShow } from '../../elements/model-view/layer/can-show.ts';
import type { Run } from 'headwise/models';
import type { Passed } from '../../elements/model-view/layer/passed-stages.ts';
import type { PlainTensor } from '../../elements/lab/answer/source.ts';
import type { LayerQuestion } from './worker-messages.ts';

/**
 * @param input the input of the layer
 * @returns null: it is the first, or the steps of the layer below do not end with a part of its input
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
  const { middle, mlpNorms, norms, more } = below;
  const isEarly = norms.inside !== null || more.some((one) => one !== 'parallel');
  if (!mlpNorms || isEarly || !canShow(below)) return null;
  const mlp = await run.mlp(at);
  const sum = { data: middle.data.map((value, i) => value + mlp.data[i]), shape: middle.shape };
  const { after } = mlpNorms;
  if (after) {
    // with cross attention, another part comes between
    const isAll =
      !more.includes('parallel') && isSame(middle, await run.residual({ ...at, at: 'middle' }));
    return isAll && after.type === 'layer' ? { middle, mlp, sum, norm: after } : null;
  }
  return isSame(sum, input) ? { middle, mlp, sum: null, norm: null } : null;
}

function isSame({ data }: PlainTensor, other: PlainTensor) {
  return data.every((value, i) => value === other.data[i]);
}
