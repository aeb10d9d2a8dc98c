// The public handle of a transformer, and its operations. Its parameters and its optimiser's moments are in the core until it
// is disposed.

import { HeadwiseError } from '../arguments/errors.ts';
import { snakeCase } from '../arguments/options.ts';
import { ROTARY } from '../attention/positions.ts';
import { SCORES, mapsOf } from '../attention/scores.ts';
import { LAYER } from '../layer/config.ts';
import { fieldsOf } from '../runtime/fields.ts';
import { Handle, run } from '../runtime/handle.ts';
import { bytesOf, readResults, tensorOf } from '../runtime/results.ts';
import { checkEvaluation, checkTrainStep, checkTransformerForward } from './calls.ts';
import {
  BLOCKS,
  checkTransformer,
  insidePositions,
  layerOf,
  normPlaces,
  scoresOf,
} from './config.ts';
import {
  checkOptimizerState,
  checkTransformerState,
  stateOfTransformer,
  writeTransformerState,
} from './state.ts';
import { atCaller, atCore } from '../runtime/sides.ts';
import type { TransformerHandle } from '../runtime/core-module.ts';
import type { Core } from '../runtime/core.ts';
import type { Runtime } from '../runtime/handle.ts';
import type { Operation } from '../runtime/operation.ts';
import type { Part } from '../runtime/results.ts';
import type { ResolvedTransformerConfig } from '../types/training.ts';
import type { CheckedEvaluation, CheckedTrainStep, CheckedTransformerForward } from './calls.ts';

export class Transformer extends Handle {
  declare readonly config: ResolvedTransformerConfig;

  constructor(runtime: Runtime, slot: any, config: ResolvedTransformerConfig) {
    super(runtime, 'transformer', slot, { config });
    this.config = config;
  }

  forward(tokens: unknown, options?: unknown) {
    return run(this, forward, [tokens, options]);
  }

  evaluate(batch: unknown, options?: unknown) {
    return run(this, evaluate, [batch, options]);
  }

  trainStep(batch: unknown, options?: unknown) {
    return run(this, trainStep, [batch, options]);
  }

  stateDict() {
    return run(this, stateDict);
  }

  loadStateDict(state: unknown) {
    return run(this, loadStateDict, [state]);
  }

  optimizerState() {
    return run(this, optimizerState);
  }

  loadOptimizerState(state: unknown) {
    return run(this, loadOptimizerState, [state]);
  }
}

type TransformerCall = CheckedTransformerForward & { config: ResolvedTransformerConfig };

export const createTransformer: Operation = {
  name: 'createTransformer',
  check: atCaller((_, [given]) => {
    const config = checkTransformer(given);
    const { values, rotary } = insidePositions(config);
    return {
      config,
      fields: fieldsOf(BLOCKS, config),
      layer: fieldsOf(LAYER, layerOf(config)),
      scores: { ...fieldsOf(SCORES, scoresOf(config)), ...fieldsOf(ROTARY, rotary) },
      values,
    };
  }),
  work: atCore(function* (core, { config, fields, layer, scores, values }) {
    return core.create(({ Transformer }, engine) => {
      const description = core.describe('TransformerConfig', fields);
      description.clearPositions();
      for (const value of values) description.addPosition(value);
      const layerConfig = core.describe('LayerConfig', layer);
      const attention = core.describe('AttentionRequest', scores);
      return new Transformer(engine, description, layerConfig, attention, config.seed);
    });
  }),
};

const forward: Operation = {
  name: 'transformerForward',
  check: atCaller(({ about: { config } }, [tokens, options]) => ({
    ...checkTransformerForward(config, tokens, options),
    config,
  })),
  work: atCore(function* (core, checked: TransformerCall, transformer) {
    const { attention, trace } = checked;
    const results = resultsOf(checked);
    const flags = { loss: false, train: false, attention, trace };
    layOut(core, transformer, checked, flags, bytesOf(results));
    return yield* core.compute(() => readResults(core, results));
  }),
};

