// The line of predictions under the tokens.
// It follows every change of the text, the mask, numbers and heads.

/// <reference path="../../css.d.ts" />

import { completeMessages } from '../../messages/en-late.js';
import { fillText, h, rove, setAttribute } from '../../shared/dom.js';
import { percentText } from '../../shared/format.js';
import { largestOf, predictionOf } from './predict.js';
import style from './prediction.css';

/** The model's output for a doubled word: delete it. */
const TWICE = '<twice>';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {import('./predict.js').Prediction} Prediction
 */

/** Next words that are shown. */
const SHOWN = 5;

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createPrediction(messages, actions) {
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
  /** @type {import('../answer/answer.js').Answer | null} */
  let asked = null;
  let pending = false;
  /** @type {{ now: Prediction, before: Prediction | null } | null} */
  let shown = null;
  /** @type {readonly unknown[]} */
  let drawnFrom = [];

  /** @param {import('../answer/answer.js').Answer} answer */
  async function ask(answer) {
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
      // the engine's own errors are said below
      if (asked === answer) shown = null;
    }
    if (asked !== answer) return;
    pending = false;
    draw(null);
    actions.drawn();
  }

  /** @param {number | null} chosen the word that was chosen, if one was */
  function draw(chosen) {
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

  /**
   * @param {NonNullable<typeof shown>} predictions
   * @param {unknown} chosen
   */
  function nextWords({ now, before }, chosen) {
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

  /** @param {Prediction} prediction */
  function corrected({ answer, best }) {
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

  /** @param {Frame} frame */
  function update(frame) {
    const { answer, state, stale } = frame;
    const speaks = answer?.question.source.whole && !answer.question.keys;
    setAttribute(element, 'data-stale', stale || pending ? '' : null);
    setAttribute(element, 'data-still', state.view === 'steps' ? '' : null);
    // a lesson has its own drawing of it, and needs the room
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
 * A piece as it goes on: one that begins no word stands behind dots, and ¶ for the end of a paragraph.
 * @param {import('../answer/source.js').Source} source
 * @param {number} id
 */
export function pieceText({ whole }, id) {
  const text = whole?.vocab[id] ?? '';
  if (text.includes('\n')) return '¶';
  return whole?.begins && !whole.begins[id] && /^[\p{L}\p{N}]/u.test(text) ? `…${text}` : text;
}
