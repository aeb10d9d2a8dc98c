// The tooltip at the hovered cell: both tokens and all digits.

import { shownValue } from './blend/shown-value.ts';
import { keyPiece, queryPiece } from './frame.ts';
import { shownMask } from './answer/masked-pairs.ts';
import { splitText } from '../../ui/format.ts';
import { h, ownWords, setText } from '../../ui/dom.ts';
import type { Frame } from './frame.ts';
import type { MapLayout } from '../../views/map/layout.ts';

/** Least distance from the edges of its area. */
const MARGIN = 96;

export function createTooltip() {
  const query = ownWords('');
  const key = ownWords('');
  const glance = h('b', null);
  const rest = h('span', { class: 'rest' });
  const element = h(
    'div',
    { class: 'tooltip', 'aria-hidden': 'true', hidden: true },
    h('span', { class: 'pair' }, query, ' → ', key),
    h('span', { class: 'number' }, glance, rest),
  );

  return {
    element,
    hide() {
      element.hidden = true;
    },
    /**
     * @param originOf offset of the map in the tooltip's area; called only if needed
     * @param room width of that area
     */
    show(frame: Frame, layout: MapLayout, originOf: () => { x: number; y: number }, room: number) {
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
      frame: Frame,
      placeOf: (pair: { row: number; column: number }) => { x: number; y: number },
      room: number,
    ) {
      const { answer, selection, messages } = frame;
      const { head, query: row, key: column } = selection;
      element.hidden = !answer || row === null || column === null;
      if (!answer || row === null || column === null) return;
      setText(query, queryPiece(answer, row));
      setText(key, keyPiece(answer, column));
      const masked = shownMask(frame.blend, answer)?.(row, column) ?? false;
      const [first, digits] = splitText(shownValue(frame, head, row, column));
      setText(glance, masked ? messages.legendMasked : first);
      setText(rest, masked ? '' : digits);
      const place = placeOf({ row, column });
      const x = Math.min(Math.max(place.x, MARGIN), Math.max(MARGIN, room - MARGIN));
      const { y } = place;
      element.style.transform = `translate(${x}px, ${y}px) translate(-50%, calc(-100% - 8px))`;
    },
  };
}
