// Creates the parts of the lab and arranges them.

import { h, setAttribute } from '../shared/dom.js';
import { createControls } from './controls.js';
import { createLateParts } from './late-parts.js';
import { createPanel } from './panel/panel.js';
import { createSentences } from './sentence/sentence.js';
import { createSpoken } from './spoken.js';
import { createNotices, createStatusLine } from './status-line.js';
import { createViews } from './views.js';

/** @typedef {import('./frame.js').Frame} Frame */

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('./frame.js').Actions} actions
 * @param {object} lab
 * @param {import('./state/history.js').Store} lab.store
 * @param {() => Frame} lab.frame
 * @param {() => void} lab.schedule
 * @param {import('./lab.js').LabOptions} options
 */
export function createParts(messages, actions, { store, frame, schedule }, { compact, below }) {
  const sentences = createSentences(messages, actions, frame);
  const focusSentence = () => sentences.focus();
  const late = createLateParts(messages, actions, { store, focusSentence, schedule });
  const controls = createControls(messages, actions);
  controls.element.append(late.overview);
  const notices = createNotices(messages, actions);
  const views = createViews(messages, actions);
  const panel = createPanel(messages, actions);
  const [status, spoken] = [createStatusLine(messages), createSpoken()];
  const places = {
    guide: h('div', { class: 'guide' }),
    exhibit: h('div', { class: 'exhibit' }),
  };
  const inOrder = (/** @type {HTMLElement[]} */ ...parts) => (compact ? parts.reverse() : parts);
  const main = h(
    'div',
    { class: 'main' },
    sentences.element,
    ...late.said,
    h('div', { class: 'tools' }, views.tabs, controls.element),
    late.edited,
    notices.element,
    ...inOrder(places.exhibit, views.element),
    h('div', { class: 'below' }, status.element, below),
  );
  const stage = h('div', { class: 'stage' }, ...inOrder(places.guide, main), panel.element);
  // a click on what takes no focus leaves it in the lab: its keys go on working
  const look = { class: 'headwise-lab', tabindex: '-1', 'data-compact': compact };
  const element = h('div', look, stage, spoken.element);
  const drawn = [sentences, controls, late];

  return {
    element,
    main,
    places,
    sentences,
    views,
    say: spoken.say,
    /**
     * @param {Frame} frame
     * @param {string} remark
     */
    update(frame, remark) {
      element.style.setProperty('--head', frame.mark);
      for (const part of drawn) part.update(frame);
      notices.update(frame, remark);
      views.update(frame);
      setAttribute(element, 'data-room', views.room());
      setAttribute(element, 'data-waiting', frame.waiting && !views.room() ? '' : null);
      panel.update(frame);
      status.update(frame);
    },
    isDrawn: () => views.isDrawn() && panel.isDrawn() && late.isDrawn(),
    dispose() {
      for (const part of [views, late, panel]) part.dispose();
      element.remove();
    },
  };
}
