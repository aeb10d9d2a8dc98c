// Input of results: paste field, files, folders, and drops on the page.

import { button } from '../../ui/controls.ts';
import { dropZone, fileButton } from '../../ui/drop-zone.ts';
import { createRoot, html } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
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
  const state = {
    /** text of the field */
    pasted: '',
    opened: [] as readonly Opened[],
    problem: '',
  };
  /** files that are still being read after a reset are dropped */
  let clears = 0;
  let timer = 0;
  const canFolders = 'webkitdirectory' in HTMLInputElement.prototype;
  const root = createRoot(view());

  function view() {
    const { pasted, opened, problem } = state;
    const read = (input: HTMLInputElement) => void take({ given: filesOf(input), unread: [] });
    const content = html`<label for="codes">${messages.paste}</label>
      <textarea
        id="codes"
        rows="7"
        dir="auto"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        placeholder=${messages.placeholder}
        .value=${pasted}
        @input=${type}
      ></textarea>
      <div class="given-buttons">
        ${fileButton(messages.files, read, {
          multiple: true,
          accept: '.csv,.txt,.tsv,.md,.html,text/*',
        })}
        ${canFolders && fileButton(messages.folder, read, { multiple: true, folder: true })}
        ${button(messages.example, example)}
        ${button(messages.clear, clear)}
      </div>
      <p class="note">${messages.kinds}</p>
      <p class="key-problem" role="alert">${problem}</p>
      <ul class="opened">${opened.map(openedItem)}</ul>`;
    return dropZone('given-here', content, async (transfer) => take(await filesIn(transfer)));
  }

  function openedItem({ source }: Opened) {
    const remove = () => {
      state.opened = state.opened.filter((one) => one.source !== source);
      update();
      focus();
    };
    const label = sayText(messages.removeFile, { file: source });
    return html`<li>${ownWords(source)}${button('×', remove, { look: 'bare', label })}</li>`;
  }

  const focus = () => root.element.querySelector('textarea')?.focus();

  /** Shows the present texts, and has them read. */
  function update() {
    root.render(view());
    changed();
  }

  function type({ target }: Event) {
    state.pasted = (target as HTMLTextAreaElement).value;
    clearTimeout(timer);
    timer = window.setTimeout(changed, PAUSE);
  }

  function example() {
    state.pasted = exampleClass(messages.exampleName);
    update();
  }

  function clear() {
    Object.assign(state, { pasted: '', opened: [], problem: '' });
    clears++;
    update();
    focus();
  }

  async function take({ given, unread }: Awaited<ReturnType<typeof filesIn>>) {
    const mine = clears;
    const problems = unread.map((file) => sayText(messages.unreadable, { file }));
    let others = 0;
    for (const one of given) {
      const { file, path } = one;
      const letters = state.opened.reduce((sum, { text }) => sum + text.length, file.size);
      if (state.opened.length >= MOST_FILES || (file.size <= LARGEST && letters > MOST_LETTERS)) {
        const most = { most: MOST_FILES, size: MOST_LETTERS / MEGA };
        problems.push(sayText(messages.tooMany, most));
        break;
      }
      if (file.size > LARGEST) {
        problems.push(sayText(messages.tooLarge, { file: path, most: LARGEST / MEGA }));
        continue;
      }
      const next = await openText(one).catch(() => undefined);
      if (mine !== clears) return;
      if (next) state.opened = withFile(state.opened, next);
      else if (next === null) others++;
      else problems.push(sayText(messages.unreadable, { file: path }));
    }
    if (others > 0) problems.unshift(sayText(messages.notText, { count: others }));
    state.problem = firstOf(problems);
    update();
  }

  return {
    element: root.element,
    /** All texts to parse. */
    texts: (): Opened[] => [{ source: '', owner: '', text: state.pasted }, ...state.opened],
  };
}

function firstOf(problems: readonly string[]) {
  const more = problems.length > MOST_PROBLEMS ? ['…'] : [];
  return [...problems.slice(0, MOST_PROBLEMS), ...more].join(' ');
}
