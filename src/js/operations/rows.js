// The core's part of every operation: all exports of these files. A worker contains only these, because arguments are checked
// before they are sent.

import * as attention from './attention.js';
import * as backward from './backward.js';
import * as layer from './layer.js';
import * as small from './small.js';
import * as transformer from './transformer.js';
import * as window from './window.js';

/** @import { Row } from './operation.js' */

/** @type {Readonly<Record<string, Row>>} */
export const rows = {
  ...attention,
  ...layer,
  ...small,
  ...window,
  ...backward,
  ...transformer,
};
