// The types of exhibits, the drawings beside scenes.

import type { Messages } from '../words/en/lab.ts';
import type { Trace } from '../elements/lab/answer/answer.ts';
import type { Frame } from '../elements/lab/frame.ts';
import type { LabState } from '../elements/lab/state/state.ts';
import type { Engine } from '../elements/shared/engine.ts';

export type Values = Readonly<Record<string, number>>;

export interface Moment {
  frame: Frame;
  /** settings of the drawing */
  values: Values;
  /** trace of the newest answer; null until there is one */
  trace: Trace | null;
  /** the query tokens */
  words: readonly string[];
  /** the key tokens */
  keys: readonly string[];
  head: number;
  /** index of the word that the drawing is about */
  row: number;
  /** width of the area, CSS pixels */
  width: number;
}

/** services for an exhibit */
export interface Kit {
  messages: Messages;
  engine: () => Promise<Engine>;
  setValues: (values: Record<string, number>) => void;
  setState: (part: Partial<LabState>) => void;
  busy: (is: boolean) => void;
  fail: (error: unknown) => void;
}

export interface Exhibit {
  element: HTMLElement;
  update: (moment: Moment) => void;
  /** called when it is no longer shown */
  close?: () => void;
}

export interface ExhibitKind {
  /** its name in scenes, and the class of its element */
  name: string;
  /**
   * The lab's views beside it. `hidden`: they would distract. `withheld`: its attention weights are left out, too, because
   * the exhibit has others, or none. Default: shown.
   */
  lab?: 'hidden' | 'withheld';
  create: (kit: Kit) => Exhibit;
}
