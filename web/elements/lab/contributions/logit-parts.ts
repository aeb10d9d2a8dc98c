// Each head's part of a word's score, in a trained model.
// Shown below the contributions; the word is the likeliest next word, or the one that was chosen.

import { headHue, markOf } from '../../../views/color.ts';
import { fill, fillText, h, ownWords } from '../../../ui/dom.ts';
import { createBars } from '../panel/bars.ts';
import { predictionOf, pushesOf } from '../prediction/predict.ts';
import { pieceText } from '../prediction/prediction.ts';
import { inlineSymbol } from '../steps/symbols.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';

type Pushes = { answer: Answer; query: number; id: number; values: Float32Array };

export function createLogitParts(messages: Messages, actions: Actions) {
  const bars = createBars(actions);
  const meaning = h('p', { class: 'sum-meaning' });
  const element = h('section', { class: 'sum-pushes', hidden: true }, bars.element, meaning);
  /** input of the newest question */
  let asked: readonly unknown[] = [];
  let pending = false;
  let found: Pushes | null = null;
  let last: Frame | null = null;

  async function ask(answer: Answer, query: number, word: number | null) {
    const mine = (asked = [answer, query, word]);
    pending = true;
    let made: Pushes | null = null;
    try {
      const engine = await actions.engine();
      const id = word ?? (await predictionOf(engine, answer))?.best[query] ?? null;
      const isWord = id !== null && id < (answer.question.source.whole?.vocab.length ?? 0);
      const values = isWord ? await pushesOf(engine, answer, query, id) : null;
      made = values && isWord ? { answer, query, id, values } : null;
    } catch {
      // the line below reports the engine's own errors
    }
    if (mine !== asked) return;
    found = made;
    pending = false;
    if (last) show(last);
    actions.drawn();
  }

  function show({ look, selection }: Frame) {
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
    /** @param query the token whose output is shown */
    update(frame: Frame, query: number) {
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
