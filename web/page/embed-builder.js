// The dialog that makes what people put into pages of their own: a form, the text that comes of it, and how it will look.
// Loaded when it is opened. The text for each place is in embed-builder/snippets.js.

/// <reference path="../elements/css.d.ts" />

import { adopt } from '../elements/shared/adopt.js';
import { encodeAddress } from '../elements/lab/state/address.js';
import { wordsOf } from '../elements/messages/words.js';
import { fillText, h, icon, quoteEngine, rove, setText } from '../elements/shared/dom.js';
import { messageOf } from '../elements/shared/errors.js';
import { differenceOf } from '../elements/lab/state/state.js';
import { createCopyButton } from './copy-button.js';
import style from './embed-builder/embed-builder.css';
import { createFiles, nameOf } from './embed-builder/files.js';
import { createForm } from './embed-builder/form.js';
import { builderMessages } from './embed-builder/messages/index.js';
import { COMPACT_HEIGHT, heightOf } from './embed-builder/heights.js';
import { attributesOf, FRAMED, frameOf, PLACES, snippetFor } from './embed-builder/snippets.js';

/**
 * @typedef {import('./embed-builder/messages/en.js').Messages} Messages
 * @typedef {import('./embed-builder/snippets.js').Wanted} Wanted
 *
 * @typedef {object} BuilderOptions
 * @property {string} language of the dialog
 * @property {readonly import('./embed-builder/form.js').Lesson[]} lessons
 * @property {() => import('../elements/lab/state/state.js').LabState} getState what the page shows now
 * @property {() => Promise<string>} version of headwise
 */

const CROSS = 'M4 4 L12 12 M12 4 L4 12';
const PAUSE = 400;
/** Names that are the same in every language; the other places are in the messages. */
const NAMES = Object.freeze({
  moodle: 'Moodle',
  canvas: 'Canvas',
  myst: 'Jupyter Book, MyST',
  quarto: 'Quarto',
  docusaurus: 'Docusaurus',
  vitepress: 'VitePress',
  gradio: 'Gradio',
  streamlit: 'Streamlit',
  observable: 'Observable',
});
/** Saved as a file, not pasted as text. */
const FILE = 'file';
const ALL = /** @type {const} */ ([...PLACES, FILE]);

