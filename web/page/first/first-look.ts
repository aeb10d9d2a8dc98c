// The page's first sentence and its maps as HTML, to be read before the script has arrived.

import { headHue, markOf } from '../../views/color.ts';

const CELL = 14;
const SIDE = 12;
/** Room for the words beside and above a map. */
const BESIDE = 62;
const ABOVE = 56;
const LEVELS = 10;

export interface FirstMaps {
  pieces: readonly string[];
  /** (heads, tokens, tokens), one after another */
  attention: Float32Array;
}

/** @returns HTML */
export function firstLook({ pieces, attention }: FirstMaps) {
  const size = pieces.length ** 2;
  const maps = Array.from({ length: attention.length / size }, (_, head) =>
    mapOf(pieces, attention.subarray(head * size, (head + 1) * size), head),
  );
  const text = pieces.join(' ').replace(/ \./, '.');
  return {
    text: `<p class="first-text">${escape(text)}</p>`,
    maps: `<div class="first-maps">${maps.join('')}</div>`,
  };
}

/** One head. Cells of about the same weight share a path. */
function mapOf(pieces: readonly string[], weights: Float32Array, head: number) {
  const count = pieces.length;
  const left = head === 0 ? BESIDE : 0;
  const levels = Array.from({ length: LEVELS + 1 }, () => '');
  weights.forEach((weight, i) => {
    const [x, y] = [left + (i % count) * CELL, ABOVE + Math.floor(i / count) * CELL];
    levels[Math.round(weight * LEVELS)] += `M${x} ${y}h${SIDE}v${SIDE}h-${SIDE}z`;
  });
  const cells = levels
    .map((d, level) => level > 0 && d && `<path fill-opacity="${level / LEVELS}" d="${d}"/>`)
    .filter(Boolean);
  const rows = pieces.map(
    (piece, i) => `<text x="${BESIDE - 6}" y="${ABOVE + i * CELL + 10}">${escape(piece)}</text>`,
  );
  const columns = pieces.map((piece, i) => {
    const [x, y] = [left + i * CELL + 10, ABOVE - 5];
    return `<text x="${x}" y="${y}" transform="rotate(-90 ${x} ${y})">${escape(piece)}</text>`;
  });
  const [width, height] = [left + count * CELL, ABOVE + count * CELL];
  const words = `${left > 0 ? `<g class="first-rows">${rows.join('')}</g>` : ''}${columns.join('')}`;
  return (
    `<svg width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" aria-hidden="true">` +
    `<g fill="${markOf(headHue(head), 'light')}">${cells.join('')}</g>${words}</svg>`
  );
}

const escape = (text: string) => text.replace(/[&<]/g, (one) => (one === '&' ? '&amp;' : '&lt;'));
