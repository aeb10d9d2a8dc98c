// The training room as a view of the lab: heads start as noise and take on roles.
// It starts runs and schedules drawings; the worker trains.

import { numbersOf } from '../lesson/numbers.ts';
import { loadTrainingWords } from '../../words/training.ts';
import { adopt } from '../../ui/adopt.ts';
import { createRoom } from './room.ts';
import { createRunState, sameRun } from './run-state.ts';
import shareStyle from './share/share.css';
import handOutStyle from '../../ui/hand-out.css';
import taskStyle from './task/task.css';
import style from './training.css';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from '../lab/frame.ts';
import type { LabView } from '../lab/views.ts';
import type { TrainingSettings } from '../lab/state/training.ts';

/// <reference path="../css.d.ts" />

type Settings = TrainingSettings;

/** The reader's changes drop the target step of a link. */
const NOT_LED = Object.freeze({ to: null, off: [] });

export async function createTraining(messages: Messages, actions: Actions): Promise<LabView> {
  const words = await loadTrainingWords(messages.language);
  const texts = { words, numbers: numbersOf(messages.locale), locale: messages.locale };
  let newest: Frame | null = null;
  let scheduled = 0;
  let dropStyles: (() => void) | null = null;
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
    watch,
    play: () => void run.goOn((course) => course.play()),
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

  /** Shows a run from its beginning, and starts it. */
  function watch(wanted: Partial<Settings>) {
    const now = settingsNow();
    const next = { ...now, ...NOT_LED, ...wanted };
    run.startByItself();
    if (sameRun(next, now)) run.restart(next);
    change(wanted);
  }

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
  }

  return {
    element,
    update(frame) {
      dropStyles ??= adopt(element, [style, taskStyle, shareStyle, handOutStyle]);
      newest = frame;
      run.follow(frame.state.training);
      draw();
    },
    isDrawn: () => scheduled === 0 && newest !== null && run.course()?.isBusy() !== true,
    leave: () => run.course()?.pause(),
    dispose() {
      cancelAnimationFrame(scheduled);
      dropStyles?.();
      run.close();
    },
  };
}
