// The options of npm run bench.

import { parseArgs } from 'node:util';
import { Stop } from '../../src/build/tools/say.js';
import { platformNames } from './platforms.js';
import { modes, shapes } from './shapes.js';

/** @import { EngineName } from './measure.js' */
/** @import { Shape } from './shapes.js' */

const HELP = `npm run bench -- [options]

  --quick              two shapes and few rounds, for a first look
  --shape L,D,heads    only this shape
  --mode NAME          only output, maps, causal or training
  --engine NAME        only onnxruntime, tfjs or jax beside headwise
  --platform NAME      only node (this one), node24 or chromium
  --threads N          default: 1, then 2
  --rounds N           default: 15
  --no-heap            without memory, which takes a process for each
  --models NAME        only, too or none: trained models, beside llama.cpp; default: too, where npm run models fetched them and
                       Chromium is among the platforms

All but --quick, --rounds and --no-heap may be given several times.`;

/** @type {EngineName[]} */
const peers = ['onnxruntime', 'tfjs', 'jax'];
const quickShapes = shapes.filter(({ length }) => length === 16 || length === 128);

/** @param {string[]} args */
export function readOptions(args) {
  const values = parse(args);
  const { quick } = values;
  return {
    platforms: choose('platform', values.platform, platformNames),
    threads: (values.threads ?? ['1', '2']).map((value) => toPositive('threads', value)),
    heap: !values['no-heap'],
    models: modelsOf(values),
    plan: {
      shapes: values.shape?.map(toShape) ?? (quick ? quickShapes : shapes),
      modes: choose('mode', values.mode, modes),
      engines: /** @type {EngineName[]} */ ([
        'headwise',
        ...choose('engine', values.engine, peers),
      ]),
      rounds: toPositive('rounds', values.rounds ?? (quick ? '7' : '15')),
      turnMs: quick ? 10 : 40,
    },
  };
}

/** @param {{ models?: string, platform?: string[] }} values @returns {string} only, too or none */
function modelsOf({ models, platform }) {
  if (models === undefined) return !platform || platform.includes('chromium') ? 'too' : 'none';
  if (['only', 'too', 'none'].includes(models)) return models;
  throw wrong(`--models: expected only, too or none, got ${models}`);
}

/** @param {string[]} args */
function parse(args) {
  const list = /** @type {const} */ ({ type: 'string', multiple: true });
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  const options = {
    ...{ quick: flag, 'no-heap': flag, help: flag },
    ...{ shape: list, mode: list, engine: list, platform: list, threads: list },
    rounds: /** @type {const} */ ({ type: 'string' }),
    models: /** @type {const} */ ({ type: 'string' }),
  };
  try {
    const { values } = parseArgs({ args, options });
    if (!values.help) return values;
  } catch (error) {
    throw wrong(error instanceof Error ? error.message : String(error));
  }
  throw new Stop(HELP);
}

/** @param {string} text */
const wrong = (text) => new Stop(`${text}\n\n${HELP}`);

/**
 * @template {string} T
 * @param {string} option
 * @param {string[] | undefined} given
 * @param {readonly T[]} possible
 * @returns {T[]} the given ones, or all
 */
function choose(option, given, possible) {
  const unknown = given?.find((name) => !possible.some((one) => one === name));
  if (unknown) throw wrong(`--${option}: expected ${possible.join(', ')}, got ${unknown}`);
  return possible.filter((name) => !given || given.includes(name));
}

/** @param {string} option @param {string} value */
function toPositive(option, value) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw wrong(`--${option}: expected a whole number above 0, got ${value}`);
}

/** @param {string} text @returns {Shape} */
function toShape(text) {
  const [length, embedDim, numHeads] = text.split(',').map(Number);
  const whole = [length, embedDim, numHeads].every(
    (size) => Number.isSafeInteger(size) && size > 0,
  );
  if (whole && embedDim % numHeads === 0) return { length, embedDim, numHeads };
  throw wrong(`--shape: expected L,D,heads with D a multiple of heads, got ${text}`);
}
