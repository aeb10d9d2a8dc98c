// Navigation of the steps: tabs, previous, next, and the story.

import { h, icon, rove, setAttribute } from '../../../ui/dom.ts';
import { createStory } from './story.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Step } from '../answer/layer-steps.ts';

/** @param motion motion of the open step */
export function createStepNavigation(
  messages: Messages,
  actions: Actions,
  words: Record<Step, { title: string; short: string }>,
  { show, hush, bringIn }: { show: () => Promise<unknown>; hush: () => void; bringIn: () => void },
) {
  /** steps of the layer that is shown */
  let steps: readonly Step[] = [];
  let step: Step = 'embedding';
  let pills: HTMLElement[] = [];
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

  function go(by: number) {
    stop();
    const to = steps[steps.indexOf(step) + by];
    if (to) actions.change({ step: to });
  }

  function pillOf(one: Step, i: number) {
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
    update(frame: Pick<Frame, 'step' | 'steps'>) {
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

function tool(label: string, path: string, onclick: () => void) {
  return h(
    'button',
    { type: 'button', class: 'tool', 'aria-label': label, title: label, onclick },
    icon(path),
  );
}
