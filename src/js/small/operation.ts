// Builds a small operation from its description: the check of its arguments, the shapes of its results, the plan in the core,
// the arguments of its layout and the buffers of its inputs.

import { numbers } from '../arguments/tensor.ts';
import { bytesOf, readResults } from '../runtime/results.ts';
import { atCaller, atCore, atHost } from '../runtime/sides.ts';
import type { Precision } from '../arguments/tensor.ts';
import type { EngineHandle } from '../runtime/core-module.ts';
import type { Operation } from '../runtime/operation.ts';
import type { Outcome } from '../runtime/results.ts';
import type { PlainTensor } from '../types/index.ts';

/** name: in errors; default the buffer's name */
type Input = [buffer: string, value: PlainTensor | Uint32Array | null | undefined, name?: string];

export interface Small<Checked> {
  name: string;
  check: (given: readonly unknown[], precision: Precision) => Checked;
  results: (checked: Checked) => Outcome;
  plan: `plan${string}` & keyof EngineHandle;
  /** arguments of the plan, without the size of the results */
  layout: (checked: Checked) => (number | boolean)[];
  inputs: (checked: Checked) => Input[];
}

export function smallOperation<Checked>({
  name,
  check,
  results,
  plan,
  layout,
  inputs,
}: Small<Checked>): Operation {
  return {
    name,
    check: atCaller(({ runtime }, given) => check(given, runtime.precision)),
    results: atHost(results),
    work: atCore(function* (core, checked: Checked) {
      const expected = results(checked);
      const resultBytes = bytesOf(expected);
      const sizes = layout(checked);
      core.plan([plan, ...sizes], (engine) => {
        const method = engine[plan] as (...sizes: (number | boolean)[]) => void;
        method.call(engine, ...sizes, resultBytes);
      });
      for (const [buffer, value, named = buffer] of inputs(checked)) {
        if (value === null || value === undefined) continue;
        core.write(core.address(buffer), 'shape' in value ? numbers(value, named) : value);
      }
      return yield* core.compute(() => readResults(core, expected));
    }),
  };
}
