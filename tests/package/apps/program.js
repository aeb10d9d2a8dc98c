// The package in a program: Node, Deno, Bun.

import * as headwise from 'headwise';
import * as reference from 'headwise/reference';
import { tryAll } from './tries.js';

console.log(JSON.stringify(await tryAll(headwise, reference)));
