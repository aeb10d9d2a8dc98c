// Input of results: paste field, files, folders, and drops on the page.

import { fillText, h, setText } from '../../ui/dom.ts';
import { hearDrops } from '../drops.ts';
import { exampleClass } from './example.ts';
import {
  filesIn,
  filesOf,
  LARGEST,
  MOST_FILES,
  MOST_LETTERS,
  openText,
  withFile,
} from './files.ts';
import type { Messages } from '../../words/en/class.ts';
import type { Opened } from './files.ts';

const MEGA = 1e6;
/** Milliseconds after the last typed letter. */
const PAUSE = 250;
/** Number of problems reported. */
const MOST_PROBLEMS = 5;

export function createInput(messages: Messages, changed: () => void) {
  let opened: readonly Opened[] = [];
  /** files that are still being read after a reset are dropped */
  let clears = 0;
  let timer = 0;
  const field = h('textarea', {
    id: 'codes',
    rows: '7',
    dir: 'auto',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    placeholder: messages.placeholder,
    oninput: () => {
      clearTimeout(timer);
      timer = window.setTimeout(changed, PAUSE);
    },
  });
  const files = h('input', {
    type: 'file',
    multiple: true,
    hidden: true,
    accept: '.csv,.txt,.tsv,.md,.html,text/*',
  });
  const folder = h('input', { type: 'file', webkitdirectory: true, multiple: true, hidden: true });
  for (const input of [files, folder]) {
    input.addEventListener('change', () => {
      void take({ given: filesOf(input), unread: [] });
      input.value = '';
    });
  }
  const list = h('ul', { class: 'opened' });
  const problem = h('p', { class: 'key-problem', role: 'alert' });
  const canFolders = 'webkitdirectory' in folder;
  const example = button(messages.example, () => {
    field.value = exampleClass(messages.exampleName);
    changed();
  });
  const clear = button(messages.clear, () => {
    field.value = '';
    opened = [];
    clears++;
    setText(problem, '');
    showOpened();
    changed();
    field.focus();
  });
  const element = h(
    'section',
    { class: 'given-here' },
    h('label', { for: 'codes' }, messages.paste),
    field,
    h(
      'div',
      { class: 'given-buttons' },
      button(messages.files, () => files.click()),
      canFolders ? button(messages.folder, () => folder.click()) : null,
      example,
      clear,
    ),
    h('p', { class: 'note' }, messages.kinds),
    files,
    folder,
    problem,
    list,
  );

  hearDrops(element, async (transfer) => take(await filesIn(transfer)));

  async function take({ given, unread }: Awaited<ReturnType<typeof filesIn>>) {
    const mine = clears;
    const problems = unread.map((file) => fillText(messages.unreadable, { file }));
    let others = 0;
    for (const one of given) {
      const { file, path } = one;
      const letters = opened.reduce((sum, { text }) => sum + text.length, file.size);
      if (opened.length >= MOST_FILES || (file.size <= LARGEST && letters > MOST_LETTERS)) {
        const most = { most: MOST_FILES, size: MOST_LETTERS / MEGA };
        problems.push(fillText(messages.tooMany, most));
        break;
      }
      if (file.size > LARGEST) {
        problems.push(fillText(messages.tooLarge, { file: path, most: LARGEST / MEGA }));
        continue;
      }
      const next = await openText(one).catch(() => undefined);
      if (mine !== clears) return;
      if (next) opened = withFile(opened, next);
      else if (next === null) others++;
      else problems.push(fillText(messages.unreadable, { file: path }));
    }
    if (others > 0) problems.unshift(fillText(messages.notText, { count: others }));
    setText(problem, firstOf(problems));
    showOpened();
    changed();
  }

  function showOpened() {
    const items = opened.map(({ source }) =>
      openedItem(source, messages, () => {
        opened = opened.filter((one) => one.source !== source);
        showOpened();
        changed();
        field.focus();
      }),
    );
    list.replaceChildren(...items);
  }

  return {
    element,
    /** All texts to parse. */
    texts: (): Opened[] => [{ source: '', owner: '', text: field.value }, ...opened],
  };
}

function firstOf(problems: readonly string[]) {
  const more = problems.length > MOST_PROBLEMS ? ['…'] : [];
  return [...problems.slice(0, MOST_PROBLEMS), ...more].join(' ');
}

/** An opened file, and its button. */
function openedItem(source: string, messages: Messages, onclick: () => void) {
  const label = fillText(messages.removeFile, { file: source });
  const remove = h('button', { type: 'button', 'aria-label': label, onclick }, '×');
  return h('li', null, h('bdi', { lang: '' }, source), remove);
}

function button(words: string, onclick: () => void) {
  return h('button', { type: 'button', class: 'plain', onclick }, words);
}
