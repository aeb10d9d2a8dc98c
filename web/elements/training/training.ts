// The training room as a view of the lab: heads start as noise and take on roles.
// It starts runs and schedules drawings; the worker trains.

import { numbersOf } from '../lesson/numbers.ts';
import { loadTrainingWords } from '../../words/training.ts';
import { adopt } from '../../ui/adopt.ts';
import { createRoom } from './room.ts';
import { createRunState } from './run-state.ts';
import tableStyle from '../../ui/number-table.css';
import shareStyle from './share/share.css';
import filledStyle from '../../ui/filled-button.css';
import handOutStyle from '../../ui/hand-out.css';
import taskStyle from './task/task.css';
import style from './training.css';
import { MOST_STEPS } from '../lab/state/training.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from '../lab/frame.ts';
import type { LabView } from '../lab/views.ts';
import type { TrainingSettings } from '../lab/state/training.ts';

/// <reference path="../css.d.ts" />

type Settings = TrainingSettings;

/** The reader's changes drop the step that the run has reached. */
const NOT_LED = Object.freeze({ to: null, off: [] });
/** Milliseconds between two notes of the step during a run. */
const NOTE_EVERY = 1500;

export async function createTraining(messages: Messages, actions: Actions): Promise<LabView> {
  const words = await loadTrainingWords(messages.language);
  const texts = { words, numbers: numbersOf(messages.locale), locale: messages.locale };
  let newest: Frame | null = null;
  let scheduled = 0;
  let dropStyles: (() => void) | null = null;
  let noted = 0;
  const run = createRunState(actions, schedule);
  const settingsNow = () => (newest as Frame).state.training;
  const change = (part: Partial<Settings>) =>
    actions.change({ training: { ...settingsNow(), ...NOT_LED, ...part } });

  const room = createRoom(texts, run, {
    change(part) {
      // with one head in both, the second model would be the same
      const several = part.versus && settingsNow().heads === 1 ? { heads: 4 } : {};
      const alone = part.heads === 1 ? { versus: false } : {};
      change({ ...part, ...several, ...alone });
    },
    play() {
      if (run.course()?.phase() === 'starting') run.startByItself();
      else void run.goOn((course) => course.play());
    },
    pause: () => run.course()?.pause(),
    single: () => void run.goOn((course) => course.single()),
    restart: startOver,
    restartTamely() {
      if (settingsNow().rate === null) startOver();
      else change({ rate: null });
    },
    speed: (speed) => actions.slide({ training: { ...settingsNow(), speed } }),
    address: actions.address,
    learned: actions.learned,
  });
  const { element } = room;

  function startOver() {
    run.restart({ ...settingsNow(), ...NOT_LED });
    change({});
  }

  function schedule() {
    scheduled ||= requestAnimationFrame(() => {
      scheduled = 0;
      draw();
      actions.drawn();
    });
    actions.drawn(); // the room is not visible until then
  }

  function draw() {
    if (!newest || !element.isConnected || element.closest('[hidden]')) return;
    run.begin();
    room.draw(newest);
    note(NOTE_EVERY);
  }

  /** Notes the step in the state, and so in the address: a reload trains the run again up to it. */
  function note(pause: number) {
    const course = run.course();
    if (!newest || !course || course.target() !== null) return;
    if (course.phase() === 'starting' || course.phase() === 'failed') return;
    const { training } = newest.state;
    const step = course.step();
    const to = step === 0 ? null : step;
    const off = [...run.removed()].sort();
    if (to === training.to && off.join() === training.off.join()) return;
    if (step >= MOST_STEPS) return;
    if (course.phase() === 'running' && performance.now() - noted < pause) return;
    noted = performance.now();
    run.note(to, off);
    actions.note({ training: { ...training, to, off } });
  }

  const noteNow = () => note(0);
  addEventListener('pagehide', noteNow, true); // before the page writes the address a last time

  return {
    element,
    update(frame) {
      dropStyles ??= adopt(element, [
        tableStyle,
        filledStyle,
        style,
        taskStyle,
        shareStyle,
        handOutStyle,
      ]);
      newest = frame;
      run.follow(frame.state.training);
      draw();
    },
    isDrawn: () => scheduled === 0 && newest !== null && run.course()?.isBusy() !== true,
    leave: () => run.course()?.pause(),
    dispose() {
      cancelAnimationFrame(scheduled);
      removeEventListener('pagehide', noteNow, true);
      dropStyles?.();
      run.close();
    },
  };
}
