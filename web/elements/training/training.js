// The training room: heads start as noise and take on roles.
// It joins the parts; the module in its worker trains.

import { numbersOf } from '../lesson/numbers.js';
import { loadWords } from '../messages/load.js';
import { adopt } from '../shared/adopt.js';
import { createChart } from './chart.js';
import { createFigures } from './figures.js';
import { createFindings } from './findings.js';
import { createHeadCards } from './heads.js';
import { loaders } from './messages/index.js';
import { createOneHead } from './one-head.js';
import { createOpening } from './opening.js';
import { createRoom } from './room.js';
import { createRun, sameRun } from './run.js';
import { createSettings } from './settings.js';
import { fileAt } from './share/save.js';
import { createShare, linkTo, markAt } from './share/share.js';
import { createSpeaker } from './speaker.js';
import { createStrip } from './strip.js';
import shareStyle from './share/share.css';
import handOutStyle from '../shared/hand-out.css';
import taskStyle from './task/task.css';
import style from './training.css';
import { createTransport } from './transport.js';

/// <reference path="../css.d.ts" />

/**
 * @typedef {import('../lab/frame.js').Frame} Frame
 * @typedef {import('../lab/state/training.js').TrainingSettings} Settings
 */

/** What the reader changes leads to no step of a link any more. */
const NOT_LED = Object.freeze({ to: null, off: [] });

/**
 * @param {import('../messages/en.js').Messages} messages
 * @param {import('../lab/frame.js').Actions} actions
 * @returns {Promise<import('../lab/views.js').LabView>}
 */
export async function createTraining(messages, actions) {
  const words = await loadWords(messages.language, loaders);
  const numbers = numbersOf(messages.locale);
  /** @type {Frame | null} */
  let newest = null;
  let scheduled = 0;
  let dropStyles = () => {};
  let adopted = false;
  const run = createRun(actions, schedule);
  const settingsNow = () => /** @type {Frame} */ (newest).state.training;
  const change = (/** @type {Partial<Settings>} */ part) =>
    actions.change({ training: { ...settingsNow(), ...NOT_LED, ...part } });

  const settings = createSettings(words, numbers, {
    change(part) {
      // beside one head, one head would be the same
      const several = part.versus && settingsNow().heads === 1 ? { heads: 4 } : {};
      const alone = part.heads === 1 ? { versus: false } : {};
      change({ ...part, ...several, ...alone });
    },
    watch,
  });
  const transport = createTransport(words, numbers, {
    play: () => void run.goOn((course) => course.play()),
    pause: () => run.course()?.pause(),
    single: () => void run.goOn((course) => course.single()),
    restart: startOver,
    restartTamely() {
      if (settingsNow().rate === null) startOver();
      else change({ rate: null });
    },
    speed: (speed) => actions.slide({ training: { ...settingsNow(), speed } }),
  });
  const speaker = createSpeaker(words, numbers);
  const room = createRoom(words, numbers, {
    ...{ settings, transport, speaker },
    opening: createOpening(words, numbers, watch),
    chart: createChart(words, numbers, (step) => {
      run.look(step);
      const first = run.course()?.runners()[0];
      if (first) speaker.say(run.seenOf(first));
    }),
    share: createShare(words, numbers, {
      mark: (step) => markAt(run.course()?.runners()[0], step),
      file: (step) =>
        fileAt(/** @type {import('./runners.js').Runner} */ (run.course()?.runners()[0]), step),
      link: (step, off) => linkTo(actions.address, settingsNow(), step, off),
    }),
    strip: createStrip(words),
    cards: createHeadCards(words, numbers, run.toggle),
    oneCards: createHeadCards(words, numbers, null),
    findings: createFindings(words, numbers, messages.locale),
    figures: createFigures(words, numbers),
    oneHead: createOneHead(words, numbers, messages.locale, (wanted) => {
      watch(wanted);
      settings.element.scrollIntoView({ block: 'start' });
      transport.focus();
    }),
  });
  const { element } = room;

  /** Shows a run from its beginning, and starts it. @param {Partial<Settings>} wanted */
  function watch(wanted) {
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
    actions.drawn(); // it is not, until then
  }

  function draw() {
    if (!newest || !element.isConnected || element.closest('[hidden]')) return;
    run.begin();
    room.draw(newest, run, actions.learned);
  }

  return {
    element,
    update(frame) {
      if (!adopted) {
        adopted = true;
        dropStyles = adopt(element, [style, taskStyle, shareStyle, handOutStyle]);
      }
      newest = frame;
      run.follow(frame.state.training);
      draw();
    },
    isDrawn: () => scheduled === 0 && newest !== null && run.course()?.isBusy() !== true,
    leave: () => run.course()?.pause(),
    dispose() {
      cancelAnimationFrame(scheduled);
      dropStyles();
      run.close();
    },
  };
}
