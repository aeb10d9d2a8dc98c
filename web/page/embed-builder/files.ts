// Downloads of the Embed dialog: one HTML file, or a SCORM package.
// With or without the English model.

import { ENGLISH } from '../../elements/lab/state/state.ts';
import { bytes, FILE } from '../../elements/models/english-file.ts';
import { button } from '../../ui/controls.ts';
import { download } from '../../ui/download.ts';
import { messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { field, select } from './form.ts';
import { pageWith, scormPackage } from './package.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/embed-builder.ts';
import type { LabState } from '../../elements/lab/state/state.ts';
import type { Settings } from './package.ts';
import type { Wanted } from './snippets.ts';

/** Choices of the passing score, out of a hundred. */
const MARKS = [50, 60, 70, 80, 90, 100];
/** Size of base64 for one byte, in megabytes. */
const MEGABYTES = 4 / 3 / 1e6;

interface FilesOptions {
  messages: Messages;
  getState: () => LabState;
  /** version of headwise */
  version: () => Promise<string>;
  wanted: () => Wanted | null;
}

export function createFiles({ messages, getState, version, wanted: wantedNow }: FilesOptions) {
  const state = {
    /** whether the model of English is included */
    english: false,
    /** whether the lesson is about it */
    isNeeded: false,
    /** the passing score; '': none */
    pass: '',
    message: null as Child,
  };
  const root = createRoot(view());

  function view() {
    const { english, isNeeded, pass, message } = state;
    return html`<div class="builder-files">
      <label class="builder-lock builder-english" hidden=${bytes === 0}>
        <input
          type="checkbox"
          .checked=${english}
          @change=${({ target }: Event) => change({ english: (target as HTMLInputElement).checked })}
        />${sayText(messages.english, { size: ENGLISH_SIZE })}
      </label>
      <p class="builder-hint" role="status">${isNeeded && !english && messages.englishNeeded}</p>
      ${field(
        messages.passLabel,
        passChoice(messages, pass, (next) => change({ pass: next })),
      )}
      ${button(messages.saveFile, () => void save('html'), { look: 'primary' })}
      ${button(messages.saveScorm, () => void save('zip'), { look: 'primary' })}
      <span class="builder-said" role="status">${message}</span>
      <p class="builder-hint">${messages.fileFrame}</p>
    </div>`;
  }

  function change(part: Partial<typeof state>) {
    Object.assign(state, part);
    root.render(view());
  }

  async function save(kind: 'html' | 'zip') {
    const wanted = wantedNow();
    if (!wanted) return;
    const name = nameOf(wanted, kind);
    change({ message: messages.saving });
    try {
      await saveAs(name, kind, {
        settings: {
          locked: wanted.locked,
          lang: wanted.language,
          theme: wanted.theme,
          ...(wanted.compact && { compact: 'true' }),
          ...(state.pass && { pass: state.pass }),
          ...(wanted.classKey && { 'class-key': wanted.classKey }),
          ...(wanted.lesson === null ? { address: wanted.whole } : { lesson: wanted.lesson }),
        },
        withEnglish: state.english,
        title: wanted.title,
        version,
      });
      change({ message: sayText(messages.saved, { name }) });
    } catch (error) {
      change({ message: quoteEngine(messages.failed, messageOf(error)) });
    }
  }

  return {
    element: root.element,
    /** The dialog opens: the page's present state determines the choices. */
    open() {
      const english = bytes > 0 && getState().model === ENGLISH;
      change({ english, isNeeded: false, message: null });
    },
    /** A lesson about the model includes it, unless the author unchecks it. */
    update({ needs }: { needs?: string }) {
      const isNeeded = bytes > 0 && needs === ENGLISH;
      const isNew = isNeeded && !state.isNeeded;
      change({ isNeeded, english: isNew || state.english });
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

/** The choice of the passing score. */
export function passChoice(
  { passRead, passAt }: Readonly<Record<'passRead' | 'passAt', string>>,
  chosen: string,
  choose: (pass: string) => void,
  classes: string | null = null,
) {
  const marks = MARKS.map((percent) => [String(percent), sayText(passAt, { percent })]);
  return select(chosen, [['', passRead], ...marks], choose, classes);
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
