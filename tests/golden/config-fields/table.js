// Writes the table of README.md: node tests/golden/config-fields/table.js, after a build.

import { readFile, writeFile } from 'node:fs/promises';
import { replay, rowsOf } from '../../models/support/replay.js';
import { readModelGoldens } from '../models/read.js';
import { readConfigFields } from './read.js';

const README = new URL('README.md', import.meta.url);
const TABLE = '## Families\n';

const goldens = await readModelGoldens();
const all = [];
for (const family of await readConfigFields()) all.push(await replay(family, goldens));
const HEAD = '| Family | Fields | Changes | Equal | Refused |\n| - | -: | -: | -: | -: |\n';
const rows = rowsOf(all).map((row) => `| ${row} |\n`);
const [before] = (await readFile(README, 'utf8')).split(TABLE);
await writeFile(README, `${before}${TABLE}\n${HEAD}${rows.join('')}`);
