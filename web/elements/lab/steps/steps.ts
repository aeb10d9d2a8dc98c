// The steps view: every step from words to the layer's output.
// It shows the open step's text and matrices. Layout is in plan.ts; drawing one matrix is in
// matrix.ts.

/// <reference path="../../css.d.ts" />

import { segments } from '../../../ui/controls.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { formulasOf } from './formula.ts';
import { gridOf } from '../answer/grids.ts';
import { sumOf } from '../answer/embedding-stages.ts';
import mathStyle from '../../../ui/mathml.css';
import tableStyle from '../../../ui/number-table.css';
import style from './steps.css';
import { createStepNavigation } from './step-navigation.ts';
import { blocksOf } from './plan.ts';
import { allShown } from './positions.ts';
import { createStepsStage } from './stage.ts';
import { createTables } from './tables.ts';
import { openedTexts } from './opened-texts.ts';
import type { Step } from '../answer/layer-steps.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { LayerActions, LayerFrame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';

/** Steps with different drawings for one head and for all. */
const HEADED: Set<Step> = new Set([
  'projection',
  'headNorm',
  'turned',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
]);
/** All steps. */
const ALL: readonly Step[] = [
  'embedding',
  'inputNorm',
  ...HEADED,
  'concatenated',
  'output',
  'sum',
  'norm',
];

/** @param aside place beside the drawing for the panel, which is in it while a number is followed */
export function createSteps(messages: Messages, actions: LayerActions, aside: HTMLElement) {
  const words = stepWords(messages);
  /** MathML is laid out again where it is created again */
  const formulas = createMemo<readonly Element[]>();
  const stage = createStepsStage(messages, actions);
  const { player } = stage;
  const navigation = createStepNavigation(messages, actions, words, {
    element: player.element,
    show: player.play,
    hush: player.pause,
    bringIn: () => player.bringIn(navigation.element),
  });
  const tables = createTables(messages);

  function view(frame: LayerFrame | null) {
    const { answer, state, step = 'embedding' } = frame ?? {};
    const head = frame?.selection.head ?? 0;
    const hasHeads = HEADED.has(step) && answer?.question.heads !== 1;
    return html`<section class="steps">
      ${navigation.element}
      <div class="step-body" @pointerdown=${navigation.stop} @keydown=${navigation.stop}>
        <div class="step-lead">
          <h2 class="step-title">${answer && titleOf(messages, words, step, answer)}</h2>
          <div class="step-formula" hidden=${!answer}>${answer && formulaLines(step, answer)}</div>
          <div class="step-tools">
            ${stage.legend}
            ${
              hasHeads &&
              segments(
                messages.stepsHeads,
                [
                  { value: false, text: sayText(messages.stepsOneHead, { head: head + 1 }) },
                  { value: true, text: messages.stepsAllHeads },
                ],
                state?.allHeads ?? null,
                (allHeads) => actions.change({ allHeads }),
              )
            }
            ${segments(
              null,
              [
                { value: false, text: messages.viewDrawing },
                { value: true, text: messages.viewTable },
              ],
              state?.numbers ?? null,
              (numbers) => actions.change({ numbers }),
            )}
          </div>
          <p class="step-text step-words" aria-live="polite">
            ${answer && textOf(messages, words, step, answer)}
          </p>
          ${aside}
        </div>
        <div class="step-drawing">
          ${stage.windows}
          <p class="step-text" hidden=${Boolean(answer?.trace)}>${messages.stepsWaiting}</p>
          ${stage.element}
          ${tables.element}
        </div>
      </div>
    </section>`;
  }

  function formulaLines(step: Step, answer: Answer) {
    const context = contextOf(answer);
    const { biased, ...rest } = context;
    return formulas([step, ...Object.values(rest), ...Object.values(biased)], () =>
      formulasOf(step, context),
    );
  }

  const root = createRoot(view(null));

  function update(frame: LayerFrame) {
    // another layer is open: its matrices come with its answer
    if (frame.elsewhere) return;
    const { state, answer } = frame;
    navigation.update(frame);
    root.render(view(frame));
    if (!answer) return;
    const blocks = answer.trace ? blocksOf(frame) : [];
    stage.update(frame, state.numbers ? [] : blocks);
    navigation.arranged(frame);
    tables.update(answer, state.numbers ? allShown(blocks) : []);
  }

  return {
    element: root.element,
    update,
    isDrawn: stage.isDrawn,
    styles: [mathStyle, tableStyle, style],
    enter: navigation.enter,
    leave() {
      navigation.stop();
      player.pause();
      player.end();
    },
  };
}

/** The parts of the layer that its formulas depend on. */
function contextOf(answer: Answer) {
  const { heads, width, keys, layer, scaled, scale, source } = answer.question;
  const has = (letter: string) => gridOf(answer, `b_${letter}`, null) !== null;
  const learned = answer.trace?.learned;
  return {
    heads,
    headWidth: gridOf(answer, 'query', 0)?.columns ?? width / heads,
    crossed: keys !== null,
    layer,
    below: answer.trace?.made?.below ?? null,
    sum: sumOf(answer),
    scaled,
    scale,
    block: source.block,
    biased: { Q: has('Q'), K: has('K'), V: has('V') },
    outputBiased: has('O'),
    learned: Boolean(learned),
    shifted: Boolean(learned?.bias),
  };
}

/** The title of a step; what enters a deeper layer has its own. */
function titleOf(
  messages: Messages,
  words: ReturnType<typeof stepWords>,
  step: Step,
  { question: { layer } }: Answer,
) {
  const isBelow = step === 'embedding' && layer > 0;
  return isBelow ? sayText(messages.stepEmbeddingBelow, { layer }) : words[step].title;
}

function textOf(
  messages: Messages,
  words: ReturnType<typeof stepWords>,
  step: Step,
  answer: Answer,
) {
  return openedTexts(messages, step, answer) ?? ownText(messages, step, answer) ?? words[step].text;
}

/** The text of a step that differs from the usual; null: the usual text. */
function ownText(messages: Messages, step: string, { question, trace }: Answer) {
  const masks =
    question.causal ||
    question.padding > 0 ||
    Object.keys(question.edits).some((name) => name.startsWith('mask.'));
  if (step === 'projection' && question.keys !== null) return messages.stepProjectionCross;
  if (step === 'scores' && !question.scaled) return messages.stepScoresOff;
  if (step === 'masked' && !masks) return messages.stepMaskedNone;
  const { norm, placed, rotary } = question.source.block;
  if (step === 'projection' && norm === 'pre') return messages.stepProjectionNormed;
  if (step === 'embedding' && (question.layer > 0 || !placed)) {
    const { layer } = question;
    if (layer === 0) return rotary ? messages.stepEmbeddingTurned : messages.stepEmbeddingPlain;
    const normed = norm === 'post' ? messages.stepEmbeddingNormed : messages.stepEmbeddingDeeper;
    return sayText(normed, { layer });
  }
  return step === 'norm' && trace?.learned ? messages.stepNormLearned : null;
}

function stepWords(
  messages: Messages,
): Record<string, { title: string; short: string; text: string }> {
  return Object.fromEntries(
    ALL.map((step) => {
      const key = `step${step[0].toUpperCase()}${step.slice(1)}`;
      const all = messages as Record<string, string>;
      return [step, { title: all[key], short: all[`${key}Short`], text: all[`${key}Text`] }];
    }),
  );
}
