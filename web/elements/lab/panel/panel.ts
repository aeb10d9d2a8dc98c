// The panel that describes the selection in words.
// One number, one row or one column, and related numbers. Beside the maps where there is room;
// otherwise a bottom sheet.

import { bars } from './bars.ts';
import { cellOfPair } from '../answer/cells.ts';
import { button, rove } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { icon } from '../../../ui/text.ts';
import { bigNumber } from './number.ts';
import { lazyFinder } from '../lazy.ts';
import { headText, roleSentence } from '../answer/roles.ts';
import { largestInRow } from '../frame.ts';
import { selectionText } from './selection-text.ts';
import type { Child } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { LayerActions, LayerFrame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { BarList } from './bars.ts';
import type { BigNumber } from './number.ts';

/** a number that was followed to its terms */
interface Followed {
  name: Child;
  value: number;
  head: number | null;
}

interface PanelText {
  /** of the head, or of what replaces it */
  name: string;
  title: Child;
  number: BigNumber;
  meaning: Child;
  role: string;
  /** numbers along the row or the column, and numbers of all heads */
  lists: readonly [BarList | null, BarList | null];
}

export function createPanel(messages: Messages, actions: LayerActions) {
  const provenance = lazyFinder(
    async () => {
      const { createProvenance } = await import('../lazy-bundle.ts');
      return createProvenance(messages, actions);
    },
    ({ cell }) => cell !== null,
    () => {
      if (frame) update(frame);
      actions.drawn();
    },
  );
  const hint = matchMedia('(hover: none)').matches ? messages.hintTouch : messages.hint;
  let frame: LayerFrame | null = null;
  let found: Followed | null = null;
  let text = startText(messages, null);
  /** whether the sheet is open, and whether it was before a number was followed */
  let isOpen = false;
  let wasOpen = false;
  /** the number whose terms are shown; '' for none */
  let followed = '';
  let close: HTMLElement;
  let panel: HTMLElement;
  /** where the focus was when a number was opened; it goes back there */
  let opener: HTMLElement | null = null;
  let body: HTMLElement;

  /** Opens the provenance of the selected weight, or of the largest in the selected row. */
  function askSelected() {
    if (!frame?.answer) return;
    const { head, query, key } = frame.selection;
    if (query === null) return;
    const largest = key ?? largestInRow(frame.answer, head, query);
    actions.trace(cellOfPair('attention', head, query, largest));
  }

  function view() {
    const { query = null, key = null } = frame?.selection ?? {};
    const isPair = query !== null && key !== null;
    const isKnown = frame?.answer && frame.shares && (query !== null || key !== null);
    const isIdle = !found && !isKnown;
    return html`<aside
      class="panel"
      aria-label=${messages.panelLabel}
      ref=${(element: HTMLElement) => (panel = element)}
      hidden=${frame && !frame.answer && !frame.waiting}
      data-open=${isOpen}
      data-followed=${found !== null || Boolean(frame?.state.trail.length)}
      data-pair=${Boolean(frame?.kept && frame.shares && isPair)}
      data-stale=${frame?.stale}
      data-idle=${isIdle}
      data-hovered=${Boolean(frame && !frame.kept && !frame.beside)}
    >
      <div class="panel-head">
        <div class="panel-name">
          <p class="eyebrow" hidden=${isIdle}>
            <span class="dot"></span><span>${text.name}</span>
          </p>
          <h2 class="panel-title">${text.title}</h2>
          ${bigNumber(text.number, messages.provAsk, frame?.blend || query === null ? null : askSelected)}
        </div>
        ${button(icon('M4 4l8 8M12 4l-8 8'), () => actions.trim(0), { look: 'bare', classes: 'close', label: messages.provClose, title: messages.provClose, hidden: !frame?.state.trail.length, ref: (element: HTMLElement) => (close = element) })}
        <button
          type="button"
          class="handle"
          aria-expanded=${String(isOpen)}
          aria-label=${isOpen ? messages.panelClose : messages.panelOpen}
          @click=${() => {
            isOpen = !isOpen;
            root.render(view());
          }}
        ></button>
      </div>
      <div class="panel-body" ref=${(element: HTMLElement) => (body = element)}>
        ${provenance.element()}
        <p class="meaning" hidden=${found !== null}>${text.meaning}</p>
        <p class="meaning" hidden=${!isIdle || isSteps(frame)}>${messages.startLarge}</p>
        <div ref=${rove}>${text.lists.map((list, i) => bars(list, actions, i === 0 || !text.lists[0]))}</div>
        <details class="why" hidden=${text.role === '' || frame?.state.view === 'heads'}>
          <summary>${messages.roleAsk}</summary>
          <span class="reason">${text.role}</span>
        </details>
        <p class="hint" hidden=${found !== null}>${hint}</p>
      </div>
    </aside>`;
  }

  const root = createRoot(view());
  const { element } = root;

  function update(next: LayerFrame) {
    // the number is one of a layer whose answer comes
    if (next.elsewhere && followed !== '' && next.state.trail.length > 0) return;
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    const focused = activeElement instanceof HTMLElement ? activeElement : null;
    const isInside = panel.contains(focused);
    const wasFollowed = followed !== '';
    frame = next;
    found = provenance.update(next);
    let isNew = false;
    // while the next answer is awaited the panel keeps its room, invisible
    if (next.answer && found) {
      text = followedText(messages, next, found);
      const now = next.state.trail.at(-1) ?? '';
      isNew = next.kept && now !== followed;
      // a followed number may take the room of the sheet
      if (isNew) {
        if (followed === '') wasOpen = isOpen;
        followed = now;
        isOpen = true;
      }
    } else if (next.answer) {
      text = textOf(messages, next, next.answer);
      if (followed !== '') isOpen = wasOpen;
      followed = '';
    }
    root.render(view());
    if (isNew) body.scrollTop = element.scrollTop = 0;
    if (followed !== '' && !wasFollowed) {
      opener = focused;
      // the pressed button is gone: the focus moves to the beginning of the answer
      if (isInside) close.focus({ preventScroll: true });
    } else if (followed === '' && wasFollowed && isInside) {
      backTo(opener, element);
    }
  }

  return { element, update, isDrawn: provenance.isDrawn, dispose: provenance.dispose };
}

/** The focus goes back to what opened a number, or to the panel's first button. */
function backTo(opener: HTMLElement | null, panel: HTMLElement) {
  const first = panel.querySelector<HTMLElement>('.panel-head .share-number:enabled');
  const target = [opener, first].find((one) => one?.checkVisibility());
  target?.focus({ preventScroll: true });
}

/** The text about the selection. */
function textOf(messages: Messages, frame: LayerFrame, answer: Answer): PanelText {
  const { head, query, key } = frame.selection;
  const blended = frame.shares ? (frame.blend?.selectionText(frame) ?? null) : null;
  const selected = blended ?? (frame.shares ? selectionText(frame, answer) : null);
  const name = blended ? blended.name : headText(frame, head);
  if (!selected) return { ...startText(messages, frame), name };
  const isIdle = query === null && key === null;
  return {
    name,
    title: selected.title,
    number: { value: selected.value, isShare: !frame.blend?.scale.signed },
    meaning: selected.meaning,
    role: isIdle || blended ? '' : roleSentence(frame, head),
    lists: [selected.list, selected.across],
  };
}

/** The text above the terms of a number. */
function followedText(messages: Messages, frame: LayerFrame, { name, value, head }: Followed) {
  return {
    ...startText(messages, frame),
    name: head === null ? messages.provTitle : headText(frame, head),
    title: name,
    number: { value, isShare: false },
  };
}

/** The text where nothing is selected. */
function startText(messages: Messages, frame: LayerFrame | null): PanelText {
  const areSteps = isSteps(frame);
  return {
    name: '',
    title: areSteps ? messages.stepsStartTitle : messages.startTitle,
    number: { value: null, isShare: false },
    meaning: areSteps ? messages.stepsStartText : messages.startText,
    role: '',
    lists: [null, null],
  };
}

/**
 * Whether readers click numbers and cannot enlarge a head, or there are no attention weights to
 * hover.
 */
function isSteps(frame: LayerFrame | null) {
  return frame !== null && (frame.state.view === 'steps' || !frame.shares);
}
