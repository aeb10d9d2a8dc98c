// The measurement itself, the same in Node and in a page: opens the engines, makes sure that they compute the same, and
// times them in alternation. `platform` has the functions that differ between Node and a page.

import { calibrate } from './calibrate.js';
import * as headwise from './engines/headwise.js';
import * as jax from './engines/jax.js';
import * as onnxruntime from './engines/onnxruntime.js';
import * as tfjs from './engines/tfjs.js';
import { modesOf, nameOf } from './shapes.js';
import { answer, checkedGradOutput, largestError, makeTask } from './task.js';

/** @import { InWorkers, Peak } from './calibrate.js' */
/** @import { Contender, Formulation, Result, Setting } from './engines/engine.js' */
/** @import { Mode, Shape } from './shapes.js' */
/** @import { Answer, Task } from './task.js' */

/**
 * @typedef {object} Plan
 * @property {Shape[]} shapes
 * @property {Mode[]} modes
 * @property {EngineName[]} engines
 * @property {number} threads
 * @property {number} rounds
 * @property {number} turnMs how long one engine runs before the next one does
 *
 * @typedef {object} Platform
 * @property {string} name such as 'Node 24.1.0'
 * @property {Omit<Setting, 'threads'>} setting
 * @property {InWorkers} inWorkers
 * @property {(text: string) => void} say
 *
 * @typedef {object} Timed
 * @property {EngineName} package
 * @property {string} engine
 * @property {string} formulation
 * @property {number} error the largest, relative to the largest number
 * @property {number[]} times of one call, in ms: one number per round
 * @property {number} [heap] bytes of WebAssembly memory
 *
 * @typedef {Timed & { contender: Contender, estimate: number }} Runner estimate of one call, in ms
 *
 * @typedef {{ shape: Shape, mode: Mode, timed: Timed[], notes: string[] }} Race
 * @typedef {{ platform: string, threads: number, absent: string[], peak: Peak, races: Race[] }} Report
 *
 * @typedef {keyof typeof engines} EngineName
 */

export const engines = { headwise, onnxruntime, tfjs, jax };

/** A result that differs more from float64 is of another layer. Products of 512 numbers in float32 stay far below. */
const LARGEST_ERROR = 1e-4;

/** Calls before the timed ones, while WebAssembly is compiled for speed. */
const WARM_UP_MS = 400;

/** A formulation that is slower than the engine's best one by this factor is left out. */
const HOPELESS = 1.25;

/** Calls this short follow one that is not timed: of longer ones the caches are a small part. */
const SERIES_MS = 250;
const TRIAL_TURNS = 4;

/** Between turns, so that memory is given back; and until threads sleep: onnxruntime's go on for 10 ms after a call. */
const pauseMs = (/** @type {number} */ threads) => (threads > 1 ? 30 : 4);

/**
 * @param {Plan} plan
 * @param {Platform} platform
 * @returns {Promise<Report>}
 */
export async function measure(plan, { name, setting, inWorkers, say }) {
  const { threads } = plan;
  const peaks = [await calibrate(threads, inWorkers)];
  /** @type {string[]} */
  const absent = [];
  const opened = [];
  for (const engine of plan.engines) {
    const one = await engines[engine].open({ ...setting, threads });
    if (typeof one === 'string') absent.push(`${engine} ${one}`);
    else opened.push({ package: engine, ...one });
  }
  /** @type {Race[]} */
  const races = [];
  for (const shape of plan.shapes) {
    for (const mode of modesOf(shape).filter((one) => plan.modes.includes(one))) {
      say(`${nameOf(shape)} ${mode}`);
      const task = makeTask(shape, mode);
      const formulations = opened.flatMap((engine) =>
        engine.formulations(task).map((one) => ({ ...one, package: engine.package })),
      );
      races.push({ shape, mode, ...(await race(plan, task, formulations)) });
    }
    peaks.push(await calibrate(threads, inWorkers));
  }
  for (const engine of opened) await engine.close();
  const peak = {
    mulAdd: Math.max(...peaks.map(({ mulAdd }) => mulAdd)),
    madd: Math.max(...peaks.map(({ madd }) => madd)),
  };
  return { platform: name, threads, absent, peak, races };
}

