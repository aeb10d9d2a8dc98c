// Compares headwise with Flax's layers and function, whose results generate.py stored.

import { read } from '../conformance/read.js';
import { loadFlax } from './flax/suite.js';
import { testSuite } from './support/as-tests.js';

await testSuite(await loadFlax(read), 75);
