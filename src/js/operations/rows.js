// The core's part of every operation but those of transformers: all exports of these files.

import * as attention from './attention.js';
import * as backward from './backward.js';
import * as layer from './layer.js';
import * as small from './small.js';
import * as window from './window.js';

/** @import { Row } from './operation.js' */

/** @type {Readonly<Record<string, Row>>} */
export const rows = {
  ...attention,
  ...layer,
  ...small,
  ...window,
  ...backward,
};
