// Each head's part of a word's score, in a trained model.
// Below the contributions; the word is the likeliest, or one that was chosen among the next words.

import { headHue, markOf } from '../../../views/color.js';
import { fill, fillText, h, ownWords } from '../../shared/dom.js';
import { createBars } from '../panel/bars.js';
import { predictionOf, pushesOf } from '../prediction/predict.js';
import { pieceText } from '../prediction/prediction.js';
import { inlineSymbol } from '../steps/symbols.js';

/**
 * @typedef {import('../frame.js').Frame} Frame
 * @typedef {{ answer: import('../answer/answer.js').Answer, query: number, id: number, values: Float32Array }} Pushes
 */

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createPushes(messages, actions) {
  const bars = createBars(actions);
  const meaning = h('p', { class: 'sum-meaning' });
  const element = h('section', { class: 'sum-pushes', hidden: true }, bars.element, meaning);
  /** @type {readonly unknown[]} what the newest question was about */
  let asked = [];
  let pending = false;
  /** @type {Pushes | null} */
  let found = null;
  /** @type {Frame | null} */
  let last = null;

  /**
   * @param {import('../answer/answer.js').Answer} answer
   * @param {number} query
   * @param {number | null} word
   */
  async function ask(answer, query, word) {
    const mine = (asked = [answer, query, word]);
    pending = true;
    /** @type {Pushes | null} */
    let made = null;
    try {
      const engine = await actions.engine();
      const id = word ?? (await predictionOf(engine, answer))?.best[query] ?? null;
      const isWord = id !== null && id < (answer.question.source.whole?.vocab.length ?? 0);
      const values = isWord ? await pushesOf(engine, answer, query, id) : null;
      made = values && isWord ? { answer, query, id, values } : null;
    } catch {
      // the engine's own errors are said below
    }
    if (mine !== asked) return;
    found = made;
    pending = false;
    if (last) show(last);
    actions.drawn();
  }

  /** @param {Frame} frame */
  function show({ look, selection }) {
    element.hidden = found === null;
    if (!found) return;
    const { answer, query, id, values } = found;
    const word = () => ownWords(pieceText(answer.question.source, id), 'word');
    const items = Array.from(values, (value, head) => ({
      label: fillText(messages.head, { head: head + 1 }),
      value,
      color: markOf(headHue(head), look.theme),
      selection: { head, query, key: null },
      current: head === selection.head,
    }));
    bars.show(fill(messages.pushTitle, { word: word() }), { items, more: null, signed: true });
    const symbols = { z: inlineSymbol('heads', null), W_O: inlineSymbol('W_O', null) };
    meaning.replaceChildren(fill(messages.pushMeaning, { ...symbols, word: word() }));
  }

  return {
    element,
    isDrawn: () => !pending,
    /**
     * @param {Frame} frame
     * @param {number} query the token whose output is shown
     */
    update(frame, query) {
      last = frame;
      const { answer, state } = frame;
      if (!answer?.question.source.whole || answer.question.keys || !answer.trace) {
        element.hidden = true;
        return;
      }
      const wanted = [answer, query, state.word];
      if (wanted.some((value, i) => value !== asked[i])) void ask(answer, query, state.word);
      else show(frame);
    },
  };
}
