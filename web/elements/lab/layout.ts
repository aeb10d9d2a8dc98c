// Creates the parts of the lab and arranges them.

import { button } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { createControls } from './controls.ts';
import { createLazyNotices } from './lazy-notices.ts';
import { createPanel } from './panel/panel.ts';
import { createSentences } from './sentence/sentence.ts';
import { createLiveRegion } from './live-region.ts';
import { SHEET_BELOW } from './appearance.ts';
import { createStatusLine, notices } from './status-line.ts';
import { createViews } from './views.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { Store } from './state/history.ts';
import type { LabOptions } from './lab.ts';

export function createLayout(
  messages: Messages,
  actions: Actions,
  { store, frame: frameNow, schedule }: { store: Store; frame: () => Frame; schedule: () => void },
  { compact, locked = new Set() }: LabOptions,
) {
  const sentences = createSentences(messages, actions, locked, { frame: frameNow, schedule });
  const focusSentence = () => sentences.focus();
  const lazyNotices = createLazyNotices(messages, actions, { store, focusSentence, schedule });
  const controls = createControls(messages, actions, lazyNotices.overview);
  const aside = boxFor('step-aside');
  const views = createViews(messages, actions, { aside, schedule });
  const panel = createPanel(messages, actions);
  const statusLine = createStatusLine(messages);
  const spoken = createLiveRegion();
  const places = { guide: boxFor('guide'), exhibit: boxFor('exhibit') };
  let main: HTMLElement;
  let stage: HTMLElement;
  /** whether the panel may show answers, and whether the first one is to come */
  let isPanelShown = false;
  let isPanelDue = false;
  const inOrder = (...parts: Child[]) => (compact ? parts.reverse() : parts);

  function view(frame: Frame | null, remark: string) {
    const room = frame && views.roomOf(frame.state);
    const column = html`<div class="main" ref=${(element: HTMLElement) => (main = element)}>
      <div class="tools">${views.tabs}${controls.element}${moreButton(frame?.more ?? false)}</div>
      ${sentences.element}${lazyNotices.belowSentence()}
      ${lazyNotices.edited()}${notices(messages, actions, frame, remark)}
      ${inOrder(places.exhibit, views.element)}
      <div class="below">${statusLine(frame)}</div>
    </div>`;
    // a click on an element without focus leaves the focus in the lab: its shortcuts keep working
    return html`<div
      class="headwise-lab"
      tabindex="-1"
      data-compact=${compact}
      data-locked=${locked.size > 0 && [...locked].join(' ')}
      data-room=${room}
      data-waiting=${frame?.waiting && !room}
      data-more=${frame?.more}
      data-compute=${frame !== null && isCompute(frame)}
      data-pending=${frame === null ? 'all' : awaitsPanel(frame) && 'panel'}
      vars=${{ '--head': frame?.mark ?? '' }}
    >
      <div class="stage" ref=${(one: HTMLElement) => (stage = one)}>
        ${inOrder(places.guide, column)}
      </div>
      ${spoken.element}
    </div>`;
  }

  /** Whether the panel waits for its first text about an answer. */
  const awaitsPanel = ({ answer, error, first }: Frame) =>
    !isPanelShown && error === null && (answer !== null || first.tokens.length > 0);

  const moreButton = (isOpen: boolean) =>
    button(isOpen ? messages.fewerTools : messages.moreTools, () => actions.showMore(!isOpen), {
      look: 'quiet',
      classes: 'more-toggle',
      expanded: isOpen,
    });

  const root = createRoot(view(null, ''));
  const { element } = root;
  stage!.append(panel.element);

  /** In Compute the panel is beside the drawing, in the place of the step's text. */
  function placePanel(frame: Frame) {
    const isBeside = isCompute(frame) && frame.look.size.width >= SHEET_BELOW;
    const place = isBeside && aside.isConnected ? aside : stage;
    if (panel.element.parentElement === place) return;
    const focused = focusIn(panel.element);
    place.append(panel.element);
    focused?.focus({ preventScroll: true });
  }

  /** The first answer's panel comes after its maps: both in one frame would be a long task. */
  function updatePanel(frame: Frame) {
    isPanelShown ||= frame.answer !== null && (frame.look.atOnce || views.isDrawn());
    const waits = !isPanelShown && frame.answer !== null && !views.roomOf(frame.state);
    if (waits && !isPanelDue) afterViews();
    isPanelDue = waits;
    if (!waits) panel.update(frame);
  }

  function afterViews() {
    requestAnimationFrame(() => {
      if (!isPanelDue) return;
      isPanelShown = views.isDrawn();
      if (isPanelShown) schedule();
      else afterViews();
    });
  }

  return {
    element,
    main: main!,
    places,
    sentences,
    views,
    say: spoken.say,
    update(frame: Frame, remark: string) {
      const focused = focusIn(element);
      sentences.update(frame);
      controls.update(frame);
      lazyNotices.update(frame);
      root.render(view(frame, remark));
      views.update(frame);
      placePanel(frame);
      const wasPending = awaitsPanel(frame);
      updatePanel(frame);
      if (wasPending && !awaitsPanel(frame)) root.render(view(frame, remark));
      if (focused) keepFocus(element, focused);
    },
    isDrawn: () => !isPanelDue && views.isDrawn() && panel.isDrawn() && lazyNotices.isDrawn(),
    dispose() {
      for (const part of [views, controls, lazyNotices, panel]) part.dispose();
      element.remove();
    },
  };
}

const isCompute = ({ state }: Frame) => state.view === 'steps' && state.lesson === null;

/**
 * The element with the focus is gone: the lab takes the focus, and with it the keys that work everywhere
 * in it, Escape and undo.
 */
function keepFocus(lab: HTMLElement, before: Element) {
  if (before.checkVisibility()) return;
  const now = focusIn(lab);
  if (now === null || now === before) lab.focus({ preventScroll: true });
}

/** The element with the focus; null: it is not in this part. */
function focusIn(part: HTMLElement) {
  const { activeElement } = part.getRootNode() as Document | ShadowRoot;
  return part.contains(activeElement) ? (activeElement as HTMLElement) : null;
}

/** An empty element for others to fill. */
const boxFor = (name: string) => createRoot(html`<div class=${name}></div>`).element;
