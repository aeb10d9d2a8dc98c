// The training room, board first: Start, the sequence, the heads and the curves; what a first look does
// not need is behind "More".

import { button } from '../../ui/controls.ts';
import { plainText } from '../../ui/format.ts';
import { messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine } from '../../ui/text.ts';
import { createChart } from './chart.ts';
import { ablated, namedHeads } from './findings.ts';
import { createHeadCards } from './heads.ts';
import { oneHead } from './one-head.ts';
import { isRace, opening } from './opening.ts';
import { baselines, progressTable, runName } from './progress-table.ts';
import { emergenceOf } from './role-emergence.ts';
import { sequenceStrip } from './sequence-strip.ts';
import { createSettings } from './settings.ts';
import { fileAt, OPEN_MODEL } from './share/save.ts';
import { createShare, isAtRest, linkTo, markAt } from './share/share.ts';
import { createSpeaker } from './speaker.ts';
import { LESSONS } from './tasks.ts';
import { transport } from './transport.ts';
import type { Actions, Frame } from '../lab/frame.ts';
import type { TrainingSettings } from '../lab/state/training.ts';
import type { Guess } from './opening.ts';
import type { RunControl } from './run-control.ts';
import type { RunState } from './run-state.ts';
import type { Runner } from './run-pool.ts';
import type { SettingsActions } from './settings.ts';
import type { Child, Template } from '../../ui/template.ts';
import type { Texts } from './texts.ts';
import type { TransportActions } from './transport.ts';

/** Fraction of the steps that a chart shows at first. */
const FIRST_PART = 1 / 8;
const LEAST_ROOM = 100;
/** Accuracy from which a model has learned its task. */
const LEARNED = 0.95;

type RoomActions = Pick<SettingsActions, 'change'> &
  TransportActions & { address: Actions['address']; learned: Actions['learned'] };

