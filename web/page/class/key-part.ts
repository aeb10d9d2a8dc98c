// The class key: created, typed, distributed and checked.
// The lesson's address distributes it; it verifies the codes' signatures.

import { randomKey, readKey } from '../../elements/lesson/questions/class-key.ts';
import { canSign } from '../../elements/lesson/questions/code.ts';
import { button } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { createCopyButton } from '../copy-button.ts';
import type { Messages } from '../../words/en/class.ts';

export function createKeyPart(messages: Messages, changed: () => void) {
  /** text of the field */
  let typed = '';
  const copies = [addressWith, elementWith].map((write) => {
    const text = () => write(readKey(typed) ?? '');
    const { element } = createCopyButton({ text, words: messages, classes: 'button plain small' });
    return { text, element };
  });
  const root = createRoot(view());

  function view() {
    return html`<details class="key">
      <summary>${messages.key}</summary>
      <p>${messages.keyWhat}</p>
      <p>${messages.keyHonest}</p>
      ${canSign() ? field() : html`<p class="key-problem">${messages.keyNoCrypto}</p>`}
    </details>`;
  }

  function field() {
    const key = readKey(typed);
    const isWrong = typed.trim() !== '' && !key;
    return html`<div class="key-field">
        <label>
          <span>${messages.keyLabel}</span>
          <input
            type="text"
            dir="ltr"
            maxlength="64"
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            aria-describedby="key-problem"
            aria-invalid=${String(isWrong)}
            .value=${typed}
            @input=${({ target }: Event) => type((target as HTMLInputElement).value)}
          />
        </label>
        ${button(messages.keyRandom, () => type(randomKey()))}
      </div>
      <p id="key-problem" class="key-problem" role="alert">${isWrong && messages.keyProblem}</p>
      <div class="key-use" hidden=${!key}>
        <p>${messages.keyUse}</p>
        ${copies.map(
          ({ text, element }) => html`<div><code dir="ltr">${text()}</code>${element}</div>`,
        )}
      </div>`;
  }

  function type(text: string) {
    typed = text;
    root.render(view());
    changed();
  }

  return {
    element: root.element,
    /** null: no key, or an incomplete one */
    key: () => (canSign() ? readKey(typed) : null),
  };
}

const addressWith = (key: string) => `embed.html?lesson=masks&class-key=${encodeURIComponent(key)}`;

const elementWith = (key: string) =>
  `<headwise-lab lesson="masks" class-key="${key}"></headwise-lab>`;
