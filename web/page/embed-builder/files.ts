// Downloads of the Embed dialog: one HTML file, or a SCORM package.
// With or without the English model.

import { ENGLISH } from '../../elements/lab/state/state.ts';
import { bytes, FILE } from '../../elements/models/english-file.ts';
import { fillText, h, quoteEngine, setText } from '../../ui/dom.ts';
import { download } from '../../ui/download.ts';
import { messageOf } from '../../ui/errors.ts';
import { pageWith, scormPackage } from './package.ts';
import type { Messages } from '../../words/en/embed-builder.ts';
import type { LabState } from '../../elements/lab/state/state.ts';
import type { Settings } from './package.ts';
import type { Wanted } from './snippets.ts';

/** Choices of the passing score, out of a hundred. */
const MARKS = [50, 60, 70, 80, 90, 100];
/** Size of base64 for one byte, in megabytes. */
const MEGABYTES = 4 / 3 / 1e6;

/** @param options.version version of headwise */
export function createFiles({
  messages,
  getState,
  version,
  wanted: wantedNow,
}: {
  messages: Messages;
  getState: () => LabState;
  version: () => Promise<string>;
  wanted: () => Wanted | null;
}) {
  const said = h('span', { class: 'builder-said', role: 'status' });
  const english = h('input', { type: 'checkbox', onchange: look });
  const carries = h(
    'label',
    { class: 'builder-lock builder-english' },
    english,
    fillText(messages.english, { size: ENGLISH_SIZE }),
  );
  const lacks = h('p', { class: 'builder-hint', role: 'status' });
  carries.hidden = bytes === 0;
  let isNeeded = false;
  const pass = createPass(messages);
  const button: (words: string, kind: 'html' | 'zip') => HTMLElement = (words, kind) =>
    h('button', { type: 'button', class: 'builder-main', onclick: () => save(kind) }, words);
  const element = h(
    'div',
    { class: 'builder-files' },
    ...[carries, lacks],
    h('label', { class: 'builder-field' }, h('span', null, messages.passLabel), pass),
    button(messages.saveFile, 'html'),
    button(messages.saveScorm, 'zip'),
    said,
    h('p', { class: 'builder-hint' }, messages.fileFrame),
  );

  function look() {
    setText(lacks, isNeeded && !english.checked ? messages.englishNeeded : '');
  }

  async function save(kind: 'html' | 'zip') {
    const wanted = wantedNow();
    if (!wanted) return;
    const name = nameOf(wanted, kind);
    setText(said, messages.saving);
    try {
      const settings = {
        ...{ locked: wanted.locked, lang: wanted.language, theme: wanted.theme },
        ...(wanted.compact && { compact: 'true' }),
        ...(pass.value && { pass: pass.value }),
        ...(wanted.classKey && { 'class-key': wanted.classKey }),
        ...(wanted.lesson === null ? { address: wanted.whole } : { lesson: wanted.lesson }),
      };
      const about = { title: wanted.title, version };
      await saveAs(name, kind, { settings, withEnglish: english.checked, ...about });
      setText(said, fillText(messages.saved, { name }));
    } catch (error) {
      quoteEngine(said, messages.failed, messageOf(error));
    }
  }

  return {
    element,
    /** The dialog opens: the page's present state determines the choices. */
    open() {
      setText(said, '');
      english.checked = bytes > 0 && getState().model === ENGLISH;
      isNeeded = false;
    },
    /** A lesson about the model includes it, unless the author unchecks it. */
    update({ needs }: { needs?: string }) {
      const wasNeeded = isNeeded;
      isNeeded = bytes > 0 && needs === ENGLISH;
      if (isNeeded && !wasNeeded) english.checked = true;
      look();
    },
  };
}

/** The name of a saved file. */
export function nameOf({ lesson }: Wanted, kind: 'html' | 'zip') {
  return `headwise${lesson === null ? '' : `-${lesson}`}.${kind}`;
}

/** @param name name of a file beside the page */
async function read(name: string) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name}: status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** Megabytes that the model of English adds to a saved file. */
export const ENGLISH_SIZE = (bytes * MEGABYTES).toFixed(1);
/** Megabytes of its own file, which pages fetch. */
export const ENGLISH_FETCHED = (bytes / 1e6).toFixed(1);

/** The select element of the passing score. */
export function createPass({ passRead, passAt }: Readonly<Record<'passRead' | 'passAt', string>>) {
  const options = MARKS.map((percent) =>
    h('option', { value: String(percent) }, fillText(passAt, { percent })),
  );
  return h('select', null, h('option', { value: '' }, passRead), ...options);
}

/**
 * Saves the page with the settings inside it, alone or as a package.
 *
 * @param name name of the file
 * @param what.withEnglish whether to include the English model
 * @param what.version version of headwise
 */
export async function saveAs(
  name: string,
  kind: 'html' | 'zip',
  {
    settings,
    withEnglish,
    title,
    version,
  }: {
    settings: Settings;
    withEnglish: boolean;
    title: string;
    version: () => Promise<string>;
  },
) {
  const page = await readText('headwise.html');
  const english = withEnglish && bytes > 0 ? await read(FILE) : null;
  if (kind === 'html') return download(name, [pageWith(page, settings, english)], 'text/html');
  const notices = {
    LICENSE: await readText('LICENSE'),
    'THIRD-PARTY-NOTICES.md': await readText('THIRD-PARTY-NOTICES.md'),
  };
  const zip = scormPackage({ page, settings, english, title, version: await version(), notices });
  download(name, [Uint8Array.from(zip)], 'application/zip');
}

const readText = async (name: string) => new TextDecoder().decode(await read(name));
