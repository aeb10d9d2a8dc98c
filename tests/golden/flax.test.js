// Flax's layers and function: what they gave when generate.py ran them, and what headwise gives.

import { read } from '../conformance/read.js';
import { loadFlax } from './flax/suite.js';
import { testSuite } from './support/as-tests.js';

await testSuite(await loadFlax(read), 75);
