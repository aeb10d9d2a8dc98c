// Overview of all heads of a trained model, for choosing one. Folded until the reader opens it.

/// <reference path="../../css.d.ts" />

import { shrinkMap } from '../../../views/thumbnails.ts';
import { boardStyle, createBoard } from '../../model-view/board.ts';
import { button } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { loadModelViewWords } from '../../../words/model-view.ts';
import { isPlain } from '../prediction/predict.ts';
import style from './overview.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';

/** Numbers along a side of a thumbnail. */
const SIDE = 48;

/** Whether there are other layers, and the model runs on this text. */
function hasOverview({ state, answer }: Frame) {
  if (!answer?.backend || state.lesson) return false;
  const { source, keys } = answer.question;
  return source.layers > 1 && source.whole !== null && !keys;
}

export async function createOverview({ language }: Messages, actions: Actions) {
  const words = await loadModelViewWords(language);
  const board = createBoard({
    messages: words,
    onChoose({ layer, head }) {
      if (!last) return;
      actions.change({ layer, selection: { ...last.state.selection, head } });
    },
  });
  let isOpen = false;
  let last: Frame | null = null;
  /** the answer whose heads are drawn, or being computed */
  let asked: Answer | null = null;
  let pending = false;

  const view = () => html`<div class="overview" hidden=${!last || !hasOverview(last)}>
    ${button(
      words.mapsLabel,
      () => {
        isOpen = !isOpen;
        if (last) update(last);
      },
      { look: 'quiet', classes: 'overview-toggle', expanded: isOpen },
    )}
    <div class="overview-board" hidden=${!isOpen}>
      ${board.element}
      <p class="overview-hint" hidden=${!last || isUnchanged(last)}>${words.unchanged}</p>
    </div>
  </div>`;

  async function draw(answer: Answer) {
    asked = answer;
    pending = true;
    try {
      const { source, queries, layer, heads } = answer.question;
      const model = await source.whole?.start(await actions.engine());
      const ids = queries.map(({ id }) => id);
      const { attention = [] } = (await model?.forward(ids, { attention: true })) ?? {};
      if (asked !== answer) return;
      for (const [at, maps] of attention.entries()) {
        // the open layer, with its edits
        board.put(at, small(at === layer ? answer.attention : maps.data, heads, queries.length));
      }
    } catch {
      // the board below reports the engine's own errors
      if (asked === answer) asked = null;
    }
    if (asked !== answer && asked !== null) return;
    pending = false;
    actions.drawn();
  }

  const root = createRoot(view());

  function update(frame: Frame) {
    last = frame;
    root.render(view());
    const { answer, state, look, layer, selection } = frame;
    if (!answer || !isOpen || !hasOverview(frame)) return;
    const { source, heads } = answer.question;
    board.resize({ layers: source.layers, heads });
    if (answer !== asked) void draw(answer);
    const removed = state.off.map((head) => ({ layer, head }));
    board.update({ chosen: { layer, head: selection.head }, removed, theme: look.theme });
  }

  return {
    element: root.element,
    update,
    isDrawn: () => !pending,
    styles: [boardStyle, style],
  };
}

/** Whether the layer computes the same as in the whole model. */
function isUnchanged({ answer, state }: Frame) {
  return answer !== null && isPlain(answer.question) && state.off.length === 0;
}

/** @param maps (heads, length, length) */
function small(maps: Float32Array, heads: number, length: number) {
  const side = Math.min(SIDE, length);
  const sizes = { rows: length, columns: length, height: side, width: side };
  const data = new Float32Array(heads * side * side);
  for (let head = 0; head < heads; head++) {
    const map = maps.subarray(head * length * length, (head + 1) * length * length);
    shrinkMap(map, sizes, data.subarray(head * side * side, (head + 1) * side * side));
  }
  return { data, height: side, width: side };
}
