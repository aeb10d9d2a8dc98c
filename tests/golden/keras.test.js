// Keras's layers: what they gave when generate.py ran them, and what headwise gives.

import { read } from '../conformance/read.js';
import { loadKeras } from './keras/suite.js';
import { testSuite } from './support/as-tests.js';

await testSuite(await loadKeras(read), 61);
