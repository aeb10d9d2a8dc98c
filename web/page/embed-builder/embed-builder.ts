// The Embed dialog: a form, the generated text, and a preview.
// Loaded when it is opened. The text for each target is in snippets.ts.

/// <reference path="../../elements/css.d.ts" />

import { encodeAddress } from '../../elements/lab/state/address.ts';
import { differenceOf } from '../../elements/lab/state/state.ts';
import { adopt } from '../../ui/adopt.ts';
import { createDialog } from '../../ui/dialog.ts';
import dialogStyle from '../../ui/dialog.css';
import { messageOf } from '../../ui/errors.ts';
import { html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { CORE_TEST, TEST, TESTS } from '../../lessons/questions.ts';
import { loadEmbedBuilderWords } from '../../words/embed-builder.ts';
import { createCopyButton } from '../copy-button.ts';
import style from './embed-builder.css';
import { createFiles, nameOf } from './files.ts';
import { createForm } from './form.ts';
import { COMPACT_HEIGHT, heightOf } from './heights.ts';
import { FILE, platformTabs, tabOf, wordOf } from './platform-tabs.ts';
import { attributesOf, FRAMED, frameOf, snippetFor } from './snippets.ts';
import type { Platform } from './platform-tabs.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/embed-builder.ts';
import type { Wanted } from './snippets.ts';
import type { Choice, Lesson } from './form.ts';
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
  const state = {
    platform: 'html' as Platform,
    wanted: null as Wanted | null,
    /** whether the state fits into an address */
    complete: true,
    /** height of the preview, CSS pixels */
    measured: COMPACT_HEIGHT,
    /** the element of the preview, or the reason that there is none */
    preview: null as Child,
  };
  let asked = 0;
  let timer = 0;
  let drop = () => {};

  // a test begins with its first question
  const names: Readonly<Record<string, string>> = {
    [CORE_TEST]: messages.whatCoreTest,
    [TEST]: messages.whatTest,
  };
  const testNames = TESTS.map((id) => ({ id, title: names[id], scenes: [] }));
  const offered = [...lessons, ...testNames];
  const form = createForm({
    messages,
    lessons: offered,
    base: here,
    onChange: () => void update(),
  });
  const files = createFiles({ messages, getState, version, wanted: () => state.wanted });
  const copy = createCopyButton({
    text: codeNow,
    words: messages,
    classes: 'button primary',
    onRefused() {
      const code = dialog.element.querySelector('code');
      if (code) getSelection()?.selectAllChildren(code);
    },
  });
  const dialog = createDialog(
    {
      name: 'builder',
      title: messages.title,
      close: messages.close,
      onClose() {
        clearTimeout(timer);
        change({ preview: null }); // ends its engine
        drop();
      },
    },
    view(),
  );

  function view() {
    const { platform, complete, preview } = state;
    const isTooLong = !complete && platform !== FILE && FRAMED.has(platform);
    return html`<p class="builder-about">
        ${messages.about}${' '}<a href="write.html">${messages.ownLesson}</a>
      </p>
      <div class="builder-columns">
        ${form.element}
        <div class="builder-result">
          ${platformTabs(messages, platform, (next) => change({ platform: next }))}
          <div
            id="builder-place"
            class="builder-place"
            role="tabpanel"
            aria-labelledby=${tabOf(platform)}
          >
            <p class="builder-how">${messages[wordOf('how', platform)]}</p>
            ${platform === FILE && files.element}
            <div class="builder-text">
              <pre
                class="builder-code"
                dir="ltr"
                tabindex="0"
                role="group"
                aria-label=${messages.codeLabel}
              ><code>${codeNow()}</code></pre>
              ${copy.element}
            </div>
            <p class="builder-hint" hidden=${!isTooLong}>${messages.tooLong}</p>
          </div>
          <h3>${messages.previewLabel}</h3>
          <div class="builder-preview" ref=${keepEscape}>${preview}</div>
        </div>
      </div>`;
  }

  function change(part: Partial<typeof state>) {
    Object.assign(state, part);
    dialog.update(view());
  }

  /** The text for the chosen platform. */
  function codeNow() {
    const { wanted, platform } = state;
    if (!wanted) return '';
    if (platform === FILE) return frameOf(nameOf(wanted, 'html'), wanted);
    return snippetFor(platform, wanted);
  }

  async function update() {
    const mine = ++asked;
    const choice = form.read();
    const shown = getState();
    const encoded = await encodeAddress(shown);
    const whole = encoded.complete ? encoded : await encodeAddress(shown, Infinity);
    if (mine !== asked) return;
    copy.update({ disabled: choice.base === null });
    files.update(choice);
    change({
      complete: choice.lesson !== null || encoded.complete,
      wanted: {
        ...wantedOf(messages, choice, heightFor(choice)),
        state: differenceOf(shown),
        hash: encoded.hash,
        whole: whole.hash,
      },
    });
    clearTimeout(timer);
    timer = window.setTimeout(look, state.preview ? PAUSE : 0);
  }

  /** Previews the element that the text creates. */
  async function look() {
    const { wanted } = state;
    if (!wanted || !dialog.element.open) return;
    try {
      await import(new URL('element.js', import.meta.url).href);
    } catch (error) {
      change({ preview: quoteEngine(messages.failed, messageOf(error)) });
      return;
    }
    const lab = document.createElement('headwise-lab');
    for (const [name, value] of attributesOf(wanted)) lab.setAttribute(name, value);
    if (state.preview instanceof Node && state.preview.isEqualNode(lab)) return;
    lab.addEventListener('load', () => {
      if (state.preview !== lab || !state.wanted) return;
      state.measured = Math.ceil(lab.offsetHeight / 20) * 20 + 20;
      change({ wanted: { ...state.wanted, height: heightFor(state.wanted) } });
    });
    change({ preview: lab });
  }

  /**
   * The height of a frame: the measured height of its lesson; without a lesson, that of the
   * preview.
   */
  function heightFor({ lesson, compact }: { lesson: string | null; compact: boolean }) {
    if (compact) return COMPACT_HEIGHT;
    return lesson === null ? state.measured : heightOf(lesson);
  }

  return {
    open() {
      if (dialog.element.open) return;
      drop = adopt(document.body, [dialogStyle, style]);
      files.open();
      dialog.open();
      void update();
    },
  };
}

/** In the preview, the lab handles Escape. */
function keepEscape(preview: HTMLElement) {
  preview.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') event.preventDefault();
    },
    { capture: true },
  );
}

/** The form's choices for the text, without the state of the page. */
function wantedOf(
  messages: Messages,
  choice: Choice,
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
        : sayText(messages.frameLesson, { title: choice.lessonTitle }),
    link: messages.link,
  };
}
