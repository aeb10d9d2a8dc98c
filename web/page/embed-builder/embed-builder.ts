// The Embed dialog: a form, the generated text, and a preview.
// Loaded when it is opened. The text for each target is in snippets.ts.

/// <reference path="../../elements/css.d.ts" />

import { adopt } from '../../ui/adopt.ts';
import { encodeAddress } from '../../elements/lab/state/address.ts';
import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import { differenceOf } from '../../elements/lab/state/state.ts';
import { buildDialog, createText, hearDialog } from './dialog.ts';
import style from './embed-builder.css';
import { createFiles, nameOf } from './files.ts';
import { loadEmbedBuilderWords } from '../../words/embed-builder.ts';
import { createForm } from './form.ts';
import { COMPACT_HEIGHT, heightOf } from './heights.ts';
import { createPlatformTabs, FILE, wordOf } from './platform-tabs.ts';
import { attributesOf, FRAMED, frameOf, snippetFor } from './snippets.ts';
import type { Platform } from './platform-tabs.ts';
import type { Messages } from '../../words/en/embed-builder.ts';
import type { Wanted } from './snippets.ts';
import type { Lesson } from './form.ts';
import type { LabState } from '../../elements/lab/state/state.ts';

interface BuilderOptions {
  /** language of the dialog */
  language: string;
  lessons: readonly Lesson[];
  /** the present state of the page */
  getState: () => LabState;
  /** version of headwise */
  version: () => Promise<string>;
}

const PAUSE = 400;

export async function createBuilder({ language, lessons, getState, version }: BuilderOptions) {
  const messages = await loadEmbedBuilderWords(language);
  const here = new URL('.', import.meta.url).href;
  let place: Platform = 'html';
  let wanted: Wanted | null = null;
  let complete = true;
  let measured = COMPACT_HEIGHT;
  let asked = 0;
  let timer = 0;

  const form = createForm({ messages, lessons, base: here, onChange: update });
  const { list, select } = createPlatformTabs(messages, (name) => {
    place = name;
    show();
  });
  const how = h('p', { class: 'builder-how' });
  const text = createText(messages);
  const files = createFiles({ messages, getState, version, wanted: () => wanted });
  const note = h('p', { class: 'builder-hint' }, messages.tooLong);
  const panel = h(
    'div',
    { id: 'builder-place', class: 'builder-place', role: 'tabpanel' },
    how,
    files.element,
    text.element,
    note,
  );
  const preview = h('div', { class: 'builder-preview' });
  const dialog = buildDialog(messages, form.element, [
    list,
    panel,
    h('h3', null, messages.previewLabel),
    preview,
  ]);
  hearDialog(dialog, preview, () => {
    clearTimeout(timer);
    drop();
  });
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
      ...wantedOf(messages, choice, heightFor(choice)),
      state: differenceOf(state),
      hash: encoded.hash,
      whole: whole.hash,
    };
    text.copy.disabled = choice.base === null;
    files.update(choice);
    show();
    clearTimeout(timer);
    timer = window.setTimeout(look, preview.firstChild ? PAUSE : 0);
  }

  function show() {
    panel.setAttribute('aria-labelledby', select(place));
    setText(how, messages[wordOf('how', place)]);
    files.element.hidden = place !== FILE;
    note.hidden = complete || place === FILE || !FRAMED.has(place);
    if (!wanted) return;
    setText(
      text.code,
      place === FILE ? frameOf(nameOf(wanted, 'html'), wanted) : snippetFor(place, wanted),
    );
  }

  /** Previews the element that the text creates. */
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
   * The height of a frame: the measured height of its lesson; without a lesson, that of the
   * preview.
   */
  function heightFor({ lesson, compact }: { lesson: string | null; compact: boolean }) {
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

/** The form's choices for the text, without the state of the page. */
function wantedOf(
  messages: Messages,
  choice: ReturnType<ReturnType<typeof createForm>['read']>,
  height: number,
): Omit<Wanted, 'state' | 'hash' | 'whole'> {
  return {
    base: choice.base ?? '',
    lesson: choice.lesson,
    locked: choice.locked,
    classKey: choice.classKey,
    theme: choice.theme,
    compact: choice.compact,
    height,
    language: choice.language,
    title:
      choice.lesson === null
        ? messages.frameTitle
        : fillText(messages.frameLesson, { title: choice.lessonTitle }),
    link: messages.link,
  };
}
