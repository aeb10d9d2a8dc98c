// Lists the suites of frameworks' layers and functions, whose results their generators stored.

import { loadFlax } from './flax/suite.js';
import { loadKeras } from './keras/suite.js';
import { loadPyTorch } from './pytorch/suite.js';

/** @import { LoadSuite } from '../conformance/suite.js' */

/** @type {LoadSuite[]} */
export const loaders = [loadPyTorch, loadKeras, loadFlax];
