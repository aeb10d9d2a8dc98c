// Creates the parts of the lab and arranges them.

import { h, setAttribute } from '../../ui/dom.ts';
import { createControls } from './controls.ts';
import { createLazyNotices } from './lazy-notices.ts';
import { createPanel } from './panel/panel.ts';
import { createSentences } from './sentence/sentence.ts';
import { createLiveRegion } from './live-region.ts';
import { createNotices, createStatusLine } from './status-line.ts';
import { createViews } from './views.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { Store } from './state/history.ts';
import type { LabOptions } from './lab.ts';

export function createLayout(
  messages: Messages,
  actions: Actions,
  {
    store,
    frame,
    schedule,
  }: {
    store: Store;
    frame: () => Frame;
    schedule: () => void;
  },
  { compact, below }: LabOptions,
) {
  const sentences = createSentences(messages, actions, { frame, schedule });
  const focusSentence = () => sentences.focus();
  const lazyNotices = createLazyNotices(messages, actions, { store, focusSentence, schedule });
  const controls = createControls(messages, actions);
  controls.element.append(lazyNotices.overview);
  const notices = createNotices(messages, actions);
  const views = createViews(messages, actions);
  const panel = createPanel(messages, actions);
  const [status, spoken] = [createStatusLine(messages), createLiveRegion()];
  const places = {
    guide: h('div', { class: 'guide' }),
    exhibit: h('div', { class: 'exhibit' }),
  };
  const inOrder = (...parts: HTMLElement[]) => (compact ? parts.reverse() : parts);
  const main = h(
    'div',
    { class: 'main' },
    sentences.element,
    ...lazyNotices.said,
    h('div', { class: 'tools' }, views.tabs, controls.element),
    lazyNotices.edited,
    notices.element,
    ...inOrder(places.exhibit, views.element),
    h('div', { class: 'below' }, status.element, below),
  );
  const stage = h('div', { class: 'stage' }, ...inOrder(places.guide, main), panel.element);
  // a click on an element without focus leaves the focus in the lab: its shortcuts keep working
  const look = { class: 'headwise-lab', tabindex: '-1', 'data-compact': compact };
  const element = h('div', look, stage, spoken.element);
  const drawn = [sentences, controls, lazyNotices];

  return {
    element,
    main,
    places,
    sentences,
    views,
    say: spoken.say,
    update(frame: Frame, remark: string) {
      element.style.setProperty('--head', frame.mark);
      for (const part of drawn) part.update(frame);
      notices.update(frame, remark);
      views.update(frame);
      setAttribute(element, 'data-room', views.room());
      setAttribute(element, 'data-waiting', frame.waiting && !views.room() ? '' : null);
      panel.update(frame);
      status.update(frame);
    },
    isDrawn: () => views.isDrawn() && panel.isDrawn() && lazyNotices.isDrawn(),
    dispose() {
      for (const part of [views, lazyNotices, panel]) part.dispose();
      element.remove();
    },
  };
}
