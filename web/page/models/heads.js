// All heads of a model at a glance: a row for each layer, a small picture for each head, on one canvas; a button over each.

import { headHue, markOf, rampOf } from '../../views/color.js';
import { drawThumbnail } from '../../views/thumbnails.js';
import { fillText, h, rove, setAttribute } from '../../elements/shared/dom.js';

/**
 * @typedef {import('./worker.js').Head} Head
 * @typedef {{ data: Float32Array, height: number, width: number }} Small a layer's
 * @typedef {import('../../views/color.js').Theme} Theme
 */

/** A picture's sides, CSS pixels; a finger needs the least. */
const LEAST = 24;
const MOST = 64;
const GAP = 4;
const NUMBER = 28;
/** One for all heads, so that the same colour is the same number. */
const SCALE = { max: 1, clipped: false };

/**
 * @param {object} options
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {(at: Head) => void} options.onChoose
 */
export function createHeads({ messages, onChoose }) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const buttons = h('div', {
    class: 'models-cells',
    role: 'group',
    'aria-label': messages.mapsLabel,
  });
  const numbers = h('div', { class: 'models-numbers', 'aria-hidden': 'true' });
  const board = h('div', { class: 'models-board' }, canvas, buttons);
  const element = h(
    'div',
    { class: 'models-all' },
    numbers,
    h('div', { class: 'models-scroll' }, board),
  );
  rove(buttons);
  let sizes = { layers: 0, heads: 0 };
  /** @type {(Small | null)[]} */
  let pictures = [];
  /** @type {Theme} */
  let theme = 'light';
  let chosen = { layer: 0, head: 0 };
  /** @type {readonly Head[]} */
  let removed = [];
  let scheduled = 0;

  const schedule = () => {
    scheduled ||= requestAnimationFrame(draw);
  };
  const observer = new ResizeObserver(schedule);
  observer.observe(element);

  function draw() {
    scheduled = 0;
    const { layers, heads } = sizes;
    const room = element.clientWidth - NUMBER;
    const side = Math.max(LEAST, Math.min(MOST, Math.floor((room + GAP) / heads) - GAP));
    const step = side + GAP;
    element.style.setProperty('--side', `${side}px`);
    const [width, height] = [heads * step - GAP, layers * step - GAP];
    const ratio = window.devicePixelRatio;
    [canvas.width, canvas.height] = [width * ratio, height * ratio].map(Math.round);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    const context = canvas.getContext('2d');
    if (!context) return;
    context.scale(ratio, ratio);
    for (const [layer, picture] of pictures.entries()) {
      if (picture) drawLayer(context, layer, picture, side);
    }
  }

  /**
   * @param {CanvasRenderingContext2D} context
   * @param {number} layer
   * @param {Small} picture
   * @param {number} side
   */
  function drawLayer(context, layer, { data, height, width }, side) {
    for (let head = 0; head < sizes.heads; head++) {
      const isRemoved = removed.some((one) => one.layer === layer && one.head === head);
      context.globalAlpha = isRemoved ? 0.2 : 1;
      const values = data.subarray(head * height * width, (head + 1) * height * width);
      const place = { x: head * (side + GAP), y: layer * (side + GAP), side };
      const ramp = rampOf(headHue(head), theme);
      drawThumbnail(context, { values, rows: height, columns: width, ramp }, place, SCALE);
    }
  }

  return {
    element,
    /** @param {{ layers: number, heads: number }} next */
    resize(next) {
      if (next.layers === sizes.layers && next.heads === sizes.heads) return;
      sizes = next;
      pictures = Array.from({ length: next.layers }, () => null);
      element.style.setProperty('--heads', String(next.heads));
      buttons.replaceChildren(
        ...Array.from({ length: next.layers * next.heads }, (_, i) => {
          const at = { layer: Math.floor(i / next.heads), head: i % next.heads };
          return h('button', { type: 'button', onclick: () => onChoose(at) });
        }),
      );
      numbers.replaceChildren(
        ...Array.from({ length: next.layers }, (_, layer) => h('span', null, String(layer + 1))),
      );
      schedule();
    },
    /** @param {{ chosen: Head, removed: readonly Head[], theme: Theme }} look */
    update(look) {
      ({ chosen, removed, theme } = look);
      nameAll(buttons, sizes.heads, look, messages);
      schedule();
    },
    /** @param {number} layer @param {Small} picture */
    put(layer, picture) {
      pictures[layer] = picture;
      schedule();
    },
    stop() {
      observer.disconnect();
      cancelAnimationFrame(scheduled);
    },
  };
}

/**
 * What each head is called, and which of them is chosen.
 *
 * @param {HTMLElement} buttons
 * @param {number} heads of a layer
 * @param {{ chosen: Head, removed: readonly Head[], theme: Theme }} look
 * @param {import('./messages/en.js').Messages} messages
 */
function nameAll(buttons, heads, { chosen, removed, theme }, messages) {
  for (const [i, button] of [...buttons.children].entries()) {
    const [layer, head] = [Math.floor(i / heads), i % heads];
    const isRemoved = removed.some((one) => one.layer === layer && one.head === head);
    const isChosen = layer === chosen.layer && head === chosen.head;
    const words = isRemoved ? messages.headRemoved : messages.headName;
    const label = fillText(words, { layer: layer + 1, head: head + 1 });
    setAttribute(button, 'aria-label', label);
    setAttribute(button, 'title', label);
    setAttribute(button, 'aria-pressed', String(isChosen));
    setAttribute(button, 'tabindex', isChosen ? '0' : '-1');
    button.toggleAttribute('data-removed', isRemoved);
    /** @type {HTMLElement} */ (button).style.setProperty('--head', markOf(headHue(head), theme));
  }
}
