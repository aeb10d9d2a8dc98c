// State files: a state as JSON, for states too long for a link.
// Written and parsed here, saved and opened by the page.

import { changeState, DEFAULT_STATE, differenceOf } from './state.ts';
import type { LabState } from './state.ts';

const KIND = 'headwise-lab';
const VERSION = 1;

export function writeStateFile(state: LabState) {
  return `${JSON.stringify({ kind: KIND, version: VERSION, state: differenceOf(state) }, null, 1)}\n`;
}

/** @throws {TypeError} if it is not such a file */
export function readStateFile(text: string): LabState {
  const { kind, version, state } = Object(JSON.parse(text));
  if (kind !== KIND || version !== VERSION) {
    throw new TypeError(`a state file: expected kind ${KIND}, version ${VERSION}`);
  }
  return changeState(DEFAULT_STATE, Object(state));
}
