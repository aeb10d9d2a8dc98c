// The text field of a lesson.
// A plain field with the browser's own undo, a stored draft, and insertion of skeletons.

import { piecesOf } from '../../elements/lesson/own/words.ts';
import { fillText, h, setText } from '../../ui/dom.ts';
import { createDraft } from './draft.ts';
import { INSERTS, skeletonOf } from './skeletons.ts';
import type { Messages } from '../../words/en/write.ts';

interface FieldEvents {
  changed: () => void;
  /** called when the caret moves to another line */
  moved: () => void;
  example: () => Promise<string>;
  empty: () => string;
  open: (file: File) => void;
}
export function createField(messages: Messages, events: FieldEvents) {
  const place = h('p', { class: 'write-place' });
  const kept = h('p', { class: 'write-hint' });
  const area = h('textarea', {
    ...{ class: 'write-text', 'aria-label': messages.text, rows: '24', wrap: 'soft' },
    ...{ spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off', dir: 'auto' },
    oninput: changed,
  });
  const draft = createDraft();
  for (const event of ['keyup', 'click', 'focus']) area.addEventListener(event, moved);

  const line = () => area.value.slice(0, area.selectionStart).split('\n').length;

  function changed() {
    setText(kept, draft.keep(area.value) ? messages.kept : messages.notKept);
    sayPlace();
    events.changed();
  }

  function moved() {
    sayPlace();
    events.moved();
  }

  function sayPlace() {
    begin.lastElementChild?.toggleAttribute('disabled', draft.other() === null);
    setText(
      place,
      fillText(messages.place, { line: line(), lines: area.value.split('\n').length }),
    );
  }

  function set(text: string) {
    area.value = text;
    area.setSelectionRange(0, 0);
    sayPlace();
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

  function insert(what: string) {
    const before = area.value.slice(0, area.selectionStart);
    const sentences = [...before.matchAll(/^\s*sentence\s*[:：]\s*(.+)$/gim)];
    const pieces = piecesOf(sentences.at(-1)?.[1] ?? messages.newSentence);
    const skeleton = skeletonOf(what, messages, pieces);
    // on a line of its own
    type(before === '' || before.endsWith('\n') ? skeleton : `\n${skeleton}`);
  }

  const file = h('input', { type: 'file', accept: '.txt,text/plain', hidden: true });
  file.addEventListener('change', () => {
    const [chosen] = file.files ?? [];
    if (chosen) events.open(chosen);
    file.value = '';
  });
  const beginnings = ['beginExample', 'beginEmpty', 'beginDraft'];
  const begin = menu(messages, messages.begin, beginnings, async (what) => {
    const own = draft.other();
    if (what === 'beginEmpty') offer(events.empty());
    else if (what === 'beginExample') offer(await events.example());
    else if (own !== null) offer(own);
  });
  const inserting = menu(messages, messages.insert, INSERTS, insert);

  const open = h('button', { type: 'button', onclick: () => file.click() }, messages.open);
  return {
    element: h(
      'div',
      { class: 'write-field-box' },
      h('div', { class: 'write-bar' }, begin, inserting, open, file),
      area,
      h('div', { class: 'write-below' }, place, kept),
    ),
    text: () => area.value,
    line,
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
  choices: readonly string[],
  choose: (what: string) => void,
) {
  const select = h(
    'select',
    { 'aria-label': name },
    h('option', { value: '' }, name),
    ...choices.map((value) => h('option', { value }, messages[value as keyof typeof messages])),
  );
  select.addEventListener('change', () => {
    const { value } = select;
    select.value = '';
    if (value) choose(value);
  });
  return select;
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
