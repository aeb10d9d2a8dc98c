// The class key: created, typed, distributed and checked.
// The lesson's address distributes it; it verifies the codes' signatures.

import { randomKey, readKey } from '../../elements/lesson/questions/class-key.ts';
import { canSign } from '../../elements/lesson/questions/code.ts';
import { h, setText } from '../../ui/dom.ts';
import { createCopyButton } from '../copy-button.ts';
import type { Messages } from '../../words/en/class.ts';

export function createKeyPart(messages: Messages, changed: () => void) {
  const field = h('input', {
    type: 'text',
    dir: 'ltr',
    maxlength: '64',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    'aria-describedby': 'key-problem',
    oninput: told,
  });
  const problem = h('p', { id: 'key-problem', class: 'key-problem', role: 'alert' });
  const random = h(
    'button',
    {
      type: 'button',
      class: 'plain',
      onclick: () => {
        field.value = randomKey();
        told();
      },
    },
    messages.keyRandom,
  );
  const address = h('code', { dir: 'ltr' });
  const attribute = h('code', { dir: 'ltr' });
  const copies = [address, attribute].map((code) => {
    const copy = h('button', { type: 'button', class: 'plain' });
    createCopyButton(copy, { text: () => code.textContent ?? '', words: messages });
    return h('div', null, code, copy);
  });
  const use = h('div', { class: 'key-use' }, h('p', null, messages.keyUse), ...copies);
  const element = h(
    'details',
    { class: 'key' },
    h('summary', null, messages.key),
    h('p', null, messages.keyWhat),
    h('p', null, messages.keyHonest),
    ...(canSign()
      ? [
          h(
            'div',
            { class: 'key-field' },
            h('label', null, h('span', null, messages.keyLabel), field),
            random,
          ),
          problem,
          use,
        ]
      : [h('p', { class: 'key-problem' }, messages.keyNoCrypto)]),
  );
  use.hidden = true;

  function told() {
    const key = readKey(field.value);
    setText(problem, field.value.trim() === '' || key ? '' : messages.keyProblem);
    field.ariaInvalid = String(problem.textContent !== '');
    use.hidden = !key;
    if (key) {
      setText(address, `embed.html?lesson=masks&class-key=${encodeURIComponent(key)}`);
      setText(attribute, `<headwise-lab lesson="masks" class-key="${key}"></headwise-lab>`);
    }
    changed();
  }

  return {
    element,
    /** null: no key, or an incomplete one */
    key: () => (canSign() ? readKey(field.value) : null),
  };
}
