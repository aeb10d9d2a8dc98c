// The line that says what the colours and the two axes of a map mean.

import { headHue, rampOf } from '../../views/color.js';
import { drawLegend } from '../../views/legend.js';
import { fillText, h, setText } from './dom.js';

const WIDTH = 120;
const HEIGHT = 10;

/** @param {import('../messages/en.js').Messages} messages */
export function createLegend(messages) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const most = h('span', { class: 'tabular' });
  const masked = h('span', { class: 'legend-masked' }, messages.legendMasked);
  const axes = h(
    'span',
    { class: 'legend-axes' },
    `${messages.cornerRows}   ${messages.cornerColumns}`,
  );
  const element = h(
    'div',
    { class: 'legend' },
    axes,
    h(
      'span',
      { class: 'legend-ramp' },
      h('span', { class: 'legend-name' }, messages.legendLabel),
      h('span', { class: 'tabular' }, '0'),
      canvas,
      most,
    ),
    masked,
  );
  let drawn = '';

  return {
    element,
    /** @param {boolean} wanted whether the maps themselves have no room for the names of the axes */
    nameAxes(wanted) {
      axes.hidden = !wanted;
    },
    /** @param {import('./frame.js').Frame} frame */
    update({ selection, look, answer, scale }) {
      setText(
        most,
        fillText(scale.clipped ? messages.legendClipped : messages.legendMost, {
          value: scale.max,
        }),
      );
      masked.hidden = !answer?.question.causal;
      const name = `${selection.head} ${look.theme} ${look.pixelRatio}`;
      if (drawn === name) return;
      drawn = name;
      canvas.width = Math.round(WIDTH * look.pixelRatio);
      canvas.height = Math.round(HEIGHT * look.pixelRatio);
      drawLegend(canvas, rampOf(headHue(selection.head), look.theme));
    },
  };
}
