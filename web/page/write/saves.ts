// Downloads of a lesson: text, file, SCORM package, link, or element.
// The element contains the lesson.

import { LONGEST_LINK, packLesson } from '../../elements/lesson/own/link.ts';
import { readOwnLesson } from '../../elements/lesson/own/read.ts';
import { bytes } from '../../elements/models/english-file.ts';
import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { download } from '../../ui/download.ts';
import { messageOf } from '../../ui/errors.ts';
import { createCopyButton } from '../copy-button.ts';
import { createPass, ENGLISH_FETCHED, ENGLISH_SIZE, saveAs } from '../embed-builder/files.ts';
import { KNOWN } from './preview.ts';
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
  const said = h('p', { class: 'write-said', role: 'status' });
  const codes = h('p', { class: 'write-hint' });
  const carries = h('p', { class: 'write-hint' });
  const pass = createPass(messages);
  /** The finished link, and the text that it was made from. */
  let made = { of: '', link: '' };
  /** the text that `said` is about */
  let about = '';
  const copyLink = h('button', { type: 'button', class: 'write-main' });
  const copyElement = h('button', { type: 'button' });
  createCopyButton(copyLink, {
    text: () => made.link,
    words: { ...messages, copy: messages.link },
    instead() {
      const { length } = made.link;
      if (made.of !== text()) void copyNewest();
      else if (length <= LONGEST_LINK) return false;
      else say(fillText(messages.longLink, { length, most: LONGEST_LINK }));
      return true;
    },
  });
  createCopyButton(copyElement, {
    text: () => elementOf(text()),
    words: { ...messages, copy: messages.element },
    instead() {
      if (!newest().lesson) return true;
      if (!UNFIT.test(text())) return false;
      say(messages.noElement);
      return true;
    },
  });
  const saving: (words: string, kind: 'txt' | 'html' | 'zip') => HTMLButtonElement = (
    words,
    kind,
  ) => h('button', { type: 'button', onclick: () => save(kind) }, words);
  const saveFile = saving(messages.saveFile, 'html');
  const saveScorm = saving(messages.saveScorm, 'zip');
  const whole = [copyLink, saveFile, saveScorm, copyElement];

  /**
   * The text with its last keys, which the page parses a moment later, and its lesson; null: it has
   * problems.
   */
  function newest() {
    const written = text();
    return { written, lesson: readOwnLesson(written, { words: KNOWN }).own };
  }

  function say(words: string) {
    about = text();
    setText(said, words);
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
    if (newest().lesson && (await makeLink())) copyLink.click();
  }

  async function save(kind: 'txt' | 'html' | 'zip') {
    const { written, lesson } = newest();
    if (!lesson && kind !== 'txt') return;
    const title = lesson?.text[lesson.lesson.id].title ?? '';
    const name = `${nameOf(title)}.${kind}`;
    say(messages.saving);
    try {
      if (kind === 'txt') download(name, [written], 'text/plain');
      else {
        const settings = { own: written, ...(pass.value && { pass: pass.value }) };
        await saveAs(name, kind, {
          settings,
          withEnglish: lesson?.lesson.needs !== undefined,
          title,
          version,
        });
      }
      say(fillText(messages.saved, { name }));
    } catch (error) {
      quoteEngine(said, messages.failed, messageOf(error));
    }
  }

  return {
    element: h(
      'section',
      { class: 'write-save', 'aria-labelledby': 'write-save' },
      h('h2', { id: 'write-save' }, messages.save),
      actions(messages.toSend, copyLink, saveFile),
      actions(messages.toPlace, saveScorm, copyElement),
      actions(messages.toKeep, saving(messages.saveText, 'txt')),
      h('label', { class: 'write-field' }, h('span', null, messages.passLabel), pass),
      said,
      h('p', { class: 'write-hint' }, messages.saveAbout),
      codes,
      carries,
    ),
    /** Updates the downloads after a change: a lesson with problems has none. */
    async update() {
      const lesson = own();
      const isWhole = lesson !== null;
      const needs = lesson?.lesson.needs !== undefined;
      setText(carries, needs ? englishFor(messages) : '');
      const { name } = lesson?.asked.catalogue ?? {};
      setText(
        codes,
        lesson?.questions.length ? fillText(messages.codes, { code: `HW-${name}` }) : '',
      );
      for (const button of whole) button.disabled = !isWhole;
      // a message about this text stays
      if (about !== text()) setText(said, '');
      if (isWhole) await makeLink();
    },
  };
}

/** The English model for a lesson about it. */
function englishFor({ carries, carriesNone }: SaveOptions['messages']) {
  const sizes = { size: ENGLISH_SIZE, fetched: ENGLISH_FETCHED };
  return bytes > 0 ? fillText(carries, sizes) : carriesNone;
}

function actions(purpose: string, ...buttons: HTMLButtonElement[]) {
  return h('div', { class: 'write-actions' }, h('span', null, purpose), ...buttons);
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
