// The heads of a model at one step: their maps of the sequence that is shown, what each of them is called, and a tick for
// each that takes part.

import { headHue, markOf, rampOf } from '../../views/color.js';
import { drawBackdrop, drawShape } from '../../views/map-backdrop.js';
import { layoutMap } from '../../views/map-layout.js';
import { drawMap } from '../../views/map.js';
import { fillText, h, setAttribute, setText } from '../shared/dom.js';
import { longestWidth, MEASURED_SIZE } from '../shared/label-sizes.js';
import { beatsPositions, isPositional } from '../lab/answer/roles.js';

/** From this share on a role is a name. */
export const NAMED = 0.8;
const FONT_SIZE = 10;
const LONGEST_LABEL = 64;
const GAP = 12;
const SCALE = Object.freeze({ max: 1, clipped: false });
const LEAST_CARD = 104;
const MOST_CARD = 260;

/**
 * @typedef {import('headwise/training').Role} Role
 *
 * @typedef {object} Shown
 * @property {import('./learner.js').Look} seen
 * @property {import('./tasks.js').Shown} sequence
 * @property {Readonly<Record<string, number>>} positional
 * @property {number} layers
 * @property {number} heads
 * @property {boolean} causal
 * @property {ReadonlySet<string>} removed `layer.head` of each
 * @property {import('../lab/frame.js').Look} look
 */

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {((head: string, takesPart: boolean) => void) | null} toggle null: none can be removed
 */
