// The sentence, always editable, and its tokens under it. A second sentence has the same.

import { rampFor, shownValue } from '../blend/shown-value.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { headHue, markOf } from '../../../views/color.ts';
import { valueAt } from '../frame.ts';
import { LEAST_ARC } from './arcs.ts';
import { createField } from './field.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { View } from '../state/state.ts';
import type { Arc } from './arcs.ts';

/**
 * @param locked parts that the learner cannot change, see state/locks.ts
 * @param schedule requests another frame, for the rest of a long text's tokens
 */
export function createSentences(
  messages: Messages,
  actions: Actions,
  locked: ReadonlySet<string>,
  { frame: frameNow, schedule }: { frame: () => Frame; schedule: () => void },
) {
  const head = () => frameNow().state.selection.head;
  const words = {
    placeholder: messages.sentencePlaceholder,
    all: messages.tokensAll,
    fewer: messages.tokensFewer,
  };
  const first = createField(
    messages.sentenceLabel,
    locked.has('text'),
    { ...words, tokens: messages.tokensLabel, other: messages.secondAdd },
    {
      onType: actions.type,
      onPreview: (query) =>
        actions.preview(query === null ? null : { head: head(), query, key: null }),
      onLock: (query) => actions.lock({ head: head(), query, key: null }),
      onOther() {
        actions.typeSecond(frameNow().source.example?.second ?? messages.secondExample);
        // once the field is shown
        requestAnimationFrame(() => second.select());
      },
    },
  );
  const second = createField(
    messages.secondLabel,
    locked.has('second'),
    { ...words, tokens: messages.tokensLabelSecond, other: messages.secondRemove },
    {
      onType: actions.typeSecond,
      onPreview: (key) => actions.preview(key === null ? null : { head: head(), query: null, key }),
      onLock: (key) => actions.lock({ head: head(), query: null, key }),
      onOther() {
        actions.typeSecond(null);
        first.focus();
      },
    },
  );
  const view = (isCrossed: boolean) =>
    html`<div class="sentences" data-crossed=${isCrossed}>${first.element}${second.element}</div>`;
  const root = createRoot(view(false));

  return {
    element: root.element,
    fit() {
      first.fit();
      second.fit();
    },
    focus: first.focus,
    inserted: first.inserted,
    update(frame: Frame) {
      const { state, answer, selection, look } = frame;
      const crossed = state.second !== null;
      root.render(view(crossed));
      const { head, query, key } = selection;
      // a row colours its keys, a column its queries
      const row =
        answer && frame.shares && query !== null
          ? (i: number) => shownValue(frame, head, query, i)
          : null;
      const column =
        answer && frame.shares && query === null && key !== null
          ? (i: number) => shownValue(frame, head, i, key)
          : null;
      const kept = state.selection;
      const colors = {
        scale: frame.blend?.scale ?? frame.scale,
        ramp: rampFor(frame.blend, head, look.theme),
        unknownText: messages.unknownWord,
      };
      const firstIsWhole = first.update(
        {
          label: crossed ? messages.sentenceLabelFrom : messages.sentenceLabel,
          text: state.text,
          tokens: frame.first.tokens,
          hidden: false,
          hasOther: !crossed,
          marks: {
            ...colors,
            valueOf: crossed ? column : (row ?? column),
            from: query,
            to: crossed ? null : key,
            kept: kept.query,
            unknown: unknownOf(frame, false),
          },
          arcs: hasArcs(frame) ? arcsOf(frame) : null,
        },
        look.size.width,
        look.atOnce,
      );
      const secondIsWhole = second.update(
        {
          label: messages.secondLabel,
          text: state.second ?? '',
          tokens: frame.second?.tokens ?? [],
          hidden: !crossed,
          hasOther: true,
          marks: {
            ...colors,
            valueOf: crossed ? row : null,
            from: null,
            to: crossed ? key : null,
            kept: crossed ? kept.key : null,
            unknown: unknownOf(frame, true),
          },
          arcs: null,
        },
        look.size.width,
        look.atOnce,
      );
      if (!firstIsWhole || !secondIsWhole) schedule();
    },
  };
}

/** Views of a sentence's maps; a lesson has drawings of its own. */
const WITH_ARCS: readonly View[] = ['heads', 'lines', 'contributions'];

const hasArcs = ({ state, blend }: Frame) =>
  WITH_ARCS.includes(state.view) && state.second === null && state.lesson === null && !blend;

/** Arcs from the selected word to the words that each head attends to. */
function arcsOf({ answer, stale, selection: { query }, state, look }: Frame): Arc[] {
  if (!answer || stale || query === null) return [];
  const { heads } = answer;
  const arcs: Arc[] = [];
  for (let head = 0; head < heads; head++) {
    if (state.off.includes(head)) continue;
    const color = markOf(headHue(head), look.theme);
    const lane = heads === 1 ? 0 : (2 * head) / (heads - 1) - 1;
    for (let key = 0; key < answer.columns; key++) {
      const weight = valueAt(answer, head, query, key);
      if (weight >= LEAST_ARC) arcs.push({ from: query, to: key, weight, color, lane });
    }
  }
  return arcs;
}

/** Indexes of the unknown words of a sentence. */
function unknownOf({ unknown }: Frame, second: boolean) {
  return new Set(unknown.filter((one) => one.second === second).map(({ index }) => index));
}
