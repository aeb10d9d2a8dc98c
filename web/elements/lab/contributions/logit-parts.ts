// Each head's part of a word's score, in a trained model.
// Shown above the columns; the word is the likeliest next word, or the one that was chosen.

import { headHue, markOf } from '../../../views/color.ts';
import { rove } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { ownWords, say, sayText } from '../../../ui/text.ts';
import { bars } from '../panel/bars.ts';
import { predictionOf, pushesOf } from '../prediction/predict.ts';
import { pieceText } from '../prediction/prediction.ts';
import { inlineSymbol } from '../steps/symbols.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';
import type { BarList } from '../panel/bars.ts';

type Pushes = { answer: Answer; query: number; id: number; values: Float32Array };

export function createLogitParts(messages: Messages, actions: Actions) {
  const symbols = { z: inlineSymbol('heads', null), W_O: inlineSymbol('W_O', null) };
  let frame: Frame | null = null;
  /** input of the newest question */
  let asked: readonly unknown[] = [];
  let pending = false;
  let found: Pushes | null = null;

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
    root.render(view());
    actions.drawn();
  }

  function view() {
    const list = frame && found && canPush(frame.answer) ? barsOf(messages, frame, found) : null;
    return html`<section class="sum-pushes" hidden=${!list}>
      <div ref=${rove}>${bars(list, actions)}</div>
      <p class="sum-meaning">
        ${found && say(messages.pushMeaning, { ...symbols, word: wordOf(found) })}
      </p>
    </section>`;
  }

  const root = createRoot(view());
  return {
    element: root.element,
    isDrawn: () => !pending,
    /** @param query the token whose output is shown */
    update(next: Frame, query: number) {
      frame = next;
      const { answer, state } = next;
      const wanted = [answer, query, state.word];
      if (answer && canPush(answer) && wanted.some((value, i) => value !== asked[i])) {
        void ask(answer, query, state.word);
      }
      root.render(view());
    },
  };
}

/** Whether the scores of words can be computed from the heads' contributions. */
export function canPush(answer: Answer | null | undefined) {
  return Boolean(answer?.question.source.whole && !answer.question.keys && answer.trace);
}

function barsOf(messages: Messages, { look, selection }: Frame, found: Pushes): BarList {
  const items = Array.from(found.values, (value, head) => ({
    label: sayText(messages.head, { head: head + 1 }),
    value,
    color: markOf(headHue(head), look.theme),
    selection: { head, query: found.query, key: null },
    current: head === selection.head,
  }));
  return {
    heading: say(messages.pushTitle, { word: wordOf(found) }),
    items,
    more: null,
    signed: true,
  };
}

const wordOf = ({ answer, id }: Pushes) => ownWords(pieceText(answer.question.source, id), 'word');
