// Legend of the maps: the meaning of colours and axes.

import { drawLegend } from '../../../views/legend.ts';
import { exactText } from '../../../ui/format.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { rampFor } from '../blend/shown-value.ts';
import { shownMask } from '../answer/head-maps.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame } from '../frame.ts';

const WIDTH = 120;
const HEIGHT = 10;

export function createLegend(messages: Messages) {
  let canvas!: HTMLCanvasElement;
  let frame: MapFrame | null = null;
  let namesAxes = true;
  const drawn = createMemo<void>();

  function view() {
    const scale = frame?.blend?.scale ?? frame?.scale;
    const least = scale?.signed ? `−${exactText(scale.max)}` : '0';
    const most = scale?.clipped ? messages.legendClipped : messages.legendMost;
    return html`<div class="legend">
      <span class="legend-axes" hidden=${!namesAxes}>
        ${`${messages.cornerRows}   ${messages.cornerColumns}`}
      </span>
      <span class="legend-ramp">
        <span class="legend-name">
          ${scale?.signed ? messages.legendDifference : messages.legendLabel}
        </span>
        <span class="tabular">${least}</span>
        <canvas
          aria-hidden="true"
          ref=${(element: HTMLCanvasElement) => (canvas = element)}
        ></canvas>
        <span class="tabular">${scale && sayText(most, { value: exactText(scale.max) })}</span>
      </span>
      <span
        class="legend-masked"
        hidden=${!frame?.maps || !shownMask(frame.blend, frame.maps)}
      >
        ${messages.legendMasked}
      </span>
    </div>`;
  }

  const root = createRoot(view());

  function draw({ blend, selection, look, scale: plain }: MapFrame) {
    const { signed } = blend?.scale ?? plain;
    canvas.width = Math.round(WIDTH * look.pixelRatio);
    canvas.height = Math.round(HEIGHT * look.pixelRatio);
    drawLegend(canvas, rampFor(blend, selection.head, look.theme), signed);
  }

  return {
    element: root.element,
    /** @param wanted whether the maps themselves have no room for the names of the axes */
    nameAxes(wanted: boolean) {
      namesAxes = wanted;
      root.render(view());
    },
    update(next: MapFrame) {
      frame = next;
      root.render(view());
      const { blend, selection, look } = next;
      const ramp = blend ? blend.scale.signed : selection.head;
      drawn([ramp, look.theme, look.pixelRatio], () => draw(next));
    },
  };
}
