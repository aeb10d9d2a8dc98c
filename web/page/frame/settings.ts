// Settings of a page in a frame, from its address or its file.
// The address has them as ?lesson=masks&locked=text, the file as attributes. The address wins.

import { startOf } from '../../elements/lab/state/state.ts';
import type { LabState, View } from '../../elements/lab/state/state.ts';

export interface Settings {
  lesson: string | null;
  locked: string | null;
  language: string | null;
  theme: string | null;
  compact: boolean;
  /** passing score of a lesson, out of a hundred; null: its last scene completes it */
  pass: number | null;
  /** signs result codes */
  classKey: string | null;
  /**
   * a state as in an address, with its '#'; '' for none. Only as an attribute: an address has its
   * own
   */
  address: string;
  /** a teacher's lesson as text; '' for none. Only as an attribute: an address has it compressed */
  own: string;
  /** origin of the page that may request the state, and set it */
  origin: string | null;
  state: Partial<LabState>;
}

export function readSettings(
  search: string,
  written: Readonly<Record<string, string | undefined>> = {},
): Settings {
  const asked = new URLSearchParams(search);
  const get = (name: string) => asked.get(name) ?? written[name] ?? null;
  const model = get('model');
  const state: Settings['state'] = model === null ? {} : { ...startOf(model) };
  const text = get('text');
  const heads = get('heads');
  const view = get('view');
  if (text !== null) state.text = text;
  if (heads !== null) state.heads = Number(heads);
  if (view !== null) state.view = view as View;
  return {
    lesson: get('lesson'),
    locked: get('locked'),
    language: get('lang'),
    theme: get('theme'),
    compact: get('compact') !== null,
    pass: readPercent(get('pass')),
    classKey: asked.get('class-key') ?? written.classKey ?? null,
    address: written.address ?? '',
    own: written.own ?? '',
    origin: get('origin'),
    state,
  };
}

/** A whole number from 1 to 100; null for anything else. */
function readPercent(text: string | null) {
  const value = /^\d{1,3}$/.test(text ?? '') ? Number(text) : 0;
  return value >= 1 && value <= 100 ? value : null;
}
