// The package in a page: bundled, or as it is.

import * as headwise from 'headwise';
import * as reference from 'headwise/reference';
import { tryAll } from './tries.js';

Object.assign(globalThis, { tried: await tryAll(headwise, reference) });
