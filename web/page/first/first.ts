// Precomputed maps of the page's first sentence, shown before the engine starts.
// The build computes them with the same engine and replaces this module's import with them.

import { attentionBase64, pieces } from 'headwise:first';
import { createFirstAnswer } from '../../elements/lab/answer/first-answer.ts';

const bytes = Uint8Array.from(atob(attentionBase64), (character) => character.charCodeAt(0));

export const first = createFirstAnswer({ pieces, attention: new Float32Array(bytes.buffer) });
