// The operations on the core: all that these files export. A worker has these alone, for arguments are checked before they
// are sent.

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
