// Exhibit: one word's row with scaled and with unscaled scores.
// Scores, weights, slopes and sums side by side.

import { h } from '../../shared/dom.js';
import { WIDTHS } from '../../lab/state/state.js';
import { createAsker } from '../asker.js';
import { computeSoftening } from '../experiments/scale.js';
import { createChoice, createSwitch } from './parts.js';
import { createSide, SIZE, SUMS } from './scale-side.js';

/**
 * @typedef {import('../experiments/scale.js').Softened} Softened
 * @typedef {{ raw: Softened, divided: Softened }} Found
 */

/** @param {import('../exhibits.js').Kit} kit */
export function createScale(kit) {
  const { messages, setState } = kit;
  const width = createChoice(
    messages.exhibitWidth,
    WIDTHS.map((one) => [one, String(one)]),
    (value) => setState({ width: value }),
  );
  const divide = createSwitch(messages.scaleSwitch, (scaled) => setState({ scaled }));
  const sides = { raw: createSide(messages), divided: createSide(messages) };
  const element = h(
    'div',
    { class: 'scale' },
    h('div', { class: 'exhibit-controls' }, width.element, divide.element),
    h('div', { class: 'two-columns' }, sides.raw.element, sides.divided.element),
  );
  /** @type {import('../exhibits.js').Moment | null} */
  let newest = null;

  const ask = createAsker(
    async (
      /** @type {import('../experiments/tensors.js').Trace} */ trace,
      /** @type {number} */ head,
      /** @type {number} */ row,
    ) => computeSoftening(await kit.engine(), trace, { head, row }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  /** @param {Found} found */
  function show(found) {
    if (!newest) return;
    const about = newest.values.show ?? SIZE;
    for (const name of /** @type {const} */ (['raw', 'divided'])) {
      const isShown = newest.frame.state.scaled === (name === 'divided');
      // the switch shows and hides the other side; the last scene begins with the divided one
      sides[name].element.hidden = !isShown && name === (about === SUMS ? 'raw' : 'divided');
      sides[name].show(name, found[name], newest, isShown);
    }
  }

  return {
    element,
    /** @param {import('../exhibits.js').Moment} moment */
    update(moment) {
      newest = moment;
      const { trace, head, row, frame } = moment;
      width.update(frame.state.width);
      divide.update(frame.state.scaled);
      divide.element.hidden = (moment.values.show ?? SIZE) === SIZE;
      ask(trace, head, row);
      ask.again();
    },
  };
}
