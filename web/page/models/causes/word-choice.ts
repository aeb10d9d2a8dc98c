// Chooses the word whose score is explained, and the word that it is compared with: of the likeliest, or typed.

import { html } from '../../../ui/template.ts';
import { ownWords } from '../../../ui/text.ts';
import { select } from '../../../elements/model-view/select.ts';
import { visible } from '../tokens.ts';
import type { Template } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { CausesState, Word } from './state.ts';

export type Side = 'word' | 'against';

export function wordChoice(
  { guesses, word, against, typing, asked }: CausesState,
  messages: Messages,
  actions: {
    choose: (side: Side, word: Word | null) => void;
    type: (side: Side) => void;
    take: (text: string) => void;
  },
): Template {
  const canType = asked?.read.reading.predicts === 'tokens' && asked.read.reading.tokens;
  function choice(side: Side, label: string) {
    const chosen = side === 'word' ? word : against;
    const other = side === 'word' ? null : word;
    const known: Word[] = guesses
      .filter(({ id }) => id !== other?.id)
      .map(({ id, token }) => ({ id, name: token }));
    if (chosen && !known.some(({ id }) => id === chosen.id)) known.unshift(chosen);
    const none = side === 'against' ? [messages.againstNone] : [];
    const more = canType ? [messages.otherWord] : [];
    const texts = [...none, ...known.map(({ name }) => visible(name)), ...more];
    const isTyping = typing?.side === side;
    const place = known.findIndex(({ id }) => id === chosen?.id);
    const at = isTyping ? texts.length - 1 : place + none.length;
    return html`${select(label, texts, at, (i) => {
      if (canType && i === texts.length - 1) actions.type(side);
      else actions.choose(side, known[i - none.length] ?? null);
    })}
    ${isTyping && field()}`;
  }

  const field = () => html`<form
    class="causes-typed"
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      const [input] = (event.target as HTMLFormElement).elements;
      actions.take((input as HTMLInputElement).value.trim());
    }}
  >
    <input
      type="text"
      spellcheck="false"
      autocomplete="off"
      aria-label=${messages.wordField}
      placeholder=${messages.wordField}
      aria-describedby="causes-wrong"
      ref=${(input: HTMLInputElement) => setTimeout(() => input.focus())}
    />
  </form>`;

  return html`<div class="causes-choice">
    ${choice('word', messages.wordLabel)} ${choice('against', messages.againstLabel)}
    <p class="models-wrong" id="causes-wrong" role="status">${typing && ownWords(typing.wrong)}</p>
  </div>`;
}
