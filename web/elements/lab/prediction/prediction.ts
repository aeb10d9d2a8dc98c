// The line of predictions under the tokens.
// It follows every change of the text, the mask, numbers and heads.

/// <reference path="../../css.d.ts" />

import { completeMessages } from '../../../words/en/lab-later.ts';
import { rove } from '../../../ui/controls.ts';
import { percentText } from '../../../ui/format.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { visiblePiece } from '../answer/tokenizer.ts';
import { largestOf, predictionOf } from './predict.ts';
import style from './prediction.css';
import type { Child } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Source } from '../answer/source.ts';
import type { Prediction } from './predict.ts';

/** The model's output for a doubled word: delete it. */
const TWICE = '<twice>';

/** Number of next words shown. */
const SHOWN = 5;

/** a prediction, that without the reader's changes, and the ids of the likeliest words */
interface Found {
  now: Prediction;
  before: Prediction | null;
  likeliest: readonly number[];
}

export function createPrediction(messages: Messages, actions: Actions) {
  completeMessages(messages);
  let frame: Frame | null = null;
  let asked: Answer | null = null;
  let pending = false;
  let found: Found | null = null;

  async function ask(answer: Answer) {
    asked = answer;
    pending = true;
    let made: Found | null = null;
    try {
      const engine = await actions.engine();
      const [now, before] = await Promise.all([
        predictionOf(engine, answer),
        answer.before && predictionOf(engine, answer.before),
      ]);
      made = now && { now, before, likeliest: largestOf(now.shares, SHOWN) };
    } catch {
      // the line reports the engine's own errors
    }
    if (asked !== answer) return;
    found = made;
    pending = false;
    root.render(view());
    actions.drawn();
  }

  function view() {
    const source = found?.now.answer.question.source;
    const isNext = source?.words === null;
    const isRight = found !== null && !isNext && isCorrect(found.now);
    const words = found && isNext && nextWords(found);
    return html`<div
      class="prediction"
      role="group"
      aria-label=${messages.predictionLabel}
      hidden=${!frame || !predicts(frame) || !found}
      data-stale=${Boolean(frame?.stale || pending)}
      data-still=${frame?.state.view === 'steps'}
      data-right=${isRight}
    >
      <span class="prediction-label">
        ${isNext ? messages.predictionNext : messages.predictionCorrected}
      </span>
      <span class="prediction-said" lang="en" dir="ltr" ref=${rove}>
        ${words}
        ${isRight && html`<span lang=${messages.locale}>${rightText()}</span>`}
        ${found && !isNext && !isRight && corrected(found.now)}
      </span>
    </div>`;
  }

  function rightText() {
    const isWhole = frame?.state.off.length === 0;
    return isWhole ? messages.predictionTry : messages.predictionRight;
  }

  function nextWords({ now, before, likeliest }: Found) {
    const { source } = now.answer.question;
    const chosen = frame?.state.word ?? null;
    return likeliest.map((id, i) => {
      const share = percentText(now.shares[id]);
      const was = before && percentText(before.shares[id]);
      return html`<button
        type="button"
        class="prediction-word"
        tabindex=${i === 0 ? 0 : -1}
        title=${messages.predictionChoose}
        aria-pressed=${String(chosen === id)}
        @click=${() => actions.change({ word: chosen === id ? null : id })}
      >
        <bdi>${pieceText(source, id)}</bdi> <b class="tabular">${share}</b>
        ${
          was !== null &&
          was !== share &&
          html`<span class="prediction-was">${sayText(messages.predictionWas, { share: was })}</span>`
        }
      </button>`;
    });
  }

  const root = createRoot(view());
  return {
    element: root.element,
    styles: [style],
    isDrawn: () => !pending,
    update(next: Frame) {
      frame = next;
      const { answer } = next;
      if (answer?.backend && answer !== asked && predicts(next)) void ask(answer);
      root.render(view());
      return null;
    },
  };
}

/** Whether the line is shown: a lesson has a drawing of its own for it, and needs the room. */
function predicts({ answer, state }: Frame) {
  const speaks = answer?.question.source.whole && !answer.question.keys;
  return Boolean(speaks) && state.lesson === null;
}

function isCorrect({ answer, best }: Prediction) {
  return answer.question.queries.every(({ id }, i) => best[i] === id);
}

/** The sentence with the model's corrections. */
function corrected({ answer, best }: Prediction): Child[] {
  const { queries, source } = answer.question;
  return queries.map(({ id, piece }, i) => {
    if (best[i] === id) return `${piece} `;
    const instead = source.whole?.vocab[best[i]] ?? '';
    return html`<del>${piece}</del> ${instead !== TWICE && html`<ins>${instead}</ins> `}`;
  });
}

/**
 * The text of a piece: dots before a piece that begins no word, a pilcrow for the end of a
 * paragraph, and a mark for a space.
 */
export function pieceText({ whole }: Source, id: number) {
  const text = whole?.vocab[id] ?? '';
  if (text.includes('\n')) return '¶';
  const goesOn = whole?.begins && !whole.begins[id] && /^[\p{L}\p{N}]/u.test(text);
  return goesOn ? `…${text}` : visiblePiece(text) || '␣';
}
