// Where results come in: a field to paste them into, files, folders, and what is dropped on the page.

import { fillText, h, setText } from '../../elements/shared/dom.js';
import { exampleClass } from './example.js';
import { filesIn, filesOf, LARGEST, MOST_FILES, openText } from './files.js';

const MEGA = 1e6;
/** After the last letter that was typed. */
const PAUSE = 250;

/**
 * @param {import('./messages/en.js').Messages} messages
 * @param {() => void} changed
 */
export function createInput(messages, changed) {
  /** @type {import('./files.js').Opened[]} */
  let opened = [];
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
      void take(filesOf(input));
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
    h('p', { class: 'cost' }, messages.kinds),
    files,
    folder,
    problem,
    list,
  );

  hearDrops(element, take, (error) =>
    setText(problem, fillText(messages.unreadable, { file: String(error) })),
  );

  /** @param {readonly import('./files.js').Given[]} given */
  async function take(given) {
    /** @type {string[]} */
    const problems = [];
    const room = MOST_FILES - opened.length;
    if (given.length > room) problems.push(fillText(messages.tooMany, { most: MOST_FILES }));
    for (const one of given.slice(0, room)) {
      const { file, path } = one;
      if (file.size > LARGEST) {
        problems.push(fillText(messages.tooLarge, { file: path, most: LARGEST / MEGA }));
        continue;
      }
      try {
        const next = await openText(one);
        opened = [...opened.filter(({ source }) => source !== path), next];
      } catch {
        problems.push(fillText(messages.unreadable, { file: path }));
      }
    }
    setText(problem, problems.join(' '));
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
    /** What there is to read. @returns {import('./files.js').Opened[]} */
    texts: () => [{ source: '', owner: '', text: field.value }, ...opened],
  };
}

/**
 * A file that was opened, and its button.
 * @param {string} source
 * @param {import('./messages/en.js').Messages} messages
 * @param {() => void} onclick
 */
function openedItem(source, messages, onclick) {
  const label = fillText(messages.removeFile, { file: source });
  const remove = h('button', { type: 'button', 'aria-label': label, onclick }, '×');
  return h('li', null, h('bdi', { lang: '' }, source), remove);
}

/**
 * Files and folders that are dropped anywhere on the page.
 * @param {HTMLElement} zone
 * @param {(given: readonly import('./files.js').Given[]) => void} take
 * @param {(error: unknown) => void} fail
 */
function hearDrops(zone, take, fail) {
  addEventListener('dragover', (event) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    zone.dataset.over = '';
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) delete zone.dataset.over;
  });
  addEventListener('drop', async (event) => {
    delete zone.dataset.over;
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    try {
      take(await filesIn(event.dataTransfer));
    } catch (error) {
      fail(error);
    }
  });
}

/**
 * @param {string} words
 * @param {() => void} onclick
 */
function button(words, onclick) {
  return h('button', { type: 'button', class: 'plain', onclick }, words);
}
