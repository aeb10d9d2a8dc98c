// The form of the Embed dialog.
// View, start, language, colours, locks, and the address of headwise. It reports the choices;
// snippets.ts makes the text.

import { LOCKS } from '../../elements/lab/state/locks.ts';
import { readKey } from '../../elements/lesson/questions/class-key.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { languages } from '../../words/languages.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/embed-builder.ts';

export interface Lesson {
  id: string;
  title: string;
  /** titles of its scenes; none: it is a test */
  scenes: readonly string[];
  /** the model that it is about, where not every copy has it */
  needs?: string;
}

export interface Choice {
  /** id of the lesson and its scene */
  lesson: string | null;
  lessonTitle: string;
  /** a model that the lesson needs */
  needs?: string;
  locked: string;
  /** '' for none */
  classKey: string;
  language: string;
  theme: string;
  compact: boolean;
  /** ending with a slash; null: the field has no valid address */
  base: string | null;
}

const LOCK_WORDS: Readonly<Record<string, keyof Messages>> = Object.freeze({
  text: 'lockText',
  second: 'lockSecond',
  heads: 'lockHeads',
  mask: 'lockMask',
  view: 'lockView',
  weights: 'lockWeights',
  edits: 'lockEdits',
  blend: 'lockBlend',
  lessons: 'lockLessons',
});
const LOCAL = /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface FormOptions {
  messages: Messages;
  lessons: readonly Lesson[];
  /** this page's own folder */
  base: string;
  onChange: () => void;
}

export function createForm({ messages, lessons, base, onChange }: FormOptions) {
  /** contents of the fields */
  const state = {
    /** id of the lesson; '': none */
    lesson: '',
    /** number of the scene, from 1 */
    scene: '1',
    key: '',
    language: '',
    theme: '',
    compact: false,
    locks: new Set<string>(),
    where: base,
  };
  const root = createRoot(view());

  function view() {
    const lesson = lessonNow();
    const folder = readBase(state.where, base);
    const isKeyWrong = state.key.trim() !== '' && readKey(state.key) === null;
    const titles = lessons.map(({ id, title, scenes: { length } }) => [
      id,
      length > 0 ? sayText(messages.whatLesson, { title }) : title,
    ]);
    const scenes = (lesson?.scenes ?? []).map((title, i) => [`${i + 1}`, `${i + 1}. ${title}`]);
    const tags = Object.entries(languages).map(([tag, { name }]) => [tag, name]);
    const schemes = [
      ['light', messages.themeLight],
      ['dark', messages.themeDark],
    ];
    const key = html`<input
      type="text"
      dir="ltr"
      maxlength="64"
      autocomplete="off"
      aria-invalid=${String(isKeyWrong)}
      .value=${state.key}
      @input=${({ target }: Event) => change({ key: (target as HTMLInputElement).value })}
    />`;
    const where = html`<input
      type="text"
      inputmode="url"
      dir="ltr"
      autocomplete="off"
      spellcheck="false"
      aria-describedby="builder-base-hint"
      aria-invalid=${String(folder === null)}
      .value=${state.where}
      @input=${({ target }: Event) => change({ where: (target as HTMLInputElement).value })}
    />`;
    return html`<form class="builder-form" @submit=${(event: Event) => event.preventDefault()}>
      ${choice(messages.whatLabel, 'lesson', [['', messages.whatState], ...titles])}
      ${choice(messages.sceneLabel, 'scene', scenes, scenes.length === 0)}
      ${field(messages.classKey, key, !lesson)}
      <div class="builder-pair">
        ${choice(messages.languageLabel, 'language', [['', messages.auto], ...tags])}
        ${choice(messages.themeLabel, 'theme', [['', messages.auto], ...schemes])}
      </div>
      ${checkBox(messages.compact, state.compact, (compact) => change({ compact }))}
      <fieldset>
        <legend>${messages.lockedLabel}</legend>
        <div class="builder-locks">${Object.keys(LOCKS).map(lockBox)}</div>
      </fieldset>
      <div>${field(messages.baseLabel, where)}${hint(folder)}</div>
    </form>`;
  }

  /** @param choices values and texts */
  function choice(
    label: string,
    name: 'lesson' | 'scene' | 'language' | 'theme',
    choices: readonly (readonly string[])[],
    hidden = false,
  ) {
    const choose = (value: string) =>
      change(name === 'lesson' ? { lesson: value, scene: '1' } : { [name]: value });
    return field(label, select(state[name], choices, choose), hidden);
  }

  function lockBox(name: string) {
    const lock = (on: boolean) => {
      if (on) state.locks.add(name);
      else state.locks.delete(name);
      change({});
    };
    const words = messages[LOCK_WORDS[name]];
    return checkBox(words, state.locks.has(name), lock, !canLock(name));
  }

  /** Whether there is something to lock: only a lesson has others beside it. */
  function canLock(name: string) {
    return name !== 'lessons' || state.lesson !== '';
  }

  /** @param folder null: the field has no valid address */
  function hint(folder: string | null) {
    const { protocol, hostname } = new URL(folder ?? base, base);
    const isLocal = protocol === 'file:' || LOCAL.test(hostname);
    const isOwn = folder !== null && URL.canParse(folder);
    const kind = folder === null ? 'wrong' : isOwn && isLocal ? 'local' : '';
    const words = { wrong: messages.baseWrong, local: messages.baseLocal, '': messages.baseHint };
    return html`<p id="builder-base-hint" class="builder-hint" data-kind=${kind}>
      ${words[kind]}
    </p>`;
  }

  function lessonNow() {
    return lessons.find(({ id }) => id === state.lesson);
  }

  function change(part: Partial<typeof state>) {
    Object.assign(state, part);
    root.render(view());
    onChange();
  }

  return {
    element: root.element,
    read(): Choice {
      const { id = null, title = '', needs } = lessonNow() ?? {};
      const from = state.scene === '1' ? '' : `.${state.scene}`;
      return {
        lesson: id === null ? null : id + from,
        lessonTitle: title,
        needs,
        locked: Object.keys(LOCKS)
          .filter((name) => state.locks.has(name) && canLock(name))
          .join(' '),
        classKey: id === null ? '' : (readKey(state.key) ?? ''),
        language: state.language,
        theme: state.theme,
        compact: state.compact,
        base: readBase(state.where, base),
      };
    },
  };
}

/** The field's address as a folder's. */
function readBase(text: string, base: string) {
  const written = text.trim();
  if (/\s/.test(written) || !URL.canParse(written, base)) return null;
  const { protocol } = new URL(written, base);
  if (!/^(https?|file):$/.test(protocol)) return null;
  return written === '' || written.endsWith('/') ? written : `${written}/`;
}

/** @param choices values and texts */
export function select(
  chosen: string,
  choices: readonly (readonly string[])[],
  choose: (value: string) => void,
  classes: string | null = null,
) {
  const change = ({ target }: Event) => choose((target as HTMLSelectElement).value);
  return html`<select class=${classes} @change=${change}>
    ${choices.map(
      ([value, text]) =>
        html`<option value=${value} .selected=${value === chosen}>${text}</option>`,
    )}
  </select>`;
}

export function field(text: string, control: Child, hidden = false) {
  return html`<label class="builder-field" hidden=${hidden}><span>${text}</span>${control}</label>`;
}

export function checkBox(text: string, on: boolean, change: (on: boolean) => void, hidden = false) {
  return html`<label class="builder-lock" hidden=${hidden}>
    <input
      type="checkbox"
      .checked=${on}
      @change=${({ target }: Event) => change((target as HTMLInputElement).checked)}
    />${text}
  </label>`;
}
