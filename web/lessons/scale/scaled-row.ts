// Exhibit: one word's row with scaled and with unscaled scores.
// Scores, weights, slopes and sums side by side.

import { h } from '../../ui/dom.ts';
import { WIDTHS } from '../../elements/lab/state/state.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { computeSoftening } from './experiment.ts';
import { createChoice, createSwitch } from '../exhibit-parts.ts';
import { createSide, SIZE, SUMS } from './scale-side.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';
import type { Softened } from './experiment.ts';

type Found = { raw: Softened; divided: Softened };

export function createScale(kit: Kit) {
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
  let newest: Moment | null = null;

  const ask = createLatestQuery(
    async (trace: Trace, head: number, row: number) =>
      computeSoftening(await kit.engine(), trace, { head, row }),
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show(found: Found) {
    if (!newest) return;
    const about = newest.values.show ?? SIZE;
    for (const name of ['raw', 'divided'] as const) {
      const isShown = newest.frame.state.scaled === (name === 'divided');
      // the switch shows and hides the other side; the last scene begins with the scaled side
      sides[name].element.hidden = !isShown && name === (about === SUMS ? 'raw' : 'divided');
      sides[name].show(name, found[name], newest, isShown);
    }
  }

  return {
    element,
    update(moment: Moment) {
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
