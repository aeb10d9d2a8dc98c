// Downloads of a lesson: text, file, SCORM package, link, or element.
// The element contains the lesson.

import { LONGEST_LINK, packLesson } from '../../elements/lesson/own/link.ts';
import { readOwnLesson } from '../../elements/lesson/own/read.ts';
import { bytes } from '../../elements/models/english-file.ts';
import { button } from '../../ui/controls.ts';
import { download } from '../../ui/download.ts';
import { messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { createCopyButton } from '../copy-button.ts';
import { passChoice, ENGLISH_FETCHED, ENGLISH_SIZE, saveAs } from '../embed-builder/files.ts';
import { KNOWN } from './preview.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/write.ts';
import type { OwnLesson } from '../../elements/lesson/own/read.ts';

/** Text that would end, or hide, the script element of a lesson. */
const UNFIT = /<\/?script|<!--/i;
const LONGEST_NAME = 40;

interface SaveOptions {
  messages: Messages;
  text: () => string;
  /** null: the text has problems */
  own: () => OwnLesson | null;
  /** version of headwise */
  version: () => Promise<string>;
}

export function createSaves({ messages, text, own, version }: SaveOptions) {
  const state = {
    message: null as Child,
    /** the text that the message is about */
    about: '',
    pass: '',
  };
  /** The finished link, and the text that it was made from. */
  let made = { of: '', link: '' };
  const copyLink = createCopyButton({
    text: () => made.link,
    words: { ...messages, copy: messages.link },
    classes: 'button primary small',
    instead() {
      const { length } = made.link;
      if (made.of !== text()) void copyNewest();
      else if (length <= LONGEST_LINK) return false;
      else tell(sayText(messages.longLink, { length, most: LONGEST_LINK }));
      return true;
    },
  });
  const copyElement = createCopyButton({
    text: () => elementOf(text()),
    words: { ...messages, copy: messages.element },
    classes: 'button outlined small',
    instead() {
      if (!newest().lesson) return true;
      if (!UNFIT.test(text())) return false;
      tell(messages.noElement);
      return true;
    },
  });
  const root = createRoot(view());

  function view() {
    const lesson = own();
    const { name } = lesson?.asked.catalogue ?? {};
    const saving = (words: string, kind: 'txt' | 'html' | 'zip', disabled: boolean) =>
      button(words, () => void save(kind), { look: 'outlined', classes: 'small', disabled });
    const saveFile = saving(messages.saveFile, 'html', !lesson);
    const saveScorm = saving(messages.saveScorm, 'zip', !lesson);
    const codes = lesson?.questions.length ? sayText(messages.codes, { code: `HW-${name}` }) : '';
    return html`<section class="write-save" aria-labelledby="write-save">
      <h2 id="write-save">${messages.save}</h2>
      ${actions(messages.toSend, [copyLink.element, saveFile])}
      ${actions(messages.toPlace, [saveScorm, copyElement.element])}
      ${actions(messages.toKeep, [saving(messages.saveText, 'txt', false)])}
      <label class="write-field">
        <span>${messages.passLabel}</span>
        ${passChoice(messages, state.pass, (pass) => (state.pass = pass), 'button outlined small')}
      </label>
      <p class="write-said" role="status">${state.message}</p>
      <p class="write-hint">${messages.saveAbout}</p>
      <p class="write-hint">${codes}</p>
      <p class="write-hint">
        ${lesson?.lesson.needs !== undefined && englishFor(messages)}
      </p>
    </section>`;
  }

  /**
   * The text with its last keys, which the page parses a moment later, and its lesson; null: it has
   * problems.
   */
  function newest() {
    const written = text();
    return { written, lesson: readOwnLesson(written, { words: KNOWN }).own };
  }

  function tell(message: Child) {
    Object.assign(state, { message, about: text() });
    root.render(view());
  }

  async function makeLink() {
    const written = text();
    const hash = await packLesson(written);
    if (written !== text()) return false;
    made = { of: written, link: new URL(`embed.html${hash}`, import.meta.url).href };
    return true;
  }

  /** Copies a link that is not ready yet, after making it. */
  async function copyNewest() {
    if (newest().lesson && (await makeLink())) copyLink.element.click();
  }

  async function save(kind: 'txt' | 'html' | 'zip') {
    const { written, lesson } = newest();
    if (!lesson && kind !== 'txt') return;
    const title = lesson?.text[lesson.lesson.id].title ?? '';
    const name = `${nameOf(title)}.${kind}`;
    tell(messages.saving);
    try {
      if (kind === 'txt') download(name, [written], 'text/plain');
      else {
        const settings = { own: written, ...(state.pass && { pass: state.pass }) };
        const withEnglish = lesson?.lesson.needs !== undefined;
        await saveAs(name, kind, { settings, withEnglish, title, version });
      }
      tell(sayText(messages.saved, { name }));
    } catch (error) {
      tell(quoteEngine(messages.failed, messageOf(error)));
    }
  }

  return {
    element: root.element,
    /** Updates the downloads after a change: a lesson with problems has none. */
    async update() {
      const disabled = own() === null;
      copyLink.update({ disabled });
      copyElement.update({ disabled });
      // a message about this text stays
      if (state.about !== text()) state.message = null;
      root.render(view());
      if (!disabled) await makeLink();
    },
  };
}

/** The English model for a lesson about it. */
function englishFor({ carries, carriesNone }: SaveOptions['messages']) {
  const sizes = { size: ENGLISH_SIZE, fetched: ENGLISH_FETCHED };
  return bytes > 0 ? sayText(carries, sizes) : carriesNone;
}

function actions(purpose: string, buttons: Child) {
  return html`<div class="write-actions"><span>${purpose}</span>${buttons}</div>`;
}

function elementOf(text: string) {
  const script = new URL('element.js', import.meta.url).href
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;');
  return `<script type="module" src="${script}"></script>
<headwise-lab>
<script type="text/plain" data-lesson>
${text.trim()}
</script>
</headwise-lab>
`;
}

/** A file name from a title, with characters that every system accepts. */
function nameOf(title: string) {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z\d]+/g, '-');
  return plain.slice(0, LONGEST_NAME).replace(/^-+|-+$/g, '') || 'lesson';
}