const evaluate: Operation = {
  name: 'evaluate',
  check: atCaller(({ about: { config } }, [batch, options]) =>
    checkEvaluation(config, batch, options),
  ),
  work: atCore(function* (core, checked: CheckedEvaluation, transformer) {
    layOut(core, transformer, checked, { ...NOTHING_SEEN, loss: true });
    writeTargets(core, checked);
    return yield* core.compute(() => {
      const { loss, counted, correct } = core.call(() => transformer.outcome());
      return { loss, accuracy: correct / counted, counted };
    });
  }),
};

const trainStep: Operation = {
  name: 'trainStep',
  check: atCaller(({ about: { config } }, [batch, options]) =>
    checkTrainStep(config, batch, options),
  ),
  work: atCore(function* (core, checked: CheckedTrainStep, transformer) {
    layOut(core, transformer, checked, { ...NOTHING_SEEN, loss: true, train: true });
    writeTargets(core, checked);
    const { optimizer, seed } = checked;
    core.call(() => transformer.setOptimizer(core.describe('OptimizerConfig', optimizer), seed));
    return yield* core.compute(() => stepOutcome(core, transformer, checked));
  }),
};

function stepOutcome(
  core: Core,
  transformer: TransformerHandle,
  { learningRate }: { learningRate: number },
) {
  const outcome = core.call(() => transformer.outcome());
  const { loss, counted, correct, gradientNorm, rate, diverged } = outcome;
  const { stepsDone } = transformer;
  if (diverged) {
    const what = Number.isFinite(loss)
      ? `the norm of the gradients is ${gradientNorm}`
      : `the loss is ${loss}`;
    throw new HeadwiseError(
      'diverged',
      `training diverged in step ${stepsDone + 1}: ${what}. This step changed no parameter; go back to earlier ` +
        `ones, and take a learning rate below ${learningRate}`,
    );
  }
  return {
    loss,
    accuracy: correct / counted,
    counted,
    gradNorm: gradientNorm,
    learningRate: rate,
    step: stepsDone,
  };
}

const stateDict: Operation = {
  name: 'transformerState',
  check: atCaller(({ about: { config } }) => ({ config })),
  work: atCore(function* (core, { config }, transformer) {
    const results = stateOfTransformer(config, core, transformer, 0);
    core.expectRoom(bytesOf(results));
    return readResults(core, results);
  }),
};

const loadStateDict: Operation = {
  name: 'loadTransformerState',
  check: atCaller(({ about: { config } }, [state]) => ({
    config,
    states: [checkTransformerState(config, state)],
    step: 0,
  })),
  work: atCore(function* (core, checked, transformer) {
    writeTransformerState(core, transformer, checked);
  }),
};

const optimizerState: Operation = {
  name: 'optimizerState',
  check: atCaller(({ about: { config } }) => ({ config })),
  work: atCore(function* (core, { config }, transformer) {
    const results = {
      first: stateOfTransformer(config, core, transformer, 1),
      second: stateOfTransformer(config, core, transformer, 2),
    };
    core.expectRoom(bytesOf(results));
    return { step: transformer.stepsDone, ...readResults(core, results) };
  }),
};

const loadOptimizerState: Operation = {
  name: 'loadOptimizerState',
  check: atCaller(({ about: { config } }, [state]) => checkOptimizerState(config, state)),
  work: atCore(function* (core, checked, transformer) {
    const smallest = { batch: 1, length: 1, tokens: [] };
    layOut(core, transformer, smallest, { ...NOTHING_SEEN, loss: true, train: true }); // allocates the moments
    writeTransformerState(core, transformer, checked);
  }),
};

/** All operations of a transformer; a worker finds them by name. */
export const transformerOperations: readonly Operation[] = [
  createTransformer,
  forward,
  evaluate,
  trainStep,
  stateDict,
  loadStateDict,
  optimizerState,
  loadOptimizerState,
];

