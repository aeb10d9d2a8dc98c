// The provenance of a followed number, in the panel.
// Its terms, each a link; the running sum; the difference between float32 and float64; and the
// editor.

/// <reference path="../../css.d.ts" />

import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { exactText, inFormula } from '../../../ui/format.ts';
import { nameCell, selectionOf } from '../answer/cells.ts';
import { crumbs } from './crumbs.ts';
import { createEditor } from './editor.ts';
import tableStyle from '../../../ui/number-table.css';
import style from './provenance.css';
import { explain } from './explain.ts';
import { expressionOf } from './expression.ts';
import { nameView } from './names.ts';
import { createRounding } from './rounding.ts';
import { sentenceAbout } from './sentences.ts';
import { FIRST_TERMS, MORE_TERMS, numberLink, termsTable } from './terms.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Child } from '../../../ui/template.ts';
import type { LayerActions, LayerFrame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Explanation } from './explain.ts';

/** The number that is explained. */
interface Shown {
  frame: LayerFrame;
  answer: Answer;
  name: string;
  explanation: Explanation;
  /** whether it is followed, not only hovered */
  isOpen: boolean;
  /** number of terms that are shown before the last one */
  terms: number;
}

export function createProvenance(messages: Messages, actions: LayerActions) {
  const rounding = createRounding(messages, () => root.render(view()));
  const editor = actions.edit && createEditor(messages, actions.edit);
  let shown: Shown | null = null;
  let isHidden = true;

  function follow(event: Event) {
    const cell = cellOf(event);
    if (cell) actions.follow(cell);
  }

  function preview(cell: string | null) {
    const { selection, trail } = shown?.frame.state ?? { trail: [] };
    if (!cell || !selection || trail.length === 0) actions.preview(null);
    else actions.preview({ ...selectionOf(cell, selection), cell, beside: true });
  }

  const view = () => html`<div
    class="provenance"
    hidden=${isHidden}
    @click=${follow}
    @pointerover=${(event: Event) => preview(cellOf(event))}
    @pointerleave=${() => preview(null)}
    @focusin=${(event: Event) => (event.target as Element).matches(':focus-visible') && preview(cellOf(event))}
    @focusout=${() => preview(null)}
  >
    ${shown && explanationView(shown)}
  </div>`;

  const explanationView = ({ frame, answer, name, explanation, isOpen, terms }: Shown): Child => {
    const parts = expressionOf(explanation, (factor, isOperand) =>
      numberLink(messages, answer, factor, isOperand),
    );
    const before = answer.before && explain(answer.before, nameCell(explanation.cell));
    const isOther = before !== null && !Object.is(before.value, explanation.value);
    const showMore = () => {
      if (shown) shown.terms += MORE_TERMS;
      root.render(view());
    };
    // the editor is above a sum that may be long, so that it is in view as soon as a number is followed
    return html`
      ${isOpen && crumbs(messages, actions, answer, frame.state.trail)}
      <p class="meaning">${sentenceAbout(messages, answer, explanation)}</p>
      ${isOpen && parts.length > 0 && html`<p class="parts">${parts}</p>`}
      ${editor?.element}
      ${
        isOpen &&
        isOther &&
        html`<p class="meaning">${sayText(messages.provBefore, { value: inFormula(exactText(before.value)) })}</p>`
      }
      ${isOpen && termsTable(messages, answer, explanation, terms, showMore)}
      ${isOpen && rounding.view(answer, name, explanation)}
      ${!isOpen && html`<p class="meaning">${messages.provPreview}</p>`}
    `;
  };

  const root = createRoot(view());
  const { element } = root;

  return {
    element,
    /** @returns the description at the top of the panel; null if there is no such number */
    update(frame: LayerFrame): { name: Child; value: number; head: number | null } | null {
      const { answer, cell, kept, state, beside } = frame;
      // hovering a number in the explanation leaves the open number in place
      const name = beside ? (state.trail.at(-1) ?? null) : cell;
      isHidden = name === null;
      const explanation = answer && name !== null ? explain(answer, name) : null;
      if (!answer || name === null || !explanation) {
        // while the next answer is awaited, the explanation keeps its room
        if (isHidden) rounding.forget();
        root.render(view());
        return null;
      }
      const isMoved = name !== shown?.name;
      const { activeElement } = element.getRootNode() as Document | ShadowRoot;
      const isFocused = activeElement !== null && element.contains(activeElement);
      const isOpen = kept || beside;
      const terms = isMoved || !shown ? FIRST_TERMS : shown.terms;
      shown = { frame, answer, name, explanation, isOpen, terms };
      if (!isOpen) rounding.forget();
      editor?.update(isOpen ? answer : null, explanation);
      root.render(view());
      if (isOpen && isMoved && isFocused) focusStart(element);
      const { cell: at, value } = explanation;
      return { name: nameView(messages, answer, at), value, head: at.head };
    },
    styles: [tableStyle, style],
  };
}

/** Moves the focus to the followed number: the one that was chosen is no longer in the panel. */
function focusStart(element: HTMLElement) {
  const here =
    element.querySelector('nav:not([hidden]) [aria-current]') ??
    element.closest('.panel')?.querySelector('.close');
  (here as HTMLElement | null | undefined)?.focus({ preventScroll: true });
}

/** The number in the panel that an event is about; null: none that is a cell. */
function cellOf(event: Event) {
  const link = (event.target as Element).closest('[data-cell]');
  return link?.getAttribute('data-cell') ?? null;
}
