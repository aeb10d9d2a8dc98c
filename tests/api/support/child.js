// Runs programs in their own processes: whether they end by themselves, and the state that they
// leave behind.

import { execFile } from 'node:child_process';
import { root } from '../../../src/build/tools/paths.js';

/** Long enough for a busy machine; a program that hangs is ended then. */
const PATIENCE = 60_000;

/**
 * Runs a module in Node and waits for it to end by itself.
 *
 * @param {string} code
 * @param {readonly string[]} [flags] Node's
 * @returns {Promise<{ status: number | string, output: string, errors: string }>} status 0 if it ended well
 */
export function runModule(code, flags = []) {
  return runScript(code, [...flags, '--input-type=module']);
}

/**
 * The same for a script, which may import by import() only.
 *
 * @param {string} code
 * @param {readonly string[]} [flags]
 * @returns {ReturnType<typeof runModule>}
 */
export function runScript(code, flags = []) {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...flags, '--eval', code],
      // without the hook of src/build: a user's program has none
      {
        cwd: root,
        timeout: PATIENCE,
        killSignal: 'SIGKILL',
        env: { ...process.env, NODE_OPTIONS: '' },
      },
      (error, output, errors) => {
        const status = error === null ? 0 : (error.code ?? error.signal ?? 'failed');
        resolve({ status, output, errors });
      },
    );
  });
}
