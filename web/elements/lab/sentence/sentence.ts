// The sentence, always editable, and its tokens under it. A second sentence has the same.

import { rampFor, shownValue } from '../blend/shown-value.ts';
import { h } from '../../../ui/dom.ts';
import { createField } from './field.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';

/** @param schedule requests another frame, for the rest of a long text's tokens */
export function createSentences(
  messages: Messages,
  actions: Actions,
  { frame: frameNow, schedule }: { frame: () => Frame; schedule: () => void },
) {
  const selected = () => frameNow().state.selection;
  const first = createField(
    {
      label: messages.sentenceLabel,
      placeholder: messages.sentencePlaceholder,
      tokens: messages.tokensLabel,
      other: messages.secondAdd,
      all: messages.tokensAll,
      fewer: messages.tokensFewer,
    },
    {
      onType: actions.type,
      onPreview: (query) =>
        actions.preview(query === null ? null : { head: selected().head, query, key: null }),
      onLock: (query) => actions.lock({ head: selected().head, query, key: null }),
      onOther() {
        actions.typeSecond(frameNow().source.example?.second ?? messages.secondExample);
        // once the field is shown
        requestAnimationFrame(() => second.input.select());
      },
    },
  );
  const second = createField(
    {
      label: messages.secondLabel,
      placeholder: messages.sentencePlaceholder,
      tokens: messages.tokensLabelSecond,
      other: messages.secondRemove,
      all: messages.tokensAll,
      fewer: messages.tokensFewer,
    },
    {
      onType: actions.typeSecond,
      onPreview: (key) =>
        actions.preview(key === null ? null : { head: selected().head, query: null, key }),
      onLock: (key) => actions.lock({ head: selected().head, query: null, key }),
      onOther() {
        actions.typeSecond(null);
        first.input.focus();
      },
    },
  );
  const element = h('div', { class: 'sentences' }, first.element, second.element);

  return {
    element,
    fit() {
      first.fit();
      second.fit();
    },
    focus: () => first.input.focus(),
    inserted: first.inserted,
    update(frame: Frame) {
      const { state, answer, selection, look } = frame;
      const crossed = state.second !== null;
      const label = crossed ? messages.sentenceLabelFrom : messages.sentenceLabel;
      const firstIsWhole = first.update(state.text, label, frame.first.tokens, look.atOnce);
      second.element.hidden = !crossed;
      first.other.hidden = crossed;
      const { tokens = [] } = frame.second ?? {};
      const text = state.second ?? '';
      const secondIsWhole = second.update(text, messages.secondLabel, tokens, look.atOnce);
      if (!firstIsWhole || !secondIsWhole) schedule();
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
      const scale = frame.blend?.scale ?? frame.scale;
      const ramp = rampFor(frame.blend, head, look.theme);
      first.paint(crossed ? column : (row ?? column), scale, ramp);
      second.paint(crossed ? row : null, scale, ramp);
      for (const [field, isSecond] of [
        [first, false],
        [second, true],
      ] as const) {
        const places = frame.unknown.filter((one) => one.second === isSecond);
        field.question(new Set(places.map(({ index }) => index)), messages.unknownWord);
      }
      const kept = state.selection;
      first.mark(query, crossed ? null : key, kept.query);
      second.mark(null, crossed ? key : null, crossed ? kept.key : null);
    },
  };
}
