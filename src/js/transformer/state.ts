// Copies a transformer's parameters and its optimiser's moments between state dicts and the core's buffers. State dicts have
// the names of torch.nn.TransformerEncoder; the core has attention's three input matrices in separate buffers.

import { optionNames, readNested, toInteger } from '../arguments/options.ts';
import { count, numbers } from '../arguments/tensor.ts';
import { hasBias } from '../layer/config.ts';
import { checkParameters, entriesOf as entriesOfLayer, partsOf } from '../layer/parameters.ts';
import { joined } from '../runtime/results.ts';
import { layerOf } from './config.ts';
import type { Entry } from '../layer/parameters.ts';
import type { TransformerHandle } from '../runtime/core-module.ts';
import type { Core } from '../runtime/core.ts';
import type { ResultTensor } from '../runtime/results.ts';
import type { PlainTensor } from '../types/index.ts';
import type { ResolvedTransformerConfig } from '../types/training.ts';

interface CheckedState {
  config: ResolvedTransformerConfig;
  /** parameters, first and second moments; null: not given */
  states: (Record<string, PlainTensor> | null)[];
  step: number;
}

/**
 * @returns in torch's order, with the embeddings before the encoder and the unembedding after it
 */
function entriesOf(config: ResolvedTransformerConfig): Record<string, Entry> {
  const { vocabSize, contextLen, embedDim, numLayers, mlpDim, norm, normType } = config;
  const attention = Object.entries(entriesOfLayer(layerOf(config)));
  const entries: Record<string, Entry> = {};
  const add = (name: string, ...shape: number[]) => {
    entries[name] = { shape, buffers: [{ name, length: count(shape) }] };
  };
  const addNorm = (name: string) => {
    add(`${name}.weight`, embedDim);
    if (hasBias(config, 'norm') && normType === 'layer') add(`${name}.bias`, embedDim);
  };
  const addNorms = (name: string) => {
    if (norm !== 'none') addNorm(name);
    if (norm === 'sandwich') addNorm(`${name}_inside`);
  };
  const addLinear = (name: string, outputs: number, inputs: number) => {
    add(`${name}.weight`, outputs, inputs);
    if (hasBias(config, 'mlp')) add(`${name}.bias`, outputs);
  };
  add('embedding.weight', vocabSize, embedDim);
  if (config.positions === 'learned') add('positions.weight', contextLen, embedDim);
  for (let n = 0; n < numLayers; n++) {
    for (const [name, { shape, buffers }] of attention) {
      entries[`layers.${n}.self_attn.${name}`] = {
        shape,
        buffers: buffers.map(({ name, length }) => ({
          name: `layers.${n}.self_attn.${name}`,
          length,
        })),
      };
    }
    if (mlpDim > 0) {
      addLinear(`layers.${n}.linear1`, config.gated ? 2 * mlpDim : mlpDim, embedDim);
      addLinear(`layers.${n}.linear2`, embedDim, mlpDim);
    }
    addNorms(`layers.${n}.norm1`);
    if (mlpDim > 0) addNorms(`layers.${n}.norm2`);
  }
  if (config.finalNorm) addNorm('norm');
  if (!config.tied) add('unembedding.weight', vocabSize, embedDim);
  return entries;
}

const OPTIMIZER = optionNames('step', 'first', 'second');

/** @returns the shape of every parameter */
export function shapesOf(config: ResolvedTransformerConfig): Record<string, number[]> {
  return Object.fromEntries(
    Object.entries(entriesOf(config)).map(([name, { shape }]) => [name, shape]),
  );
}

/**
 * @param name name of the state dict in errors
 * @returns a tensor for every parameter
 */
export function checkTransformerState(
  config: ResolvedTransformerConfig,
  state: unknown,
  name?: string,
): Record<string, PlainTensor> {
  return checkParameters(shapesOf(config), state, 'transformer', 'float32', name);
}

export function checkOptimizerState(
  config: ResolvedTransformerConfig,
  state: unknown,
): CheckedState {
  const { step, first, second } = readNested(state, 'state', OPTIMIZER);
  return {
    config,
    step: toInteger(step, 'step', 0),
    states: [
      null,
      checkTransformerState(config, first, 'first'),
      second === undefined ? null : checkTransformerState(config, second, 'second'),
    ],
  };
}

/**
 * @param name name of a buffer
 * @param moment 0: the parameter itself; 1 and 2: the optimiser's first and second moment of it
 */
function addressOf(core: Core, handle: TransformerHandle, name: string, moment: number) {
  return core.addressIn({ address: (length) => handle.address(length, moment) }, name);
}

/**
 * @param moment see addressOf
 * @returns every parameter
 */
export function stateOfTransformer(
  config: ResolvedTransformerConfig,
  core: Core,
  handle: TransformerHandle,
  moment: number,
): Record<string, ResultTensor> {
  const state: Record<string, ResultTensor> = {};
  for (const [name, { shape, buffers }] of Object.entries(entriesOf(config))) {
    const find = (_: Core, buffer: string) => addressOf(core, handle, buffer, moment);
    state[name] = joined(name, shape, buffers, find, moment > 0); // moments are zero until the first step allocates them
  }
  return state;
}

/**
 * Writes parameters or moments. New parameters reset the optimiser: its moments belong to the earlier values.
 */
export function writeTransformerState(
  core: Core,
  handle: TransformerHandle,
  { config, states, step }: CheckedState,
) {
  const parts: { address: number; part: Float32Array }[] = [];
  for (const [name, entry] of Object.entries(entriesOf(config))) {
    for (const [moment, state] of states.entries()) {
      if (state === null) continue;
      for (const { name: buffer, part } of partsOf(entry, numbers(state[name], name)))
        parts.push({ address: addressOf(core, handle, buffer, moment), part });
    }
  }
  core.call(() => handle.resetOptimizer(step));
  for (const { address, part } of parts) core.write(address, part); // all checks are done: all are written
}