/** @param {BuilderOptions} options */
export function createBuilder({ language, lessons, getState, version }) {
  const messages = wordsOf(language, builderMessages);
  const here = new URL('.', import.meta.url).href;
  /** @type {(typeof ALL)[number]} */
  let place = 'html';
  /** @type {Wanted | null} */
  let wanted = null;
  let complete = true;
  let measured = COMPACT_HEIGHT;
  let asked = 0;
  let timer = 0;

  const form = createForm({ messages, lessons, base: here, onChange: update });
  const tabs = ALL.map((name) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `builder-${name}`,
        'aria-controls': 'builder-place',
        onclick: () => {
          place = name;
          show();
        },
      },
      name in NAMES
        ? h('bdi', { translate: 'no' }, NAMES[/** @type {keyof typeof NAMES} */ (name)])
        : messages[wordOf('place', name)],
    ),
  );
  const list = h(
    'div',
    { class: 'tabs', role: 'tablist', 'aria-label': messages.placeLabel },
    ...tabs,
  );
  rove(list);
  list.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.ariaSelected !== 'true') target.click();
  });
  const how = h('p', { class: 'builder-how' });
  const code = h('code', null);
  const block = h(
    'pre',
    {
      ...{ class: 'builder-code', dir: 'ltr', tabindex: '0' },
      ...{ role: 'group', 'aria-label': messages.codeLabel },
    },
    code,
  );
  const copy = h('button', { type: 'button', class: 'builder-main' });
  createCopyButton(copy, {
    text: () => code.textContent ?? '',
    words: messages,
    onRefused: () => getSelection()?.selectAllChildren(code),
  });
  const text = h('div', { class: 'builder-text' }, block, copy);
  const files = createFiles({ messages, getState, version, wanted: () => wanted });
  const note = h('p', { class: 'builder-hint' }, messages.tooLong);
  const panel = h(
    'div',
    { id: 'builder-place', class: 'builder-place', role: 'tabpanel' },
    how,
    files.element,
    text,
    note,
  );
  const preview = h('div', { class: 'builder-preview' });
  const title = h('h2', { id: 'builder-title' }, messages.title);
  const dialog = h(
    'dialog',
    { class: 'builder', 'aria-labelledby': 'builder-title' },
    h(
      'div',
      { class: 'headwise-lab builder-sheet' },
      h(
        'div',
        { class: 'builder-head' },
        title,
        h(
          'button',
          {
            type: 'button',
            class: 'builder-close',
            'aria-label': messages.close,
            onclick: () => dialog.close(),
          },
          icon(CROSS),
        ),
      ),
      h('p', { class: 'builder-about' }, messages.about),
      h(
        'div',
        { class: 'builder-columns' },
        form.element,
        h(
          'div',
          { class: 'builder-result' },
          list,
          panel,
          h('h3', null, messages.previewLabel),
          preview,
        ),
      ),
    ),
  );
  // beside it; a text that is selected may end there, too
  let pressedBeside = false;
  dialog.addEventListener('pointerdown', ({ target }) => {
    pressedBeside = target === dialog;
  });
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog && pressedBeside) dialog.close();
  });
  dialog.addEventListener('close', () => {
    clearTimeout(timer);
    preview.replaceChildren(); // ends its engine
    drop();
    dialog.remove();
  });
  // in the preview, Escape is the lab's, which keeps its keys to itself
  preview.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') event.preventDefault();
    },
    { capture: true },
  );
  let drop = () => {};

  async function update() {
    const mine = ++asked;
    const choice = form.read();
    const state = getState();
    const encoded = await encodeAddress(state);
    const whole = encoded.complete ? encoded : await encodeAddress(state, Infinity);
    if (mine !== asked) return;
    complete = choice.lesson !== null || encoded.complete;
    wanted = {
      base: choice.base ?? '',
      lesson: choice.lesson,
      state: differenceOf(state),
      hash: encoded.hash,
      whole: whole.hash,
      locked: choice.locked,
      theme: choice.theme,
      compact: choice.compact,
      height: heightFor(choice),
      language: choice.language,
      title:
        choice.lesson === null
          ? messages.frameTitle
          : fillText(messages.frameLesson, { title: choice.lessonTitle }),
      link: messages.link,
    };
    copy.disabled = choice.base === null;
    show();
    clearTimeout(timer);
    timer = window.setTimeout(look, preview.firstChild ? PAUSE : 0);
  }

  function show() {
    for (const [i, tab] of tabs.entries()) {
      const chosen = ALL[i] === place;
      tab.ariaSelected = String(chosen);
      tab.tabIndex = chosen ? 0 : -1;
      if (chosen) panel.setAttribute('aria-labelledby', tab.id);
    }
    setText(how, messages[wordOf('how', place)]);
    files.element.hidden = place !== FILE;
    note.hidden = complete || place === FILE || !FRAMED.has(place);
    if (!wanted) return;
    setText(
      code,
      place === FILE ? frameOf(nameOf(wanted, 'html'), wanted) : snippetFor(place, wanted),
    );
  }

  /** Shows the element as the text makes it. */
  async function look() {
    if (!wanted || !dialog.open) return;
    try {
      await import(new URL('element.js', import.meta.url).href);
    } catch (error) {
      quoteEngine(preview, messages.failed, messageOf(error));
      return;
    }
    const lab = document.createElement('headwise-lab');
    for (const [name, value] of attributesOf(wanted)) lab.setAttribute(name, value);
    if (preview.firstElementChild?.isEqualNode(lab)) return;
    lab.addEventListener('load', () => {
      measured = Math.ceil(lab.offsetHeight / 20) * 20 + 20;
      if (wanted && preview.contains(lab)) {
        wanted.height = heightFor(wanted);
        show();
      }
    });
    preview.replaceChildren(lab);
  }

  /**
   * The height of a frame: what it needs, as measured; without a lesson that is what the preview needs.
   * @param {{ lesson: string | null, compact: boolean }} choice
   */
  function heightFor({ lesson, compact }) {
    if (compact) return COMPACT_HEIGHT;
    return lesson === null ? measured : heightOf(lesson);
  }

  return {
    open() {
      if (dialog.open) return;
      drop = adopt(document.body, [style]);
      document.body.append(dialog);
      files.open();
      dialog.showModal();
      form.changed();
    },
  };
}

/**
 * @param {'place' | 'how'} kind
 * @param {string} name of a place
 */
function wordOf(kind, name) {
  return /** @type {keyof Messages} */ (`${kind}${name[0].toUpperCase()}${name.slice(1)}`);
}
