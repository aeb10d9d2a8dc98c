// One scene on the screen: text, task, and navigation.

import { button, rove, segments } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { icon, sayText } from '../../ui/text.ts';
import { ownControls } from './own-controls.ts';
import { formulaView, pictureView } from './own/blocks-view.ts';
import { lessonText, placeholdersOf } from './placeholders.ts';
import type { Child } from '../../ui/template.ts';
import type { LabState } from '../lab/state/state.ts';
import type { ownControlsOf } from './own-controls.ts';
import type { Block, SceneText } from './lesson.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Frame } from '../lab/frame.ts';

export interface ShownScene {
  frame: Frame;
  /** the texts of all scenes of its lesson */
  texts: readonly SceneText[];
  /** index of this one */
  number: number;
  /** whether its task is done */
  tried: boolean;
  /** whether a phone leaves its text out, so that the sheet covers less of the drawing */
  isFolded: boolean;
  /** index of the answer that the learner expects; null: none chosen */
  guessed: number | null;
  /** whether its question replaces its text */
  isAsked: boolean;
  /** the controls of a teacher's scene */
  controls: ReturnType<typeof ownControlsOf>;
  /** a message about the model that its lesson needs and this copy lacks; '' for none */
  lacks: string;
  /** name of the lesson, where no list has it */
  name: string;
  /** whether it is the answer to a question, and no scene of a lesson */
  isAnswer: boolean;
  /** the text of the next button; '' for no button */
  onwards: string;
}

interface Moves {
  step: (by: -1 | 1) => void;
  go: (scene: number) => void;
  guess: (answer: number) => void;
  /** leaves the text out, or shows it again */
  fold: () => void;
  /** changes the lab's state */
  set: (part: Partial<LabState>) => void;
}

const CHECK = 'M3.5 8.5 L6.5 11.5 L12.5 4.5';

/** @param question replaces the text while the scene is asked */
export function scene(messages: Messages, shown: ShownScene | null, question: Child, moves: Moves) {
  return html`<div class="lesson-scene" data-folded=${shown?.isFolded} hidden=${!shown}>
    ${shown && content(messages, shown, question, moves)}
  </div>`;
}

function content(messages: Messages, shown: ShownScene, question: Child, moves: Moves) {
  const { frame, texts, number, tried, isFolded, isAsked, lacks, name } = shown;
  const { title, text, blocks = text, guess, attempt, after } = texts[number];
  const expected = guess?.[1 + (shown.guessed ?? guess.length)];
  const places = placeholdersOf(frame);
  return html`
    <p class="lesson-name">${name}</p>
    <div class="lesson-quiz" hidden=${!isAsked}>${question}</div>
    <h2 class="lesson-title" hidden=${isAsked}>${lessonText(title, places)}</h2>
    <p class="lesson-lacks" role="status" hidden=${isAsked || lacks === ''}>${lacks}</p>
    <div class="lesson-text" hidden=${isAsked}>
      ${blocks.map((block) => blockView(block, places))}
    </div>
    ${button(isFolded ? messages.lessonUnfold : messages.lessonFold, moves.fold, {
      look: 'link',
      classes: 'lesson-fold',
      hidden: isAsked || !tried || attempt === '',
    })}
    ${shown.controls.length > 0 && ownControls(messages, frame.state, shown.controls, moves.set)}
    ${guess && !tried && !isAsked && guessOf(messages, guess, shown.guessed, moves)}
    <div class="lesson-try" hidden=${isAsked || attempt === ''} data-tried=${tried}>
      <span class="lesson-mark" aria-hidden="true">${icon(CHECK)}</span>
      <div>
        <p class="lesson-proposal">
          <b>${tried ? messages.lessonTried : messages.lessonTry}</b>${' '}
          <span>${lessonText(attempt, places)}</span>
        </p>
        <p class="lesson-after" hidden=${!tried || !(expected || after)}>
          ${expected && `${sayText(messages.lessonExpected, { guess: expected })} `}${lessonText(after ?? '', places)}
        </p>
      </div>
    </div>
    <div class="lesson-nav">${ways(messages, shown, moves, dots(messages, shown, moves))}</div>
  `;
}

function blockView(block: Block, places: Record<string, string>) {
  if (typeof block === 'string') return html`<p>${lessonText(block, places)}</p>`;
  return 'bytes' in block ? pictureView(block) : formulaView(block);
}

/** The question before the task, and its answers. */
function guessOf(
  messages: Messages,
  [question, ...answers]: readonly [string, ...string[]],
  guessed: number | null,
  { guess }: Moves,
) {
  const choices = answers.map((text, value) => ({ value, text }));
  return html`<div class="lesson-guess">
    <p><b>${messages.lessonGuess}</b>${' '}${question}</p>
    ${segments(question, choices, guessed, guess)}
  </div>`;
}

function dots(messages: Messages, { frame, texts, number }: ShownScene, { go }: Moves) {
  return html`<div
    class="lesson-dots"
    role="group"
    aria-label=${messages.lessonScenes}
    ref=${rove}
  >
    ${texts.map(
      (_, i) => html`<button
        type="button"
        aria-label=${sceneName(messages, frame, texts, i)}
        aria-current=${i === number && 'step'}
        .tabIndex=${i === number ? 0 : -1}
        @click=${() => go(i)}
      ></button>`,
    )}
  </div>`;
}

/** The back and next buttons once more, below the drawing, where that is below the text. */
export function waysBelow(messages: Messages, shown: ShownScene | null, moves: Moves) {
  return html`<div class="lesson-nav lesson-below" hidden=${!shown}>
    ${shown && ways(messages, shown, moves)}
  </div>`;
}

function ways(
  messages: Messages,
  { number, onwards, isAnswer }: ShownScene,
  { step }: Moves,
  between: Child = null,
) {
  return html`
    ${button(messages.lessonPrevious, () => step(-1), { look: 'quiet', hidden: number === 0 || isAnswer })}
    ${between}
    ${button(onwards, () => step(1), { look: 'primary', classes: 'lesson-next medium', hidden: onwards === '' })}
  `;
}

/** The name of a scene for screen readers, in which symbols and code are letters. */
export function sceneName(
  messages: Messages,
  frame: Frame,
  texts: readonly SceneText[],
  number: number,
) {
  const places = placeholdersOf(frame);
  const title = texts[number].title
    .replaceAll('`', '')
    .replace(/\{(\w+)\}/g, (_, name) => places[name] ?? name);
  return sayText(messages.lessonScene, { scene: number + 1, scenes: texts.length, title });
}

/** Focuses the button onwards, or back at the end. */
export function focusWays(element: HTMLElement) {
  const next = element.querySelector<HTMLElement>('.lesson-next:not([hidden])');
  const way = next ?? element.querySelector<HTMLElement>('.lesson-nav .quiet');
  way?.focus({ preventScroll: true });
}

/**
 * Notes where the focus is before a scene changes.
 *
 * @returns restores it: among the dots it moves to the scene's own, and a next button that is gone
 * leaves it to the one beside it
 */
export function noteFocus(root: Node) {
  const { activeElement: focused } = root as Document | ShadowRoot;
  const dots = focused?.closest('.lesson-dots');
  return (isNew: boolean, number: number) => {
    if (dots && isNew) (dots.children[number] as HTMLElement).focus();
    if (focused?.matches('.lesson-next[hidden]')) {
      (focused.parentElement?.firstElementChild as HTMLElement).focus();
    }
  };
}
