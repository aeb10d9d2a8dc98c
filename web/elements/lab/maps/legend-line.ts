// Legend of the maps: the meaning of colours and axes.

import { drawLegend } from '../../../views/legend.ts';
import { fillText, h, setText } from '../../../ui/dom.ts';
import { exactText } from '../../../ui/format.ts';
import { rampFor } from '../blend/shown-value.ts';
import { shownMask } from '../answer/masked-pairs.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Frame } from '../frame.ts';

const WIDTH = 120;
const HEIGHT = 10;

export function createLegend(messages: Messages) {
  const canvas = h('canvas', { 'aria-hidden': 'true' });
  const name = h('span', { class: 'legend-name' });
  const least = h('span', { class: 'tabular' });
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
    h('span', { class: 'legend-ramp' }, name, least, canvas, most),
    masked,
  );
  let drawn = '';

  return {
    element,
    /** @param wanted whether the maps themselves have no room for the names of the axes */
    nameAxes(wanted: boolean) {
      axes.hidden = !wanted;
    },
    update({ selection, look, answer, blend, scale: plain }: Frame) {
      const scale = blend?.scale ?? plain;
      setText(name, scale.signed ? messages.legendDifference : messages.legendLabel);
      setText(least, scale.signed ? `−${exactText(scale.max)}` : '0');
      setText(
        most,
        fillText(scale.clipped ? messages.legendClipped : messages.legendMost, {
          value: exactText(scale.max),
        }),
      );
      masked.hidden = !answer || !shownMask(blend, answer);
      const kind = blend ? String(blend.scale.signed) : selection.head;
      const from = `${kind} ${look.theme} ${look.pixelRatio}`;
      if (drawn === from) return;
      drawn = from;
      canvas.width = Math.round(WIDTH * look.pixelRatio);
      canvas.height = Math.round(HEIGHT * look.pixelRatio);
      drawLegend(canvas, rampFor(blend, selection.head, look.theme), scale.signed);
    },
  };
}
