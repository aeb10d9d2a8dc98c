// Runs other programs, quietly: their output is kept and shown only when they fail.
// It knows nothing about what it runs.

import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { root } from './paths.js';
import { Stop } from './say.js';

const TAIL_LINES = 40;

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env] the program's environment; default: this process's
 * @property {string} [cwd] its working folder; default: the project's root
 * @property {boolean} [show] let it write to this terminal instead of keeping its output
 */

/**
 * Runs a program to its end and resolves to what it wrote on standard output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>}
 * @throws {Stop} with the last lines of its output when it fails
 */
export async function run(command, args, options = {}) {
  const { status, stdout, output } = await start(command, args, options);
  if (status === 0) return stdout;
  const tail = output.trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
  throw new Stop(`${command} ${args.join(' ')}\nended with ${status}.\n${tail}`);
}

/**
 * Runs a program and resolves to its exit status and output, whatever the status is.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ status: number | string, stdout: string, output: string }>}
 */
export function start(command, args, { env = process.env, cwd = root, show = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      stdout += text;
      output += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => resolve({ status: error.message, stdout, output }));
    child.on('close', (code, signal) => resolve({ status: code ?? signal ?? 1, stdout, output }));
  });
}

/**
 * The full path of the first of these programs that is there, or null. A name is looked for on
 * PATH.
 *
 * @param {...string} names names or absolute paths
 * @returns {string | null}
 */
export function find(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names) {
    for (const path of isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))) {
      try {
        accessSync(path, constants.X_OK);
        if (statSync(path).isFile()) return path;
      } catch {
        // not in this folder
      }
    }
  }
  return null;
}
