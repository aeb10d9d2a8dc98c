// Compares headwise with Keras's layers, whose results generate.py stored.

import { read } from '../conformance/read.js';
import { loadKeras } from './keras/suite.js';
import { testSuite } from './support/as-tests.js';

await testSuite(await loadKeras(read), 61);
