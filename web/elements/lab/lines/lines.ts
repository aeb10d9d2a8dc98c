// The view of lines: drawing, highlight, and accessible lists of tokens.
// It reports hover and clicks and renders the given frame; views/lines.ts draws.

/// <reference path="../../css.d.ts" />

import { strengthOf } from '../../../views/lines-strength.ts';
import { hitLines, rowMiddle } from '../../../views/lines-layout.ts';
import { shortText } from '../../../ui/format.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { attentionArray } from '../export/heads.ts';
import { createHeadSwitches, headChips } from './head-chips.ts';
import { createTokenList } from './token-list.ts';
import { contentOf, figureOf, soloOf } from './content.ts';
import tableStyle from '../../../ui/number-table.css';
import style from './lines.css';
import { createPainter } from './painter.ts';
import { createNumbers, gridOfMap } from '../tables/as-table.ts';
import { createTooltip } from '../tooltip.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame, SelectionActions } from '../frame.ts';
import type { Place } from './token-list.ts';
import type { Selection } from '../state/state.ts';
import type { Exported } from '../export/menu.ts';
import type { LinesContent } from '../../../views/lines.ts';

export function createLines(messages: Messages, actions: SelectionActions) {
  const tooltip = createTooltip();
  const numbers = createNumbers(messages, actions);
  const switches = actions.switchOff && createHeadSwitches(messages, actions.switchOff);
  let frame: MapFrame | null = null;
  /** the head whose name is hovered */
  let pointed: number | null = null;
  let content: LinesContent | null = null;
  /** painting all lines takes many frames */
  const arranged = createMemo<LinesContent | null>();
  let rest: HTMLCanvasElement;
  let front: HTMLCanvasElement;

  const leading = () => frame?.state.solo ?? frame?.state.selection.head ?? 0;
  const selectionOf = ({ query, key, head }: Place) => ({ head: head ?? leading(), query, key });
  const preview = (place: Place | null) => actions.preview(place && selectionOf(place));
  const lock = (place: Place) => actions.lock(selectionOf(place));
  // arrow keys cross from one side to the other
  const events = { content: () => content, preview, lock };
  const queries = createTokenList('query', messages.linesFrom, {
    ...events,
    cross: (index) => keys.focus(index),
  });
  const keys = createTokenList('key', messages.linesTo, {
    ...events,
    cross: (index) => queries.focus(index),
  });

  function view() {
    const hidden = frame?.state.numbers ?? false;
    return html`<section class="lines">
      <h2 class="spoken">${messages.linesTitle}</h2>
      <div class="view-tools">
        ${frame && (switches ? switches(frame) : headChips(messages, actions, frame, point))}
        ${numbers.toggle}
      </div>
      <div
        class="lines-stage"
        hidden=${hidden}
        data-stale=${frame?.stale}
        vars=${{ height: content ? `${content.layout.height}px` : '' }}
      >
        <canvas
          class="lines-rest"
          aria-hidden="true"
          data-beside=${frame !== null && hasFocus(frame.selection)}
          ref=${(element: HTMLCanvasElement) => (rest = element)}
        ></canvas>
        <canvas
          class="lines-front"
          aria-hidden="true"
          ref=${(element: HTMLCanvasElement) => (front = element)}
          @pointermove=${(event: MouseEvent) => {
            const hit = hitOf(event);
            front.style.cursor = hit ? 'pointer' : 'default';
            preview(hit);
          }}
          @pointerleave=${() => preview(null)}
          @click=${click}
        ></canvas>
        ${queries.element}${keys.element}${tooltip.element}
      </div>
      ${numbers.element}
      <p class="lines-legend" hidden=${hidden}>${content && legendOf(messages, content)}</p>
    </section>`;
  }

  /** The line or the word under the pointer; the selection's lines come first. */
  function hitOf({ offsetX: x, offsetY: y }: MouseEvent) {
    if (!content || !frame) return null;
    const { layout } = content;
    const focus = frame.kept ? frame.selection : frame.state.selection;
    return (
      hitLines(layout, x, y, strengthOf(content, focus)) ??
      hitLines(layout, x, y, strengthOf(content, { query: null, key: null }))
    );
  }

  function click(event: MouseEvent) {
    const hit = hitOf(event);
    if (!hit) return;
    // the keyboard continues here
    const [side, index] = hit.query === null ? [keys, hit.key] : [queries, hit.query];
    if (index !== null) side.focus(index);
    lock(hit);
  }

  function point(head: number | null) {
    pointed = head;
    if (frame) update(frame);
  }

  const root = createRoot(view());
  const { element } = root;
  const painter = createPainter(rest!, front!, () => actions.drawn());

  function update(next: MapFrame) {
    const { maps, state, look, selection } = next;
    if (!maps) return;
    frame = next;
    const alone = pointed ?? state.solo;
    const solo = alone !== null && alone < maps.heads ? alone : null;
    numbers.update(frame, gridOfMap(frame, maps, solo ?? selection.head));
    const mirrored = getComputedStyle(element).direction === 'rtl';
    const { theme, size, pixelRatio, colors } = look;
    const from = [theme, size.width, size.height, pixelRatio, colors.text, mirrored];
    const before = content;
    if (!state.numbers) {
      content = arranged([maps, solo, next.off, ...from], () => contentOf(next, solo, mirrored));
    }
    root.render(view());
    if (state.numbers || !content) return;
    const mine = content;
    if (mine !== before) painter.paint(mine, look, () => mine === content);
    painter.light(mine, frame);
    queries.update(selection.query);
    keys.update(selection.key);
    if (!mine.shows(selection.head)) tooltip.hide();
    else tooltip.showAt(frame, (pair) => middleOf(mine.layout, pair), size.width);
  }

  return {
    element,
    styles: [tableStyle, style],
    update,
    isDrawn: painter.isDrawn,
    arrive({ query, key }: Selection) {
      if (query !== null) queries.moveTo(query);
      if (key !== null) keys.moveTo(key);
    },
    exported: (frame: MapFrame) => content && exportedOf(frame, content),
  };
}

const hasFocus = ({ query, key }: Selection) => query !== null || key !== null;

function legendOf(messages: Messages, { least, scale }: LinesContent) {
  return sayText(messages.linesLegend, { value: shortText(least * scale.max, 3) });
}

/** @returns null: the lines of these maps are not drawn yet */
function exportedOf(frame: MapFrame, content: LinesContent): Exported | null {
  const { maps } = frame;
  if (!maps || content.attention !== maps.attention) return null;
  return {
    name: 'lines',
    figure: () => figureOf(frame, content),
    arrays: () => [attentionArray(frame, maps, soloOf(frame))],
  };
}

/** The middle of a line. */
function middleOf(
  layout: LinesContent['layout'],
  { row, column }: { row: number; column: number },
) {
  const y = (rowMiddle(layout, row) + rowMiddle(layout, column)) / 2;
  return { x: (layout.query.line + layout.key.line) / 2, y: y - 6 };
}
