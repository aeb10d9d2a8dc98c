// Card of one head: map, role, checkbox for ablation, enlarged map.
// The tooltip has the attention weight under the pointer.

import { headHue, markOf, rampOf } from '../../views/color.ts';
import { drawMap } from '../../views/map/map.ts';
import { fillText, h, icon, setAttribute, setText } from '../../ui/dom.ts';
import { isPositional } from '../lab/answer/roles.ts';
import { isNamed, nameOf, positionsFor } from './head-roles.ts';
import type { Role } from 'headwise/training';
import type { Words } from '../../words/en/training.ts';
import type { Shown } from './heads.ts';
import type { MapCanvas } from './map-canvases.ts';

const SCALE = Object.freeze({ max: 1, clipped: false });
const ENLARGE = 'M9.5 3H13v3.5M6.5 13H3V9.5M13 3L9 7M3 13l4-4';

interface Events {
  /** null: it cannot be ablated */
  toggle: ((head: string, takesPart: boolean) => void) | null;
  enlarge: (head: string) => void;
}

export function createCard(
  words: Words,
  numbers: ReturnType<typeof import('../lesson/numbers.ts').numbersOf>,
  { layer, head }: { layer: number; head: number },
  { toggle, enlarge }: Events,
) {
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
  let drawn: { shown: Shown; paper: MapCanvas } | null = null;
  canvas.addEventListener('pointermove', (event) => point(event.offsetX, event.offsetY));
  canvas.addEventListener('pointerleave', tellRole);

  const best = () => drawn?.shown.seen.roles[layer * drawn.shown.heads + head].best ?? null;

  function valuesOf({ seen, sequence }: Shown) {
    const size = sequence.words.length ** 2;
    return seen.maps[layer].subarray(head * size, (head + 1) * size);
  }

  function tellRole() {
    const own = best();
    if (!own) return;
    setText(role, nameOf(words, numbers, own));
    setText(score, numbers.fixed(own.score, 2));
  }

  /** Shows the attention weight under the pointer. */
  function point(x: number, y: number) {
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
    update(shown: Shown, paper: MapCanvas, isLarge: boolean) {
      drawn = { shown, paper };
      const own = best() as Role;
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

export type Card = ReturnType<typeof createCard>;
