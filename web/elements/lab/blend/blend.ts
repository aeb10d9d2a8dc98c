// Blends of heads: a weighted mean of all, or differences.
// They are computed when first shown, and cached until the heads or the weights change.

import type { Answer } from '../answer/answer.ts';
import type { LabState } from '../state/state.ts';
import type { Scale } from '../../../views/scale.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Engine } from '../../shared/engine.ts';
import type { LayerFrame } from '../frame.ts';
import type { SelectionText } from './selection-text.ts';

export interface Blend {
  /** a mixture, differences from a head, differences from a run */
  kind: 'mix' | 'head' | 'run';
  /** the answer that it was computed from */
  answer: Answer;
  /** (count, rows, columns) */
  values: Float32Array;
  /** 1 for a mixture, else the number of heads */
  count: number;
  scale: Scale;
  /** weights of the heads, with a sum of 1; empty unless it is a mixture */
  weights: readonly number[];
  /** the head that all are compared with; 0 for other kinds */
  head: number;
  /** the run that this one is compared with */
  other: Answer | null;
  /** the panel's text about a frame's selection; null: nothing is selected */
  selectionText: (frame: LayerFrame) => SelectionText | null;
}

export interface BlendNeeds {
  messages: Messages;
  engine: () => Promise<Engine>;
  compute: (part: Partial<LabState>) => Promise<Answer>;
  /** called when a blend was computed, or failed */
  changed: () => void;
}

/** Views of maps; the others cannot show a mixture. */
const OF_MAPS = new Set(['heads', 'head', 'table']);

export function createBlend({ messages, engine, compute, changed }: BlendNeeds) {
  /** input of the present computation, or of the last one */
  let wanted: { answer: Answer; mix: unknown; compare: unknown } | null = null;
  let done: Blend | null = null;
  let problem: 'different' | 'failed' | null = null;
  let pending = false;
  let blendOf: ReturnType<typeof import('./compute.ts').blender> | null = null;

  async function make(state: LabState, answer: Answer) {
    const mine = (wanted = { answer, mix: state.mix, compare: state.compare });
    pending = true;
    try {
      blendOf ??= (await import('../lazy-bundle.ts')).createBlender(messages, engine, compute);
      const made = await blendOf(state, answer);
      if (mine !== wanted) return;
      done = made;
      problem = made ? null : 'different';
    } catch {
      // the maps' area reports the engine's own errors
      if (mine !== wanted) return;
      done = null;
      problem = 'failed';
    }
    pending = false;
    changed();
  }

  return {
    /**
     * The blend shown in place of the heads' maps. While it is computed, the previous one; null in
     * views that show the heads' own maps.
     */
    of(state: LabState, answer: Answer | null): Blend | null {
      if (!answer || (!state.mix && !state.compare)) {
        wanted = done = problem = null;
        pending = false;
        return null;
      }
      const { mix, compare } = state;
      if (wanted?.answer !== answer || wanted.mix !== mix || wanted.compare !== compare) {
        // the stored first answer comes before an engine that could compute more
        if (answer.backend) void make(state, answer);
      }
      if (!OF_MAPS.has(state.view)) return null;
      const fits =
        done && done.answer.rows === answer.rows && done.answer.columns === answer.columns;
      const count = state.compare ? answer.question.heads : 1;
      return fits && done?.count === count ? done : null;
    },
    problem: () => problem,
    isPending: () => pending,
  };
}