export function createHeadCards(words, numbers, toggle) {
  const element = h('div', { class: 'training-layers' });
  /** @type {ReturnType<typeof createCard>[]} */
  let cards = [];
  let madeFor = '';
  let drawnFor = '';
  /** @type {import('../../views/map-layout.js').MapLayout | null} */
  let layout = null;
  /** @type {{ seen: Shown['seen'], place: import('../../views/map-layout.js').MapLayout, removed: string } | null} */
  let drawn = null;
  const shape = document.createElement('canvas');
  const backdrop = document.createElement('canvas');

  /** @param {number} layer @param {number} head */
  function createCard(layer, head) {
    const places = { layer: layer + 1, head: head + 1 };
    const canvas = h('canvas', { role: 'img' });
    const name = h('b', null, fillText(words.head, places));
    const role = h('span', { class: 'training-role' });
    const score = h('span', { class: 'training-score' });
    const fill = h('span', { class: 'training-bar-fill' });
    const alone = h('p', { class: 'training-alone' });
    const tick = h('input', {
      type: 'checkbox',
      checked: true,
      'aria-label': fillText(words.takesPart, places),
      onchange: () => toggle?.(`${layer}.${head}`, tick.checked),
    });
    const title = toggle ? h('label', null, tick, name) : h('span', null, name);
    const card = h(
      'div',
      { class: 'training-card' },
      h('div', { class: 'training-card-head' }, title),
      canvas,
      h('p', { class: 'training-named' }, role, ' ', score),
      h('span', { class: 'training-bar', 'aria-hidden': 'true' }, fill),
      alone,
    );
    return { layer, head, card, canvas, role, score, fill, alone, tick };
  }

  /** @param {Shown} shown */
  function make({ layers, heads }) {
    const key = `${layers} ${heads}`;
    if (key === madeFor) return;
    madeFor = key;
    drawnFor = '';
    cards = [];
    element.replaceChildren(
      ...Array.from({ length: layers }, (_, layer) => {
        const own = Array.from({ length: heads }, (_, head) => createCard(layer, head));
        cards.push(...own);
        return h(
          'section',
          { class: 'training-layer' },
          layers > 1 ? h('h3', null, fillText(words.layer, { layer: layer + 1 })) : null,
          h('div', { class: 'training-cards' }, ...own.map(({ card }) => card)),
        );
      }),
    );
  }

  /** @param {Shown} shown */
  function layOut({ sequence, heads, causal, look }) {
    const room = element.clientWidth;
    const columns = Math.max(
      Math.min(2, heads),
      Math.min(heads, 4, Math.floor((room + GAP) / (LEAST_CARD + GAP))),
    );
    const width = Math.min(MOST_CARD, (room - (columns - 1) * GAP) / columns);
    const { fontFamily, pixelRatio, theme } = look;
    const key = [width, sequence.words.join(' '), fontFamily, pixelRatio, theme].join();
    if (key === drawnFor && layout) return layout;
    drawnFor = key;
    element.style.setProperty('--card', `${Math.floor(width)}px`);
    const label = Math.min(
      LONGEST_LABEL,
      (longestWidth(sequence.words, fontFamily) * FONT_SIZE) / MEASURED_SIZE + 2,
    );
    const size = sequence.words.length;
    layout = layoutMap({
      width,
      height: width,
      rows: size,
      columns: size,
      rowLabel: label,
      columnLabel: label,
      fontSize: FONT_SIZE,
      maxCell: 18,
    });
    drawShape(shape, layout, pixelRatio);
    drawBackdrop(backdrop, {
      layout,
      rowLabels: sequence.words,
      columnLabels: sequence.words,
      isMasked: (row, column) => causal && column > row,
      colors: look.colors,
      fontFamily,
      pixelRatio,
      corner: [],
    });
    return layout;
  }

  return {
    element,
    /** @param {Shown} shown */
    update(shown) {
      const { seen, sequence, heads, causal, removed, look, positional } = shown;
      make(shown);
      const place = layOut(shown);
      const same = drawn?.seen === seen && drawn.place === place;
      if (same && drawn?.removed === [...removed].join()) return;
      drawn = { seen, place, removed: [...removed].join() };
      const size = sequence.words.length;
      for (const { layer, head, card, canvas, role, score, fill, alone, tick } of cards) {
        const { best } = seen.roles[layer * heads + head];
        const isGone = removed.has(`${layer}.${head}`);
        const hue = headHue(head);
        drawMap(canvas, {
          layout: place,
          values: seen.maps[layer].subarray(head * size * size, (head + 1) * size * size),
          isMasked: (row, column) => causal && column > row,
          ramp: rampOf(hue, look.theme),
          scale: SCALE,
          backdrop,
          shape,
          fontFamily: look.fontFamily,
          pixelRatio: look.pixelRatio,
        });
        canvas.style.width = `${place.width}px`;
        canvas.style.height = `${place.height}px`;
        card.style.setProperty('--head', markOf(hue, look.theme));
        const name = nameOf(words, numbers, best);
        canvas.ariaLabel = fillText(words.mapOf, {
          layer: layer + 1,
          head: head + 1,
          role: name,
          score: numbers.fixed(best.score, 2),
        });
        setText(role, name);
        setText(score, numbers.fixed(best.score, 2));
        fill.style.inlineSize = `${(100 * best.score).toFixed(1)}%`;
        setAttribute(card, 'data-named', isNamed(best, positional) ? '' : null);
        setAttribute(card, 'data-gone', isGone ? '' : null);
        const byPosition = positionsFor(best, positional);
        alone.hidden = isPositional(byPosition);
        setText(alone, fillText(words.positionsAlone, { score: numbers.fixed(byPosition, 2) }));
        tick.checked = !isGone;
      }
    },
  };
}

/**
 * What a head could score in a role that knows positions only, told of many sequences where that is known.
 * @param {Role} role
 * @param {Readonly<Record<string, number>>} positional
 */
const positionsFor = (role, positional) => positional[role.name] ?? role.positional;

/**
 * Whether a role is a name: the head does it most of the time, and more than positions alone would.
 * @param {Role} role
 * @param {Readonly<Record<string, number>>} positional
 */
export function isNamed(role, positional) {
  return role.score >= NAMED && beatsPositions(role.score, positionsFor(role, positional));
}

/**
 * @param {import('./messages/en.js').Words} words
 * @param {ReturnType<typeof import('../lesson/numbers.js').numbersOf>} numbers
 * @param {Role} role
 */
export function nameOf(words, numbers, { name, offset }) {
  if (name !== 'fixedOffset') return words.roles[name];
  if (offset === 0) return words.roles.itself;
  const count = numbers.whole(Math.abs(offset ?? 0));
  return fillText((offset ?? 0) < 0 ? words.roles.before : words.roles.after, { count });
}
