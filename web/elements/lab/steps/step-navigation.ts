// Navigation of the steps: tabs, previous, next, and the story.

import { button, rove } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { icon } from '../../../ui/text.ts';
import { stepOf } from '../answer/cells.ts';
import { createStory } from './story.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { LayerActions, LayerFrame } from '../frame.ts';
import type { Step } from '../answer/layer-steps.ts';

const BACK = 'M10 3L5 8l5 5';
const NEXT = 'M6 3l5 5-5 5';
const PLAY = 'M5 3l7.5 5L5 13Z';
const PAUSE = 'M5 3v10M11 3v10';

/** @param motion motion of the open step; element: its scrubber */
export function createStepNavigation(
  messages: Messages,
  actions: LayerActions,
  words: Record<Step, { title: string; short: string }>,
  motion: {
    element: HTMLElement;
    show: () => Promise<unknown>;
    hush: () => void;
    bringIn: () => void;
  },
) {
  /** steps of the layer that is shown */
  let steps: readonly Step[] = [];
  let step: Step = 'embedding';
  let opened = () => {};
  /** the step whose button was brought into its row, and the width of the row then */
  let brought: readonly [Step | null, number] = [null, 0];
  /** whether it is to play as soon as the matrices are there: the reader opened the view */
  let isEntered = false;
  /** steps from here on have other numbers because of changes by hand; -1: none has */
  let changedFrom = -1;
  const story = createStory({
    after: (one) => steps[steps.indexOf(one) + 1],
    first: () => steps[0],
    step: () => step,
    open(to) {
      step = to;
      actions.change({ step: to });
      return new Promise((resolve) => (opened = resolve));
    },
    show() {
      motion.bringIn();
      return motion.show();
    },
    isVisible: () => root.element.checkVisibility(),
    changed: () => root.render(view()),
  });

  function view() {
    const at = steps.indexOf(step);
    const plays = story.isPlaying();
    const playLabel = plays ? messages.stepsPause : messages.stepsPlay;
    return html`<div class="step-bar" @input=${stop}>
      ${tool(messages.stepsBack, BACK, () => go(-1), at === 0)}
      ${tool(playLabel, plays ? PAUSE : PLAY, () => (plays ? stop() : begin()))}
      ${tool(messages.stepsNext, NEXT, () => go(1), at === steps.length - 1)}
      ${motion.element}
      <div class="step-track" role="group" aria-label=${messages.stepsLabel} ref=${rove}>
        ${steps.map(
          (one, i) => html`<button
            type="button"
            class="step-pill"
            title=${words[one].title}
            aria-current=${i === at && 'step'}
            data-changed=${changedFrom >= 0 && i >= changedFrom}
            .tabIndex=${i === at ? 0 : -1}
            @click=${() => {
              stop();
              actions.change({ step: one });
            }}
          >
            <span class="step-number" aria-hidden="true">${i + 1}</span>
            <span>${words[one].short}</span>
          </button>`,
        )}
      </div>
    </div>`;
  }

  const root = createRoot(view());

  /** On a phone the row of steps scrolls sideways, without the page. */
  function bringIntoRow() {
    const pill = root.element.querySelector<HTMLElement>('[aria-current]');
    const track = pill?.parentElement;
    if (!pill || !track || (brought[0] === step && brought[1] === track.clientWidth)) return;
    brought = [step, track.clientWidth];
    track.scrollLeft = pill.offsetLeft - (track.clientWidth - pill.offsetWidth) / 2;
  }

  function go(by: number) {
    stop();
    const to = steps[steps.indexOf(step) + by];
    if (to) actions.change({ step: to });
  }

  function begin() {
    story.play(true);
  }

  function stop() {
    if (!story.isPlaying()) return;
    story.play(false);
    motion.hush();
  }

  return {
    element: root.element,
    stop,
    /** Plays once the matrices are there, unless motion is unwelcome. */
    enter() {
      isEntered = !matchMedia('(prefers-reduced-motion: reduce)').matches;
    },
    update(frame: LayerFrame) {
      // a step or a number was opened in another way
      if (frame.step !== step || frame.state.trail.length > 0) stop();
      ({ step, steps } = frame);
      changedFrom = firstChanged(frame);
      opened();
      root.render(view());
    },
    /** Called when the matrices of the frame are arranged. */
    arranged({ answer, state }: LayerFrame) {
      bringIntoRow();
      if (!isEntered || !answer?.trace || state.numbers) return;
      isEntered = false;
      begin();
    },
  };
}

/** The index of the first step with a number that was changed by hand; -1: there is none. */
function firstChanged({ answer, steps }: LayerFrame) {
  const names = Object.keys(answer?.question.byHand ?? {});
  const places = names.map((name) => steps.indexOf(stepOf(name, steps)));
  return places.length > 0 ? Math.min(...places) : -1;
}

function tool(label: string, path: string, onClick: () => void, disabled: boolean = false) {
  return button(icon(path), onClick, { look: 'bare', label, title: label, disabled });
}
