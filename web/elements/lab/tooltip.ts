// The tooltip at the hovered cell: both tokens and all digits.

import { shownValue } from './blend/shown-value.ts';
import { shownMask } from './answer/head-maps.ts';
import { splitText } from '../../ui/format.ts';
import { createRoot, html } from '../../ui/template.ts';
import { ownWords } from '../../ui/text.ts';
import type { MapFrame } from './frame.ts';
import type { MapLayout } from '../../views/map/layout.ts';

/** Least distance from the edges of its area. */
const MARGIN = 96;

interface Tip {
  query: string;
  key: string;
  /** the digits that one reads at a glance, and the rest */
  number: readonly [string, string];
  x: number;
  y: number;
}

const NOTHING: Tip = { query: '', key: '', number: ['', ''], x: 0, y: 0 };

export function createTooltip() {
  let tip = NOTHING;
  const view = (isShown: boolean) => {
    const { query, key, number, x, y } = tip;
    return html`<div
      class="tooltip"
      aria-hidden="true"
      hidden=${!isShown}
      vars=${{ transform: `translate(${x}px, ${y}px) translate(-50%, calc(-100% - 8px))` }}
    >
      <span class="pair">${ownWords(query)} → ${ownWords(key)}</span>
      <span class="number"><b>${number[0]}</b><span class="rest">${number[1]}</span></span>
    </div>`;
  };
  const root = createRoot(view(false));

  return {
    element: root.element,
    hide: () => root.render(view(false)),
    /**
     * @param originOf offset of the map in the tooltip's area; called only if needed
     * @param room width of that area
     */
    show(
      frame: MapFrame,
      layout: MapLayout,
      originOf: () => { x: number; y: number },
      room: number,
    ) {
      this.showAt(
        frame,
        ({ row, column }) => {
          const origin = originOf();
          const x = origin.x + layout.left + (column + 0.5) * layout.cellWidth;
          return { x, y: origin.y + layout.top + row * layout.cellHeight };
        },
        room,
      );
    },
    /**
     * @param placeOf position of the number in the tooltip's area; called only if needed
     * @param room width of that area
     */
    showAt(
      frame: MapFrame,
      placeOf: (pair: { row: number; column: number }) => { x: number; y: number },
      room: number,
    ) {
      const { maps, selection, messages } = frame;
      const { head, query: row, key: column } = selection;
      if (!maps || row === null || column === null) return this.hide();
      const isMasked = shownMask(frame.blend, maps)?.(row, column) ?? false;
      const { x, y } = placeOf({ row, column });
      tip = {
        query: maps.rowTokens[row],
        key: maps.columnTokens[column],
        number: isMasked
          ? [messages.legendMasked, '']
          : splitText(shownValue(frame, head, row, column)),
        x: Math.min(Math.max(x, MARGIN), Math.max(MARGIN, room - MARGIN)),
        y,
      };
      root.render(view(true));
    },
  };
}
