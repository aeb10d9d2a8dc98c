// The part of the lab that shows the heads: what they are, the legend, and their maps or numbers.

import { createBlendBar } from './blend/bar.js';
import { h } from './dom.js';
import { createLegend } from './legend-line.js';
import { createMapStage } from './map-stage.js';
import { createStrip } from './strip.js';
import { createTable } from './tables/table.js';

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 */
export function createHeads(messages, actions) {
  const reseed = h(
    'button',
    { type: 'button', class: 'link', onclick: () => actions.reseed() },
    messages.reseed,
  );
  const blend = createBlendBar(messages, actions);
  const legend = createLegend(messages);
  const strip = createStrip(messages, actions);
  const stage = createMapStage(messages, actions);
  const table = createTable(messages);
  const element = h(
    'section',
    { class: 'heads' },
    h('h2', { class: 'spoken' }, messages.headsTitle),
    h('div', { class: 'note' }, h('p', null, messages.untrained, ' ', reseed)),
    h('div', { class: 'view-tools' }, blend.element, legend.element),
    strip.element,
    stage.element,
    table.element,
  );
  return {
    element,
    isDrawn: stage.isDrawn,
    arrive: stage.arrive,
    /** @param {import('./frame.js').Frame} frame */
    exported: async (frame) => (await import('./extras.js')).exportHeads(frame),
    /** @param {import('./frame.js').Frame} frame */
    update(frame) {
      blend.update(frame);
      legend.update(frame);
      strip.update(frame);
      stage.update(frame);
      table.update(frame);
      legend.nameAxes(stage.axesAreUnnamed());
    },
  };
}
