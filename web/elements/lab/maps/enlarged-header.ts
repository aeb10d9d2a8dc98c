// Header of an enlarged head: back, thumbnails, map or table, name.

import { headHue, markOf } from '../../../views/color.ts';
import { drawMap } from '../../../views/map/map.ts';
import { layoutMap } from '../../../views/map/layout.ts';
import { blendText } from '../blend/selection-text.ts';
import { h, rove, setAttribute, setText } from '../../../ui/dom.ts';
import { rampFor } from '../blend/shown-value.ts';
import { shownMask } from '../answer/masked-pairs.ts';
import { headText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { View } from '../state/state.ts';
import type { Answer } from '../answer/answer.ts';

const SIDE = 44;

/** @param withThumbs whether to show thumbnails of the other heads */
export function createEnlargedHeader(
  messages: Messages,
  actions: Actions,
  withThumbs: boolean = true,
) {
  const back = h(
    'button',
    { type: 'button', class: 'back', onclick: () => actions.change({ view: 'heads' }) },
    messages.allHeads,
  );
  const thumbs = h('div', { class: 'thumbs', role: 'group', 'aria-label': messages.headsLabel });
  rove(thumbs);
  const title = h('span', null);
  const asMap = choice(messages.viewMap, 'head');
  const asTable = choice(messages.viewTable, 'table');
  const element = h(
    'div',
    { class: 'strip' },
    back,
    thumbs,
    h('div', { class: 'segments' }, asMap, asTable),
    h('h3', { class: 'strip-title' }, h('span', { class: 'dot' }), title),
  );
  let drawnFrom: readonly unknown[] = [];

  function choice(text: string, view: View) {
    return h('button', { type: 'button', onclick: () => actions.change({ view }) }, text);
  }

  function update(frame: Frame) {
    const { state, answer, selection, look, blend } = frame;
    element.hidden = state.view === 'heads' || !answer;
    if (!answer || element.hidden) return;
    setAttribute(asMap, 'aria-pressed', String(state.view === 'head'));
    setAttribute(asTable, 'aria-pressed', String(state.view === 'table'));
    thumbs.hidden = !withThumbs || blend?.count === 1;
    setText(title, blend ? blendText(frame, blend) : headText(frame, selection.head));
    const from = [answer, blend, look.theme, look.pixelRatio];
    if (from.some((value, i) => value !== drawnFrom[i])) {
      drawnFrom = from;
      if (!thumbs.hidden) drawThumbs(frame, answer);
    }
    [...thumbs.children].forEach((thumb, head) => {
      setAttribute(thumb, 'aria-pressed', String(head === selection.head));
      setAttribute(thumb, 'tabindex', head === selection.head ? '0' : '-1');
    });
  }

  function drawThumbs(frame: Frame, answer: Answer) {
    const { look, blend, scale } = frame;
    const { rows, columns, question } = answer;
    const values = blend?.values ?? answer.attention;
    const space = { width: SIDE, height: SIDE, rows, columns, rowLabel: 0, columnLabel: 0 };
    const layout = layoutMap({ ...space, fontSize: 10, maxCell: SIDE });
    while (thumbs.children.length > question.heads) thumbs.lastChild?.remove();
    while (thumbs.children.length < question.heads) {
      const head = thumbs.children.length;
      thumbs.append(
        h(
          'button',
          {
            type: 'button',
            class: 'thumb',
            onclick: () => actions.enlarge(head),
          },
          h('canvas', { 'aria-hidden': 'true' }),
        ),
      );
    }
    thumbs.querySelectorAll('canvas').forEach((canvas, head) => {
      const name = headText(frame, head);
      setAttribute(thumbs.children[head], 'aria-label', name);
      setAttribute(thumbs.children[head], 'title', name);
      canvas.parentElement?.style.setProperty('--head', markOf(headHue(head), look.theme));
      canvas.style.width = `${layout.width}px`;
      canvas.style.height = `${layout.height}px`;
      drawMap(canvas, {
        layout,
        values: values.subarray(head * rows * columns, (head + 1) * rows * columns),
        isMasked: shownMask(blend, answer),
        ramp: rampFor(blend, head, look.theme),
        scale: blend?.scale ?? scale,
        fontFamily: look.fontFamily,
        pixelRatio: look.pixelRatio,
      });
    });
  }

  return { element, update };
}
