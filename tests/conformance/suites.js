// Lists every suite, for the tests, the table of `npm run make conformance` and the page's check.

import { loaders as golden } from '../golden/suites.js';
import { loadOnnxAttention } from './onnx/attention.js';
import { loadOnnxRotary } from './onnx/rotary.js';
import { loadOnnxruntime } from './onnxruntime/contrib.js';

/** @import { LoadSuite } from './suite.js' */

/** The operators' suites. @type {readonly LoadSuite[]} */
export const operators = [loadOnnxAttention, loadOnnxRotary, loadOnnxruntime];

/** @type {readonly LoadSuite[]} */
export const loaders = [...operators, ...golden];