/**
 * @param {Plan} plan
 * @param {Task} task
 * @param {(Formulation & Pick<Timed, 'package'>)[]} formulations
 * @returns {Promise<Pick<Race, 'timed' | 'notes'>>}
 */
async function race({ rounds, turnMs, threads }, task, formulations) {
  const takeTurn = async (/** @type {Runner} */ { contender, estimate }) => {
    await pause(pauseMs(threads));
    return turn(contender, estimate, turnMs);
  };
  const expected = answer(task);
  /** @type {Runner[]} */
  let field = [];
  /** @type {string[]} */
  const notes = [];
  for (const { package: from, engine, name, prepare } of formulations) {
    try {
      const contender = await prepare();
      const error = await check(task, expected, contender);
      if (!(error <= LARGEST_ERROR)) throw new Error(`is ${error.toExponential(1)} off`);
      const estimate = await warmUp(contender);
      const timed = { package: from, engine, formulation: name, error, times: [] };
      field.push({ ...timed, contender, estimate });
    } catch (error) {
      notes.push(`${engine}, ${name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  field = await dropSlow(field, 2 * HOPELESS);
  for (let trial = 0; trial < TRIAL_TURNS; trial++) {
    for (const one of field) {
      one.estimate = Math.min(one.estimate, await takeTurn(one));
    }
  }
  field = await dropSlow(field, HOPELESS);
  for (let round = 0; round < rounds; round++) {
    for (const one of field) one.times.push(await takeTurn(one));
  }
  for (const { contender } of field) await contender.dispose();
  const timed = field.map(({ contender, estimate, ...one }) => one);
  return { timed, notes };
}

/**
 * Leaves out the formulations that take several times longer than the best one of their engine.
 *
 * @param {Runner[]} field
 * @param {number} hopeless
 */
async function dropSlow(field, hopeless) {
  const stays = (/** @type {Runner} */ { engine, estimate }) =>
    field.every((other) => other.engine !== engine || estimate <= hopeless * other.estimate);
  for (const { contender } of field.filter((one) => !stays(one))) await contender.dispose();
  return field.filter(stays);
}

/**
 * @param {Task} task
 * @param {Answer} expected
 * @param {Contender} contender
 */
async function check(task, expected, contender) {
  const { gradOutput } = task;
  task.gradOutput = checkedGradOutput(task);
  const { output, attention, gradients } = await contender.run();
  task.gradOutput = gradOutput;
  return largestError(task, expected, {
    output,
    attention: joined(attention),
    gradients: gradients && contender.arrange?.(gradients),
  });
}

/** @param {Contender} contender @returns {Promise<number>} about how long a call takes, in ms */
async function warmUp(contender) {
  const began = performance.now();
  for (let calls = 1; ; calls *= 2) {
    const ms = await call(contender, calls);
    if (performance.now() - began > WARM_UP_MS) return ms / calls;
    await pause(1); // compiled code is taken over in between
  }
}

/**
 * One engine's turn: as many calls as fill it.
 *
 * @param {Contender} contender
 * @param {number} estimate of one call, in ms
 * @param {number} turnMs
 * @returns {Promise<number>} ms of one call
 */
async function turn(contender, estimate, turnMs) {
  const calls = Math.max(1, Math.round(turnMs / Math.max(estimate, 1e-3)));
  if (estimate < SERIES_MS) await call(contender, 1); // caches are the other engine's until then
  return (await call(contender, calls)) / calls;
}

/**
 * @param {Contender} contender
 * @param {number} calls
 * @returns {Promise<number>} ms of all of them
 */
async function call({ run }, calls) {
  const began = performance.now();
  for (let at = 0; at < calls; at++) {
    const result = run();
    if (result instanceof Promise) await result; // who answers at once need not be waited for
  }
  return performance.now() - began;
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param {Result['attention']} maps */
function joined(maps) {
  if (!Array.isArray(maps)) return maps;
  const all = new Float32Array(maps.reduce((length, map) => length + map.length, 0));
  let at = 0;
  for (const map of maps) {
    all.set(map, at);
    at += map.length;
  }
  return all;
}
