// The measurements in words and tables. It decides what counts: of an engine its fastest formulation, of headwise its
// fastest variant with `fixed` beside it; a ratio is the median of the rounds' ratios.

import { nameOf, operations } from './shapes.js';
import { median, medianInterval } from './statistics.js';

/** @import { Race, Report, Timed } from './measure.js' */
/** @import { Mode } from './shapes.js' */

const OURS = 'headwise';
const PEERS = ['onnxruntime-web', 'tfjs-wasm', 'jax-js'];

/** @type {Record<Mode, string>} */
const modeNames = { output: 'output', maps: 'with maps', causal: 'causal', training: 'training' };

/** @param {Timed} timed */
const time = ({ times }) => median(times);

/**
 * The fastest formulation of each contender.
 *
 * @param {Race} race
 * @returns {Timed[]}
 */
export function bestOf({ timed }) {
  return [...new Set(timed.map(({ engine }) => engine))].map((engine) =>
    timed.filter((one) => one.engine === engine).reduce((a, b) => (time(b) < time(a) ? b : a)),
  );
}

/** @param {Timed[]} best */
function ourBest(best) {
  const ours = best.filter(({ engine }) => engine.startsWith(OURS) && !engine.includes(' on '));
  return ours.length ? ours.reduce((a, b) => (time(b) < time(a) ? b : a)) : null;
}

/**
 * How many times longer the one took than the other, round by round.
 *
 * @param {Timed} slow
 * @param {Timed} fast
 */
function ratios(slow, fast) {
  return slow.times.map((ms, round) => ms / fast.times[round]);
}

/**
 * Everything, one line per engine and shape.
 *
 * @param {Report} report
 */
export function details(report) {
  const { platform, threads, absent, peak } = report;
  const rates = `${peak.mulAdd.toFixed(1)} GFLOP/s by mul and add, ${
    peak.madd ? `${peak.madd.toFixed(1)} by relaxed_madd` : 'no relaxed_madd'
  }`;
  const lines = [
    '',
    `${platform}, ${count(threads, 'thread')}. Peak in this run: ${rates}.`,
    ...absent,
    `${pad('', 28)}${row('ms', 'GFLOP/s', '% of peak', 'heap MB', 'error')}  time in headwise's, and its interval`,
  ];
  for (const race of report.races) {
    lines.push(`${nameOf(race.shape)}, ${modeNames[race.mode]}`);
    const best = bestOf(race);
    const ours = ourBest(best);
    for (const one of best) {
      const rate = operations(race.shape, race.mode) / time(one) / 1e6;
      const share =
        (100 * rate) /
        (Math.max(peak.madd, peak.mulAdd) / (one.engine.endsWith('on 1 thread') ? threads : 1));
      const cells = row(
        time(one).toPrecision(3),
        rate.toFixed(1),
        share.toFixed(0),
        one.heap === undefined ? '' : (one.heap / 2 ** 20).toFixed(0),
        one.error.toExponential(0),
      );
      const against = ours && one !== ours ? `  ${ratio(one, ours)}` : '';
      const formulation = one.formulation === 'layer' ? '' : `  (${one.formulation})`;
      lines.push(`  ${pad(one.engine, 26)}${cells}${pad(against, 22)}${formulation}`.trimEnd());
    }
    lines.push(...race.notes.map((note) => `  left out: ${note}`));
  }
  return lines.join('\n');
}

/** @param {Timed} slow @param {Timed} fast */
function ratio(slow, fast) {
  const each = ratios(slow, fast);
  const [low, high] = medianInterval(each);
  return `${median(each).toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`;
}

/**
 * The table for the README: the time of a call, and how many times longer other engines take.
 *
 * @param {Report[]} reports
 * @param {{ engine: string, bytes: number }[]} sizes to download
 * @param {string} machine
 */
export function markdown(reports, sizes, machine) {
  const present = PEERS.filter((peer) =>
    reports.some(({ races }) =>
      races.some(({ timed }) => timed.some((one) => one.engine === peer)),
    ),
  );
  const lines = reports.flatMap((report) => [
    `**${report.platform}, ${count(report.threads, 'thread')}**`,
    '',
    tableRow(['(L, D, heads)', 'headwise, ms', 'GFLOP/s', '`fixed`, ms', ...present]),
    tableRow(['---', ...Array(3 + present.length).fill('---:')]),
    ...report.races.map((race) => tableRow(markdownCells(race, present))),
    '',
  ]);
  const download = sizes.map(({ engine, bytes }) => `${engine} ${inUnits(bytes)}`);
  return [...lines, `On ${machine}. To download, after gzip: ${download.join(', ')}.`].join('\n');
}

/** @param {number} bytes */
const inUnits = (bytes) =>
  bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

/**
 * @param {Race} race
 * @param {string[]} peers
 */
function markdownCells(race, peers) {
  const best = bestOf(race);
  const ours = ourBest(best);
  const fixed = best.find(({ engine }) => engine === `${OURS} fixed`);
  return [
    `${nameOf(race.shape)} ${race.mode === 'output' ? '' : modeNames[race.mode]}`.trim(),
    ours ? time(ours).toPrecision(3) : '',
    ours ? (operations(race.shape, race.mode) / time(ours) / 1e6).toFixed(0) : '',
    fixed ? time(fixed).toPrecision(3) : '',
    ...peers.map((peer) => {
      const one = best.find(({ engine }) => engine === peer);
      return one && ours ? `${median(ratios(one, ours)).toFixed(2)} ×` : '';
    }),
  ];
}

/** @param {string[]} cells */
const tableRow = (cells) => `| ${cells.join(' | ')} |`;

/** @param {...string} cells */
const row = (...cells) => cells.map((cell) => cell.padStart(10)).join('');

/** @param {string} text @param {number} width */
const pad = (text, width) => text.padEnd(width);

/** @param {number} number @param {string} what */
const count = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
