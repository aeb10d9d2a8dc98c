// Card of one head: map, role, checkbox for ablation, enlarged map.
// The tooltip has the attention weight under the pointer.

import { headHue, markOf, rampOf } from '../../views/color.js';
import { drawMap } from '../../views/map/map.js';
import { fillText, h, icon, setAttribute, setText } from '../shared/dom.js';
import { isPositional } from '../lab/answer/roles.js';
import { isNamed, nameOf, positionsFor } from './names.js';

const SCALE = Object.freeze({ max: 1, clipped: false });
const ENLARGE = 'M9.5 3H13v3.5M6.5 13H3V9.5M13 3L9 7M3 13l4-4';

/**
 * @typedef {object} Events
 * @property {((head: string, takesPart: boolean) => void) | null} toggle null: it cannot be left out
 * @property {(head: string) => void} enlarge
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {{ layer: number, head: number }} place
 * @param {Events} events
 */
export function createCard(words, numbers, { layer, head }, { toggle, enlarge }) {
  const name = `${layer}.${head}`;
  const places = { layer: layer + 1, head: head + 1 };
  const canvas = h('canvas', { role: 'img', onclick: () => enlarge(name) });
  const label = h('b', null, fillText(words.head, places));
  const role = h('span', { class: 'training-role' });
  const score = h('span', { class: 'training-score' });
  const fill = h('span', { class: 'training-bar-fill' });
  const alone = h('p', { class: 'training-alone' });
  const tick = h('input', {
    type: 'checkbox',
    checked: true,
    'aria-label': fillText(words.takesPart, places),
    onchange: () => toggle?.(name, tick.checked),
  });
  const larger = h(
    'button',
    {
      type: 'button',
      class: 'training-enlarge',
      'aria-label': fillText(words.enlarge, places),
      onclick: () => enlarge(name),
    },
    icon(ENLARGE),
  );
  const title = toggle ? h('label', null, tick, label) : h('span', null, label);
  const element = h(
    'div',
    { class: 'training-card' },
    h('div', { class: 'training-card-head' }, title, larger),
    canvas,
    h('p', { class: 'training-named' }, role, ' ', score),
    h('span', { class: 'training-bar', 'aria-hidden': 'true' }, fill),
    alone,
  );
  /** @type {{ shown: import('./heads.js').Shown, paper: import('./paper.js').Paper } | null} */
  let drawn = null;
  canvas.addEventListener('pointermove', (event) => point(event.offsetX, event.offsetY));
  canvas.addEventListener('pointerleave', tellRole);

  const best = () => drawn?.shown.seen.roles[layer * drawn.shown.heads + head].best ?? null;

  /** @param {import('./heads.js').Shown} shown */
  function valuesOf({ seen, sequence }) {
    const size = sequence.words.length ** 2;
    return seen.maps[layer].subarray(head * size, (head + 1) * size);
  }

  function tellRole() {
    const own = best();
    if (!own) return;
    setText(role, nameOf(words, numbers, own));
    setText(score, numbers.fixed(own.score, 2));
  }

  /** The share under the pointer. @param {number} x @param {number} y */
  function point(x, y) {
    if (!drawn) return;
    const { shown, paper } = drawn;
    const { layout } = paper;
    const { words: symbols } = shown.sequence;
    const row = Math.floor((y - layout.top) / layout.cellHeight);
    const column = Math.floor((x - layout.left) / layout.cellWidth);
    const isInside = row >= 0 && row < symbols.length && column >= 0 && column < symbols.length;
    if (!isInside || (shown.causal && column > row)) return tellRole();
    setText(role, `${symbols[row]} → ${symbols[column]}`);
    setText(score, numbers.fixed(valuesOf(shown)[row * symbols.length + column], 2));
  }

  return {
    ...{ element, canvas, layer, head },
    /**
     * @param {import('./heads.js').Shown} shown
     * @param {import('./paper.js').Paper} paper
     * @param {boolean} isLarge
     */
    update(shown, paper, isLarge) {
      drawn = { shown, paper };
      const own = /** @type {import('headwise/training').Role} */ (best());
      const { causal, removed, look, positional } = shown;
      const hue = headHue(head);
      drawMap(canvas, {
        ...{ layout: paper.layout, shape: paper.shape, backdrop: paper.backdrop, scale: SCALE },
        values: valuesOf(shown),
        isMasked: (row, column) => causal && column > row,
        ramp: rampOf(hue, look.theme),
        ...{ fontFamily: look.fontFamily, pixelRatio: look.pixelRatio },
      });
      canvas.style.width = `${paper.layout.width}px`;
      canvas.style.height = `${paper.layout.height}px`;
      element.style.setProperty('--head', markOf(hue, look.theme));
      const said = { role: nameOf(words, numbers, own), score: numbers.fixed(own.score, 2) };
      canvas.ariaLabel = fillText(words.mapOf, { ...places, ...said });
      tellRole();
      fill.style.inlineSize = `${(100 * own.score).toFixed(1)}%`;
      setAttribute(element, 'data-named', isNamed(own, positional) ? '' : null);
      setAttribute(element, 'data-gone', removed.has(name) ? '' : null);
      setAttribute(element, 'data-large', isLarge ? '' : null);
      setAttribute(larger, 'aria-pressed', String(isLarge));
      const byPosition = positionsFor(own, positional);
      alone.hidden = isPositional(byPosition);
      setText(alone, fillText(words.positionsAlone, { score: numbers.fixed(byPosition, 2) }));
      tick.checked = !removed.has(name);
    },
  };
}

/** @typedef {ReturnType<typeof createCard>} Card */
