// The parts of a run for questions about causes: its model, its stream, and its layers again with changes. Types only.

import type { Block } from '../description.ts';
import type { Buffer } from '../model-engine.ts';
import type { Opened } from '../model.ts';
import type { ProbabilityForm } from '../output-head/predictions.ts';
import type { Changes, Numbers, SavedAttention } from '../saved-attention.ts';
import type { BlockParts } from '../stack.ts';
import type { EmbeddingStep, Run } from '../../types/models.ts';

/** Runs the layers of a run again. Each waits for the runs before it. */
export interface Again {
  /** what the parts of a layer add to the stream */
  parts: (layer: number) => Promise<BlockParts>;
  /**
   * variants of the run side by side, from the changed layer on, which is the same in all
   *
   * @param how.row the row of each that is read; null: all
   * @param read is given the output of the final norm at once, (B, D) or (B L, D), and B
   */
  ends: <T>(
    variants: readonly Changes[],
    how: { signal: AbortSignal | null; row: number | null },
    read: (x: Buffer, count: number) => T | Promise<T>,
  ) => Promise<T>;
  /** from the first changed layer on, as a run */
  run: (changes: Changes, signal: AbortSignal | null) => Promise<Run>;
}

export interface Inner {
  opened: Opened;
  /** L */
  length: number;
  /** ids that the model read; encoded: by its encoder */
  read: { ids?: readonly number[]; encoded?: readonly number[] };
  changes: Changes;
  blocks: readonly Block[];
  /** (L, D) each: the input of each layer, and the output of the last */
  hidden: readonly Numbers[];
  self: readonly SavedAttention[];
  cross: readonly SavedAttention[];
  embedding: (isWhole: boolean) => EmbeddingStep[];
  /** the map of a head, (L, L) */
  map: (layer: number, head: number) => Numbers;
  logits: Numbers | null;
  logitsless: string | undefined;
  probabilityForm: ProbabilityForm | null;
  namesOf: (id: number) => { token: string; text: string };
  again: Again;
}

export {};
