// Header of an enlarged head: back, thumbnails, map or table, name.

import { headHue, markOf } from '../../../views/color.ts';
import { drawMap } from '../../../views/map/map.ts';
import { layoutMap } from '../../../views/map/layout.ts';
import { button, rove, segments } from '../../../ui/controls.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { blendText, rampFor } from '../blend/shown-value.ts';
import { shownMask } from '../answer/head-maps.ts';
import { headText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapLayout } from '../../../views/map/layout.ts';
import type { MapFrame, SelectionActions } from '../frame.ts';
import type { View } from '../state/state.ts';
import type { HeadMaps } from '../answer/head-maps.ts';

const SIDE = 44;

/** @param withThumbs whether to show thumbnails of the other heads */
export function createEnlargedHeader(
  messages: Messages,
  actions: SelectionActions,
  withThumbs: boolean = true,
) {
  /** canvases of the thumbnails, by head */
  const canvases: HTMLCanvasElement[] = [];
  const drawn = createMemo<void>();

  function view(frame: MapFrame | null) {
    const opened = openedIn(frame);
    const hasThumbs = withThumbs && opened?.blend?.count !== 1;
    const layout = opened && thumbLayout(opened.maps);
    const heads = opened && hasThumbs ? opened.maps.heads : 0;
    return html`<div class="strip" hidden=${!opened}>
      ${button(messages.allHeads, () => actions.change({ view: 'heads' }), { look: 'quiet', classes: 'back' })}
      <div
        class="thumbs"
        role="group"
        aria-label=${messages.headsLabel}
        hidden=${!hasThumbs}
        ref=${rove}
      >
        ${Array.from({ length: heads }, (_, head) => thumb(opened!, layout!, head))}
      </div>
      ${segments<View>(
        null,
        [
          { value: 'head', text: messages.viewMap },
          { value: 'table', text: messages.viewTable },
        ],
        opened?.state.view ?? null,
        (next) => actions.change({ view: next }),
      )}
      <h3 class="strip-title">
        <span class="dot"></span>
        <span>${opened && nameOf(opened)}</span>
      </h3>
    </div>`;
  }

  function thumb(frame: MapFrame, { width, height }: MapLayout, head: number) {
    const name = headText(frame, head);
    const isChosen = head === frame.selection.head;
    return html`<button
      type="button"
      class="thumb"
      aria-label=${name}
      title=${name}
      aria-pressed=${String(isChosen)}
      .tabIndex=${isChosen ? 0 : -1}
      vars=${{ '--head': markOf(headHue(head), frame.look.theme) }}
      @click=${() => actions.enlarge(head)}
    >
      <canvas
        aria-hidden="true"
        vars=${{ width: `${width}px`, height: `${height}px` }}
        ref=${(canvas: HTMLCanvasElement) => (canvases[head] = canvas)}
      ></canvas>
    </button>`;
  }

  const root = createRoot(view(null));

  return {
    element: root.element,
    update(frame: MapFrame) {
      root.render(view(frame));
      const opened = openedIn(frame);
      if (!opened || !withThumbs || opened.blend?.count === 1) return;
      const { maps, blend, look } = opened;
      drawn([maps, blend, look.theme, look.pixelRatio], () => drawThumbs(opened, canvases));
    },
  };
}

type Opened = MapFrame & { maps: HeadMaps };

/** @returns null: all heads are shown, or none */
function openedIn(frame: MapFrame | null): Opened | null {
  return frame?.maps && frame.state.view !== 'heads' ? (frame as Opened) : null;
}

function nameOf(frame: MapFrame) {
  return frame.blend ? blendText(frame, frame.blend) : headText(frame, frame.selection.head);
}

function thumbLayout({ rows, columns }: HeadMaps) {
  const space = { width: SIDE, height: SIDE, rows, columns, rowLabel: 0, columnLabel: 0 };
  return layoutMap({ ...space, fontSize: 10, maxCell: SIDE });
}

function drawThumbs({ look, blend, scale, maps }: Opened, canvases: readonly HTMLCanvasElement[]) {
  const { heads, rows, columns } = maps;
  const values = blend?.values ?? maps.attention;
  const layout = thumbLayout(maps);
  for (let head = 0; head < heads; head++) {
    drawMap(canvases[head], {
      layout,
      values: values.subarray(head * rows * columns, (head + 1) * rows * columns),
      isMasked: shownMask(blend, maps),
      ramp: rampFor(blend, head, look.theme),
      scale: blend?.scale ?? scale,
      fontFamily: look.fontFamily,
      pixelRatio: look.pixelRatio,
    });
  }
}
