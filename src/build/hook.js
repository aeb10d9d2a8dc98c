// Lets Node 20 run TypeScript: node --import ./src/build/hook.js file.ts. Later Nodes leave types out by themselves, and need
// nothing of this. It is JavaScript, and so is what it imports: it installs the bundler that leaves types out.

import { register } from 'node:module';
import { installPackages } from './setup/npm.js';
import { runMain } from './tools/say.js';

if (!Reflect.get(process.features, 'typescript')) {
  // programs that this one starts inherit it
  const flag = `--import=${import.meta.url}`;
  const { NODE_OPTIONS = '' } = process.env;
  if (!NODE_OPTIONS.includes(flag)) {
    await runMain(installPackages);
    if (process.exitCode) process.exit();
    process.env.NODE_OPTIONS = `${NODE_OPTIONS} ${flag}`.trim();
  }
  process.setSourceMapsEnabled(true);
  register('./strip-types.js', import.meta.url);
}
