// The core's part of every operation, those of transformers too: all that a worker knows, because arguments are checked
// before they are sent.

import { rows as own } from './rows.js';
import * as transformer from './transformer.js';

/** @import { Row } from './operation.js' */

/** @type {Readonly<Record<string, Row>>} */
export const rows = { ...own, ...transformer };
