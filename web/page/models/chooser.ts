// Chooses a model: dropped, selected or named; then size and progress.

import { fillText, h, ownWords, quoteEngine, setText } from '../../ui/dom.ts';
import { beside, chosen, dropped } from './model-files.ts';
import { bytesText } from './sizes.ts';
import type { Messages } from '../../words/en/models.ts';
import type { OnProgress } from './worker-messages.ts';
import type { ModelFiles } from './model-files.ts';

/** The address space of 32-bit WebAssembly. */
const MOST_BYTES = 2 ** 32;
/** Most characters of a name in an address. */
const MOST_LETTERS = 96;

export function createChooser({
  messages,
  onOpen,
  onCancel,
}: {
  messages: Messages;
  onOpen: (given: ModelFiles) => void;
  onCancel: () => void;
}) {
  const said = h('p', { class: 'models-wrong', role: 'alert' });
  const folder = h('input', {
    type: 'file',
    webkitdirectory: true,
    hidden: true,
    'data-of': 'folder',
  });
  const files = h('input', { type: 'file', multiple: true, hidden: true, 'data-of': 'files' });
  for (const input of [folder, files]) {
    input.addEventListener('change', () => {
      offer(chosen(input.files ?? new FileList()));
      input.value = '';
    });
  }
  const zone = h(
    'div',
    { class: 'models-drop' },
    h('p', { class: 'models-drop-title' }, messages.drop),
    h(
      'div',
      { class: 'models-buttons' },
      button(messages.chooseFolder, 'models-main', () => folder.click()),
      button(messages.chooseFiles, 'models-second', () => files.click()),
    ),
    h('p', { class: 'models-hint' }, messages.needs),
    folder,
    files,
  );
  const named = createNamed(messages, (given) =>
    given ? offer(given) : say(messages.besideWrong),
  );
  const start = h('div', { class: 'models-start' }, zone, named.element);
  const card = h('div', { class: 'models-card' });
  const element = h('div', { class: 'models-chooser' }, start, card, said);
  show(start);

  function show(one: HTMLElement) {
    start.hidden = one !== start;
    card.hidden = one !== card;
  }

  function say(sentence: string) {
    setText(said, sentence);
  }

  /** Shows the name and size before the file is read. */
  function offer(given: ModelFiles | null) {
    say('');
    if (!given) return say(messages.nothing);
    const { name, source } = given;
    const isNamed = typeof source === 'string';
    const files = fillText(messages.files, { count: given.files });
    const size = fillText(messages.size, { files, size: bytesText(given.bytes) });
    const fits = given.bytes <= MOST_BYTES;
    const open = button('', 'models-main', () => onOpen(given));
    open.append(fillText(messages.open, { name }));
    card.replaceChildren(
      h('h3', null, ownWords(name)),
      h('p', null, isNamed ? messages.sizeBeside : given.bytes > 0 ? size : messages.noWeights),
      ...(fits ? [] : [h('p', { class: 'models-wrong' }, messages.tooLarge)]),
      h('div', { class: 'models-buttons' }, open, button(messages.other, 'models-second', reset)),
    );
    open.disabled = !isNamed && given.bytes === 0;
    show(card);
    if (!open.disabled) open.focus();
  }

  function reset() {
    say('');
    show(start);
    zone.querySelector('button')?.focus();
  }

  return {
    element,
    offer,
    reset,
    named: named.fill,
    /** @param name name of a model that was opened from files */
    chooseAgain: (name: string) =>
      say(fillText(messages.chooseAgain, { name: name.slice(0, MOST_LETTERS) })),
    drop: async (transfer: DataTransfer) => offer(await dropped(transfer)),
    opening(name: string): OnProgress {
      say('');
      const title = h('h3', { id: 'models-opening' }, fillText(messages.opening, { name }));
      const bar = h('progress', { 'aria-labelledby': 'models-opening' });
      const detail = h('p', { class: 'models-hint tabular' });
      const cancel = button(messages.cancel, 'models-second', onCancel);
      card.replaceChildren(title, bar, detail, h('div', { class: 'models-buttons' }, cancel));
      show(card);
      cancel.focus();
      return (done, total, file) => {
        bar.max = total;
        bar.value = done;
        const places = { file, done: bytesText(done), total: bytesText(total) };
        setText(detail, fillText(messages.progress, places));
      };
    },
    /** @param detail the engine's text, in English */
    failed(detail: string) {
      reset();
      quoteEngine(said, messages.failed, detail);
    },
    say,
  };
}

/** @param kind a CSS class */
function button(text: string, kind: string, onclick: () => void) {
  return h('button', { type: 'button', class: kind, onclick }, text);
}

/**
 * A field for the name of a model beside the page.
 *
 * @param onGiven null: it is not a valid name
 */
function createNamed(messages: Messages, onGiven: (given: ModelFiles | null) => void) {
  const input = h('input', { type: 'text', spellcheck: 'false', autocapitalize: 'off' });
  const element = h(
    'form',
    {
      class: 'models-named',
      onsubmit: (event: Event) => {
        event.preventDefault();
        onGiven(beside(input.value.trim()));
      },
    },
    h('label', null, h('span', null, messages.besideLabel), input),
    h('button', { type: 'submit', class: 'models-second' }, messages.besideOpen),
  );
  return {
    element,
    fill(name: string) {
      input.value = name;
      onGiven(beside(name));
    },
  };
}
