// The form of the Embed dialog.
// View, start, language, colours, locks, and the address of headwise. It reports the choices;
// snippets.ts makes the text.

import { fillText, h } from '../../ui/dom.ts';
import { LOCKS } from '../../elements/lab/state/locks.ts';
import { readKey } from '../../elements/lesson/questions/class-key.ts';
import { languages } from '../../words/languages.ts';
import type { Messages } from '../../words/en/embed-builder.ts';

export interface Lesson {
  id: string;
  title: string;
  /** titles of its scenes */
  scenes: readonly string[];
  /** the model that it is about, where not every copy has it */
  needs?: string;
}

interface Choice {
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

/** @param options.base this page's own folder */
export function createForm({
  messages,
  lessons,
  base,
  onChange,
}: {
  messages: Messages;
  lessons: readonly Lesson[];
  base: string;
  onChange: () => void;
}) {
  const what = select([
    ['', messages.whatState],
    ...lessons.map(({ id, title }) => [id, fillText(messages.whatLesson, { title })]),
  ]);
  const scene = select([]);
  const sceneField = field(messages.sceneLabel, scene);
  const language = select([
    ['', messages.auto],
    ...Object.entries(languages).map(([tag, { name }]) => [tag, name] as const),
  ]);
  const theme = select([
    ['', messages.auto],
    ['light', messages.themeLight],
    ['dark', messages.themeDark],
  ]);
  const locks = Object.keys(LOCKS).map((name) => {
    const box = h('input', { type: 'checkbox', value: name });
    const label = h('label', { class: 'builder-lock' }, box, messages[LOCK_WORDS[name]]);
    return { name, box, label };
  });
  const key = h('input', { type: 'text', dir: 'ltr', maxlength: '64', autocomplete: 'off' });
  const keyField = field(messages.classKey, key);
  const compact = h('input', { type: 'checkbox' });
  const where = h('input', {
    type: 'text',
    inputmode: 'url',
    value: base,
    dir: 'ltr',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'builder-base-hint',
  });
  const hint = h('p', { id: 'builder-base-hint', class: 'builder-hint' });
  const element = h(
    'form',
    { class: 'builder-form', onsubmit: (event: Event) => event.preventDefault() },
    field(messages.whatLabel, what),
    sceneField,
    keyField,
    h(
      'div',
      { class: 'builder-pair' },
      field(messages.languageLabel, language),
      field(messages.themeLabel, theme),
    ),
    h('label', { class: 'builder-lock' }, compact, messages.compact),
    h(
      'fieldset',
      null,
      h('legend', null, messages.lockedLabel),
      h('div', { class: 'builder-locks' }, ...locks.map(({ label }) => label)),
    ),
    h('div', null, field(messages.baseLabel, where), hint),
  );
  what.addEventListener('change', showScenes);
  for (const event of ['input', 'change']) element.addEventListener(event, changed);

  function showScenes() {
    const lesson = lessons.find(({ id }) => id === what.value);
    scene.replaceChildren(
      ...(lesson?.scenes ?? []).map((title, i) =>
        h('option', { value: String(i + 1) }, `${i + 1}. ${title}`),
      ),
    );
    sceneField.hidden = keyField.hidden = !lesson;
  }

  function changed() {
    const read = readBase(where.value, base);
    const { protocol, hostname } = new URL(read ?? base, base);
    const isLocal = protocol === 'file:' || LOCAL.test(hostname);
    const isOwn = read !== null && URL.canParse(read);
    where.setAttribute('aria-invalid', String(read === null));
    hint.dataset.kind = read === null ? 'wrong' : isOwn && isLocal ? 'local' : '';
    hint.textContent =
      read === null
        ? messages.baseWrong
        : isOwn && isLocal
          ? messages.baseLocal
          : messages.baseHint;
    for (const { name, label } of locks) {
      if (name === 'lessons') label.hidden = what.value === '';
    }
    key.setAttribute(
      'aria-invalid',
      String(key.value.trim() !== '' && readKey(key.value) === null),
    );
    onChange();
  }

  showScenes();
  return {
    element,
    /** Reports the present choice. */
    changed,
    read(): Choice {
      const lesson = lessons.find((one) => one.id === what.value);
      const { id = null, title = '', needs } = lesson ?? {};
      const from = scene.selectedIndex > 0 ? `.${scene.value}` : '';
      return {
        lesson: id === null ? null : id + from,
        lessonTitle: title,
        needs,
        locked: locks
          .filter(({ box, label }) => box.checked && !label.hidden)
          .map(({ name }) => name)
          .join(' '),
        classKey: keyField.hidden ? '' : (readKey(key.value) ?? ''),
        language: language.value,
        theme: theme.value,
        compact: compact.checked,
        base: readBase(where.value, base),
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
function select(choices: readonly (readonly string[])[]) {
  return h('select', null, ...choices.map(([value, words]) => h('option', { value }, words)));
}

function field(words: string, control: HTMLElement) {
  return h('label', { class: 'builder-field' }, h('span', null, words), control);
}
