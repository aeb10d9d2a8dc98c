// The line of predictions under the tokens.
// It follows every change of the text, the mask, numbers and heads.

/// <reference path="../../css.d.ts" />

import { completeMessages } from '../../../words/en/lab-later.ts';
import { fillText, h, rove, setAttribute } from '../../../ui/dom.ts';
import { percentText } from '../../../ui/format.ts';
import { largestOf, predictionOf } from './predict.ts';
import style from './prediction.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { Source } from '../answer/source.ts';
import type { Prediction } from './predict.ts';

/** The model's output for a doubled word: delete it. */
const TWICE = '<twice>';

/** Number of next words shown. */
const SHOWN = 5;

export function createPrediction(messages: Messages, actions: Actions) {
  completeMessages(messages);
  const label = h('span', { class: 'prediction-label' });
  const said = h('span', { class: 'prediction-said', lang: 'en', dir: 'ltr' });
  const element = h(
    'div',
    { class: 'prediction', role: 'group', 'aria-label': messages.predictionLabel },
    label,
    said,
  );
  rove(said);
  let asked: Answer | null = null;
  let pending = false;
  let shown: { now: Prediction; before: Prediction | null } | null = null;
  let drawnFrom: readonly unknown[] = [];

  async function ask(answer: Answer) {
    asked = answer;
    pending = true;
    try {
      const engine = await actions.engine();
      const [now, before] = await Promise.all([
        predictionOf(engine, answer),
        answer.before && predictionOf(engine, answer.before),
      ]);
      if (asked === answer) shown = now && { now, before };
    } catch {
      // the line reports the engine's own errors
      if (asked === answer) shown = null;
    }
    if (asked !== answer) return;
    pending = false;
    draw(null);
    actions.drawn();
  }

  /** @param chosen the chosen word, or null */
  function draw(chosen: number | null) {
    const from = [shown, chosen ?? drawnFrom[1] ?? null];
    if (from.every((value, i) => value === drawnFrom[i])) return;
    drawnFrom = from;
    element.hidden = !shown;
    if (!shown) return;
    const { now } = shown;
    const isNext = now.answer.question.source.words === null;
    label.textContent = isNext ? messages.predictionNext : messages.predictionCorrected;
    if (isNext) setAttribute(element, 'data-right', null);
    said.replaceChildren(...(isNext ? nextWords(shown, from[1]) : corrected(now)));
  }

  function nextWords({ now, before }: NonNullable<typeof shown>, chosen: unknown) {
    const { source } = now.answer.question;
    return largestOf(now.shares, SHOWN).map((id, i) => {
      const share = percentText(now.shares[id]);
      const was = before && percentText(before.shares[id]);
      return h(
        'button',
        {
          type: 'button',
          class: 'prediction-word',
          tabindex: i === 0 ? '0' : '-1',
          title: messages.predictionChoose,
          'aria-pressed': String(chosen === id),
          onclick: () => actions.change({ word: chosen === id ? null : id }),
        },
        h('bdi', null, pieceText(source, id)),
        ' ',
        h('b', { class: 'tabular' }, share),
        was !== null && was !== share
          ? h('span', { class: 'prediction-was' }, fillText(messages.predictionWas, { share: was }))
          : null,
      );
    });
  }

  function corrected({ answer, best }: Prediction) {
    const { queries, source } = answer.question;
    const words = queries.flatMap(({ id, piece }, i) => {
      if (best[i] === id) return [piece, ' '];
      const instead = source.whole?.vocab[best[i]] ?? '';
      const gone = [h('del', null, piece), ' '];
      return instead === TWICE ? gone : [...gone, h('ins', null, instead), ' '];
    });
    const isRight = queries.every(({ id }, i) => best[i] === id);
    setAttribute(element, 'data-right', isRight ? '' : null);
    return isRight ? [h('span', { lang: messages.locale }, messages.predictionRight)] : words;
  }

  function update(frame: Frame) {
    const { answer, state, stale } = frame;
    const speaks = answer?.question.source.whole && !answer.question.keys;
    setAttribute(element, 'data-stale', stale || pending ? '' : null);
    setAttribute(element, 'data-still', state.view === 'steps' ? '' : null);
    // a lesson has a drawing of its own for it, and needs the room
    if (!answer || !speaks || state.lesson !== null) {
      element.hidden = true;
      drawnFrom = [];
      return null;
    }
    if (answer.backend && answer !== asked) void ask(answer);
    draw(state.word);
    return null;
  }

  return { element, update, isDrawn: () => !pending, styles: [style] };
}

/**
 * The text of a piece: dots before a piece that begins no word, and a pilcrow for the end of a
 * paragraph.
 */
export function pieceText({ whole }: Source, id: number) {
  const text = whole?.vocab[id] ?? '';
  if (text.includes('\n')) return '¶';
  return whole?.begins && !whole.begins[id] && /^[\p{L}\p{N}]/u.test(text) ? `…${text}` : text;
}
