// Navigation of the steps: tabs, previous, next, and the story.

import { h, icon, rove, setAttribute } from '../../shared/dom.js';
import { createStory } from './story.js';

/** @typedef {import('../answer/block.js').Step} Step */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 * @param {Record<Step, { title: string, short: string }>} words
 * @param {{ show: () => Promise<unknown>, hush: () => void, bringIn: () => void }} motion of the open step
 */
export function createStepBar(messages, actions, words, { show, hush, bringIn }) {
  /** @type {readonly Step[]} of the layer that is shown */
  let steps = [];
  /** @type {Step} */
  let step = 'embedding';
  /** @type {HTMLElement[]} */
  let pills = [];
  const track = h('div', {
    ...{ class: 'step-track', role: 'group', 'aria-label': messages.stepsLabel },
  });
  rove(track);
  const back = tool(messages.stepsBack, 'M10 3L5 8l5 5', () => go(-1));
  const next = tool(messages.stepsNext, 'M6 3l5 5-5 5', () => go(1));
  const playButton = h('button', {
    type: 'button',
    class: 'tool',
    onclick: () => (story.isPlaying() ? stop() : begin()),
  });
  const element = h('div', { class: 'step-bar' }, back, playButton, next, track);
  let opened = () => {};
  const story = createStory({
    after: (one) => steps[steps.indexOf(one) + 1],
    first: () => steps[0],
    step: () => step,
    open(to) {
      step = to;
      actions.change({ step: to });
      return new Promise((resolve) => (opened = resolve));
    },
    show,
    isVisible: () => element.checkVisibility(),
    changed: showPlay,
  });

  /** @param {number} by */
  function go(by) {
    stop();
    const to = steps[steps.indexOf(step) + by];
    if (to) actions.change({ step: to });
  }

  /** @param {Step} one @param {number} i */
  function pillOf(one, i) {
    return h(
      'button',
      {
        type: 'button',
        class: 'step-pill',
        title: words[one].title,
        onclick: () => (stop(), actions.change({ step: one })),
      },
      h('span', { class: 'step-number', 'aria-hidden': 'true' }, String(i + 1)),
      h('span', null, words[one].short),
    );
  }

  function begin() {
    bringIn();
    story.play(true);
  }

  function stop() {
    if (!story.isPlaying()) return;
    story.play(false);
    hush();
  }

  function showPlay() {
    const plays = story.isPlaying();
    const label = plays ? messages.stepsPause : messages.stepsPlay;
    setAttribute(playButton, 'aria-label', label);
    setAttribute(playButton, 'title', label);
    playButton.replaceChildren(icon(plays ? 'M5 3v10M11 3v10' : 'M5 3l7.5 5L5 13Z'));
  }
  showPlay();

  return {
    element,
    /** @param {Pick<import('../frame.js').Frame, 'step' | 'steps'>} frame */
    update(frame) {
      step = frame.step;
      opened();
      if (frame.steps.join() !== steps.join()) {
        steps = frame.steps;
        pills = steps.map(pillOf);
        track.replaceChildren(...pills);
      }
      const at = steps.indexOf(step);
      pills.forEach((pill, i) => {
        setAttribute(pill, 'aria-current', i === at ? 'step' : null);
        setAttribute(pill, 'tabindex', i === at ? '0' : '-1');
      });
      back.disabled = at === 0;
      next.disabled = at === steps.length - 1;
    },
  };
}

/**
 * @param {string} label
 * @param {string} path
 * @param {() => void} onclick
 */
function tool(label, path, onclick) {
  return h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick },
    icon(path),
  );
}