export function createRoom(texts: Texts, run: RunState, actions: RoomActions) {
  const { words } = texts;
  const firstRunner = () => run.course()?.runners()[0];
  const state = {
    frame: null as Frame | null,
    guess: null as Guess | null,
    /** why the model could not be opened */
    failure: null as Child,
  };
  const speaker = createSpeaker(texts);
  const settings = createSettings(texts, {
    change: actions.change,
    typed: () => root.render(view()),
  });
  const cards = createHeadCards(texts, run.toggle);
  const oneCards = createHeadCards(texts, null, words.runOne);
  const chart = createChart(texts, (step) => {
    run.look(step);
    const first = firstRunner();
    if (first) speaker.say(run.seenOf(first));
  });
  const share = createShare(texts, {
    mark: (step) => markAt(firstRunner(), step),
    file: (step) => fileAt(firstRunner() as Runner, step),
    link: (step, off) => linkTo(actions.address, settingsNow(), step, off),
  });
  const answers = createRoot(
    oneHead(texts, (wanted) => {
      actions.change(wanted);
      element.scrollIntoView({ block: 'nearest' });
      element.querySelector<HTMLElement>('.training-play')?.focus();
    }),
  );
  const root = createRoot(view());
  const { element } = root;

  function settingsNow(): TrainingSettings {
    return (state.frame as Frame).state.training;
  }

  function view() {
    const { frame } = state;
    const course = run.course();
    const phase = course?.phase() ?? 'starting';
    const first = firstRunner();
    return html`<section class="training" data-phase=${phase} data-step=${course?.step()}>
      <h2 class="spoken">${words.title}</h2>
      ${settings.element}
      <div class="training-more" hidden=${!frame?.more}>${settings.more}${share.element}</div>
      <div class="training-body" hidden=${!course}>
        ${frame && isRace(settingsNow()) && openingOf(course)}
        <div class="training-go">
          ${frame && course && transportOf(course, frame.state.training)}
        </div>
        ${seen()}
        <div class="training-course" hidden=${!first}>
          ${frame && first && figures(frame)}
          ${chart.element}
          ${first && baselines(texts, first.learner.baselines)}
        </div>
      </div>
      ${answers.element}
      <p class="spoken" role="status">${speaker.text()}</p>
    </section>`;
  }

  function openingOf(course: RunControl | null) {
    const race = {
      guess: state.guess,
      step: course?.step() ?? 0,
      ended: course !== null && course.step() >= course.goal(),
      scores: course?.runners().map(({ look }) => look.score) ?? [],
    };
    return opening(texts, race, (guess) => {
      state.guess = guess;
      root.render(view());
    });
  }

  function transportOf(course: RunControl, { task, speed }: TrainingSettings) {
    const runners = course.runners();
    const lesson = LESSONS[task];
    const moment = {
      phase: course.phase(),
      canGoOn: run.canGoOn() && !settings.isWrong(),
      step: course.step(),
      past: run.past(),
      goal: course.goal(),
      target: course.target(),
      error: course.error(),
      loss: Math.max(...runners.map(({ learner }) => learner.losses().at(-1) ?? 0)),
      blind: runners[0] ? Math.log(runners[0].learner.plan.task.vocabSize) : 1,
      tameRate: plainText(Math.fround(lesson.optimizer.learningRate)),
      speed: speed ?? lesson.speed,
    };
    const play = () => settings.isWrong() || actions.play();
    return transport(texts, moment, { ...actions, play });
  }

  function figures({ look }: Frame) {
    const runners = run.course()?.runners() ?? [];
    const rows = runners.map((runner) => ({ learner: runner.learner, seen: run.seenOf(runner) }));
    return progressTable(texts, rows, look);
  }

  /** The heads at the inspected step, and the findings about them. */
  function seen() {
    const first = firstRunner();
    const look = first && run.seenOf(first);
    const isAlone = (run.course()?.runners().length ?? 0) < 2;
    return html`<div class="training-seen" hidden=${!first}>
      ${look && sequenceStrip(texts, first.learner.plan.shown, look)}
      ${look && ablated(texts, run.without(look.step), look.score)}
      <div class="training-maps">
        ${cards.element}
        <div class="training-one" hidden=${isAlone}>
          ${oneCards.element}
        </div>
      </div>
      ${look && namedHeads(texts, emerged(first))}
      ${openPart()}
    </div>`;
  }

  /** Opens the model of the inspected step with all that the page shows of a model. */
  function openPart(): Template {
    // an embed has no room for models
    const course = run.course();
    const isTrained = course !== null && course.step() > 0 && isAtRest(course.phase());
    const canOpen = isTrained && element.closest('[data-opens-models]') !== null;
    return html`<p class="training-open" hidden=${!canOpen}>
      ${button(words.save.open, () => void openModel(), { look: 'outlined', classes: 'small' })}
      <span role="status">${state.failure}</span>
    </p>`;
  }

  async function openModel() {
    const first = firstRunner();
    if (!first) return;
    state.failure = null;
    try {
      const { name, bytes } = await fileAt(first, run.seenOf(first).step);
      const detail = new File([bytes], name);
      element.dispatchEvent(new CustomEvent(OPEN_MODEL, { bubbles: true, composed: true, detail }));
    } catch (error) {
      state.failure = quoteEngine(words.save.failed, messageOf(error));
    }
    root.render(view());
  }

  /** When the heads of a run took on the roles that they have at the inspected step. */
  function emerged(runner: Runner) {
    const look = run.seenOf(runner);
    const before = runner.learner.checkpoints().filter(({ step }) => step < look.step);
    return emergenceOf([...before, look], runner.learner.positional);
  }

  /** Draws the canvases, once the elements around them have their sizes. */
  function drawRun(course: RunControl, { look }: Frame) {
    const runners = course.runners();
    const [first] = runners;
    const { step } = run.seenOf(first);
    actions.learned(first.look.score.accuracy >= LEARNED);
    chart.update({
      runs: runners.map(({ learner }) => ({
        name: runName(texts, learner),
        losses: learner.losses(),
        accuracies: learner.accuracies(),
      })),
      emerged: emerged(first),
      symbols: first.learner.plan.task.vocabSize,
      steps: roomFor(course.step(), course.goal()),
      step,
      newest: course.step(),
      kept: first.learner.checkpoints().map((kept) => kept.step),
      look,
    });
    runners.forEach((runner, i) => {
      const { plan, positional } = runner.learner;
      (i === 0 ? cards : oneCards).update({
        seen: run.seenOf(runner),
        sequence: plan.shown,
        positional,
        layers: plan.config.numLayers,
        heads: plan.config.numHeads,
        causal: plan.task.causal,
        removed: i === 0 ? run.removed() : new Set(),
        look,
      });
    });
  }

  return {
    element,
    draw(frame: Frame) {
      state.frame = frame;
      if (!isRace(settingsNow())) state.guess = null;
      settings.update(settingsNow());
      const course = run.course();
      const first = firstRunner();
      const isOn = course && first && course.phase() !== 'starting';
      if (isOn) speaker.update(course.phase(), run.seenOf(first));
      root.render(view());
      if (isOn) drawRun(course, frame);
      share.update(
        isOn
          ? {
              phase: course.phase(),
              step: run.seenOf(first).step,
              off: [...run.removed()].sort(),
            }
          : null,
      );
    },
  };
}

/**
 * The number of steps that a chart has room for: an eighth of all, a quarter and so on, as long as
 * that is enough.
 */
function roomFor(step: number, goal: number) {
  let room = goal;
  while (room / 2 >= Math.max(step, LEAST_ROOM, goal * FIRST_PART)) room /= 2;
  return room;
}
