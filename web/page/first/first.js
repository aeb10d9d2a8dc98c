// What is on the screen before the engine has started: the maps of the sentence that the page starts with. The build
// computes them with the same engine and puts them in place of this module's import.

import { attentionBase64, pieces } from 'headwise:first';
import { createFirstAnswer } from '../../elements/lab/answer/first-answer.js';

const bytes = Uint8Array.from(atob(attentionBase64), (character) => character.charCodeAt(0));

export const first = createFirstAnswer({ pieces, attention: new Float32Array(bytes.buffer) });
