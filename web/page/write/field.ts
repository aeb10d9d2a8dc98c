// The text field of a lesson.
// A plain field with the browser's own undo, a stored draft, and insertion of skeletons.

import { MOST_BYTES } from '../../elements/lesson/own/lines.ts';
import { piecesOf } from '../../elements/lesson/own/words.ts';
import { fileButton } from '../../ui/drop-zone.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { createDraft } from './draft.ts';
import { pictureLine } from './picture-line.ts';
import { INSERTS, skeletonOf } from './skeletons.ts';
import type { Messages } from '../../words/en/write.ts';

/** The name of the insertion that asks for a file. */
const PICTURE = 'picture';

interface FieldEvents {
  changed: () => void;
  /** called when the caret moves to another line */
  moved: () => void;
  example: () => Promise<string>;
  empty: () => string;
  open: (file: File) => void;
}

export function createField(messages: Messages, events: FieldEvents) {
  const draft = createDraft();
  const state = {
    /** the line of the caret, from 1, and the number of lines */
    line: 1,
    lines: 1,
    /** about the stored draft */
    kept: '',
  };
  let area: HTMLTextAreaElement;
  const picked = document.createElement('input');
  Object.assign(picked, { type: 'file', accept: 'image/*', onchange: () => void insertPicture() });
  const root = createRoot(view());

  function view() {
    const { line, lines, kept } = state;
    const beginnings = [
      { value: 'beginExample' },
      { value: 'beginEmpty' },
      { value: 'beginDraft', disabled: draft.other() === null },
    ];
    const inserts = [...INSERTS, PICTURE].map((value) => ({ value }));
    return html`<div class="write-field-box">
      <div class="write-bar">
        ${menu(messages, messages.begin, beginnings, (what) => void begin(what))}
        ${menu(messages, messages.insert, inserts, insert)}
        ${fileButton(messages.open, open, {
          look: 'outlined',
          classes: 'small',
          accept: '.txt,text/plain',
        })}
      </div>
      <textarea
        class="write-text"
        aria-label=${messages.text}
        rows="24"
        wrap="soft"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        dir="auto"
        ref=${(element: HTMLTextAreaElement) => (area = element)}
        @input=${changed}
        @keyup=${moved}
        @click=${moved}
        @focus=${moved}
      ></textarea>
      <div class="write-below">
        <p class="write-place">${sayText(messages.place, { line, lines })}</p>
        <p class="write-hint">${kept}</p>
      </div>
    </div>`;
  }

  /** Shows the place of the caret. */
  function update() {
    state.line = lineNow();
    state.lines = area.value.split('\n').length;
    root.render(view());
  }

  const lineNow = () => area.value.slice(0, area.selectionStart).split('\n').length;

  function changed() {
    state.kept = draft.keep(area.value) ? messages.kept : messages.notKept;
    update();
    events.changed();
  }

  function moved() {
    update();
    events.moved();
  }

  function set(text: string) {
    area.value = text;
    area.setSelectionRange(0, 0);
    update();
  }

  /** Inserts a text like typing, so that it can be undone. */
  function type(text: string) {
    area.focus();
    if (document.execCommand('insertText', false, text)) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    changed();
  }

  function replace(text: string) {
    area.select();
    type(text);
    area.setSelectionRange(0, 0);
    area.scrollTop = 0;
    moved();
  }

  /** @returns whether the author accepted it */
  function offer(text: string): boolean {
    const isTaken = area.value.trim() === '' || confirm(messages.replace);
    if (isTaken) replace(text);
    return isTaken;
  }

  async function begin(what: string) {
    const own = draft.other();
    if (what === 'beginEmpty') offer(events.empty());
    else if (what === 'beginExample') offer(await events.example());
    else if (own !== null) offer(own);
  }

  function insert(what: string) {
    if (what === PICTURE) return picked.click();
    const before = area.value.slice(0, area.selectionStart);
    const sentences = [...before.matchAll(/^\s*sentence\s*[:：]\s*(.+)$/gim)];
    const pieces = piecesOf(sentences.at(-1)?.[1] ?? messages.newSentence);
    const skeleton = skeletonOf(what, messages, pieces);
    typeLine(skeleton);
  }

  /** Inserts a text that begins on a line of its own. */
  function typeLine(text: string) {
    const before = area.value.slice(0, area.selectionStart);
    type(before === '' || before.endsWith('\n') ? text : `\n${text}`);
  }

  async function insertPicture() {
    const [file] = picked.files ?? [];
    picked.value = '';
    if (!file) return;
    const room = MOST_BYTES - new TextEncoder().encode(area.value).length;
    const line = await pictureLine(file, messages.newPicture, room);
    if (line) return typeLine(`${line}\n`);
    state.kept = line === null ? messages.noPicture : messages.noRoom;
    update();
  }

  function open({ files }: HTMLInputElement) {
    if (files?.[0]) events.open(files[0]);
  }

  return {
    element: root.element,
    text: () => area.value,
    line: lineNow,
    draft: draft.last,
    set,
    /** A lesson from a link. */
    setLinked(text: string) {
      draft.link(text);
      set(text);
    },
    offer,
    /**
     * Selects a line.
     *
     * @param wanted number of the line, from 1
     */
    lead(wanted: number) {
      const lines = area.value.split('\n');
      const from = lines.slice(0, wanted - 1).join('\n').length + (wanted > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(from, from + (lines[wanted - 1]?.length ?? 0));
      // browsers do not scroll a field to its selection
      area.scrollTop = heightOf(area, area.value.slice(0, from)) - area.clientHeight / 3;
      moved();
    },
  };
}

/** A menu of actions: choosing an item runs it. */
function menu(
  messages: Messages,
  name: string,
  choices: readonly { value: string; disabled?: boolean }[],
  choose: (what: string) => void,
) {
  function change({ target }: Event) {
    const select = target as HTMLSelectElement;
    const { value } = select;
    select.value = '';
    if (value) choose(value);
  }
  return html`<select class="button outlined small" aria-label=${name} @change=${change}>
    <option value="">${name}</option>
    ${choices.map(
      ({ value, disabled }) =>
        html`<option value=${value} disabled=${disabled}>
          ${messages[value as keyof typeof messages]}
        </option>`,
    )}
  </select>`;
}

/** The height of a text in a field, where paragraphs wrap. */
function heightOf(area: HTMLTextAreaElement, text: string) {
  const copy = area.cloneNode() as HTMLTextAreaElement;
  copy.value = text;
  copy.inert = true;
  const size = { width: `${area.offsetWidth}px`, height: '0', minHeight: '0' };
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', ...size });
  area.after(copy);
  const height = copy.scrollHeight;
  copy.remove();
  return height;
}