const NOTHING_SEEN = { loss: false, train: false, attention: false, trace: false };

function layOut(
  core: Core,
  transformer: TransformerHandle,
  {
    batch,
    length,
    tokens,
    removed = [],
  }: { batch: number; length: number; tokens: Int32Array | never[]; removed?: number[] },
  flags: { loss: boolean; train: boolean; attention: boolean; trace: boolean },
  resultBytes: number = 0,
) {
  const fields = { batch, length, ...flags };
  core.plan(
    ['transformer', transformer, resultBytes, ...Object.values(fields), ...removed],
    (engine) => {
      const request = core.describe('TransformerRequest', fields);
      request.clearRemoved();
      for (const head of removed) request.removeHead(head);
      transformer.plan(engine, request, resultBytes);
    },
  );
  if (tokens.length > 0) core.write(core.address('tokens'), tokens as Int32Array);
}

function writeTargets(core: Core, { targets, mask }: { targets: Int32Array; mask: Uint8Array }) {
  core.write(core.address('targets'), targets);
  core.write(core.address('mask'), mask);
}

function resultsOf(checked: TransformerCall) {
  const { config, batched, batch, length } = checked;
  const { vocabSize, embedDim, numHeads, numLayers } = config;
  const layers = Array.from({ length: numLayers }, (_, layer) => layer);
  const results: Record<string, Part> = {
    logits: tensorOf(batched, [batch, length, vocabSize], 'logits'),
  };
  if (checked.attention) {
    const map = [batch, numHeads, length, length];
    results.attention = layers.map((n) => tensorOf(batched, map, `layers.${n}.attention`));
  }
  if (checked.trace) {
    results.trace = {
      layers: layers.map((n) => layerResults(checked, n)),
      final: tensorOf(batched, [batch, length, embedDim], config.finalNorm ? 'final' : 'encoded'),
    };
  }
  return results;
}

/** The intermediate results of one layer, in order. */
function layerResults({ config, batched, batch, length }: TransformerCall, layer: number) {
  const read = (buffer: string, shape: number[]) => tensorOf(batched, shape, buffer);
  const { embedDim, numHeads, numKvHeads, headDim, numLayers, mlpDim } = config;
  const name = `layers.${layer}.`;
  const { before, inside } = normPlaces(config);
  const rows = [batch, length, embedDim];
  const perHead = [batch, numHeads, length, headDim];
  const perKvHead = [batch, numKvHeads, length, headDim];
  const map = [batch, numHeads, length, length];
  const inputOf = (n: number) => `layers.${n}.${before ? 'input' : 'query_input'}`;
  const output = read(layer + 1 < numLayers ? inputOf(layer + 1) : 'encoded', rows);
  return {
    input: read(inputOf(layer), rows),
    ...(before && { attentionInput: read(`${name}query_input`, rows) }),
    query: read(`${name}query`, perHead),
    key: read(`${name}new_key`, perKvHead),
    value: read(`${name}new_value`, perKvHead),
    ...Object.fromEntries(mapsOf(config).map((one) => [one, read(name + snakeCase(one), map)])),
    heads: read(`${name}heads`, perHead),
    concatenated: read(`${name}concatenated`, [batch, length, numHeads * headDim]),
    contributions: read(`${name}contributions`, [batch, numHeads, length, embedDim]),
    attentionOutput: read(`${name}output`, rows),
    ...(inside && { attentionNormed: read(`${name}normed1`, rows) }),
    ...(mlpDim > 0 && {
      middle: read(`${name}middle`, rows),
      ...(before && { mlpInput: read(`${name}mlp_input`, rows) }),
      hidden: read(`${name}hidden`, [batch, length, config.gated ? 2 * mlpDim : mlpDim]),
      activated: read(`${name}active`, [batch, length, mlpDim]),
      mlpOutput: read(`${name}mlp_output`, rows),
      ...(inside && { mlpNormed: read(`${name}normed2`, rows) }),
    }),
    output,
  };
}
