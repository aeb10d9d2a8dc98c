// The text field of a lesson.
// A plain field with the browser's own undo, a stored draft, and insertion of skeletons.

import { piecesOf } from '../../elements/lesson/own/words.js';
import { fillText, h, setText } from '../../elements/shared/dom.js';
import { createDraft } from './draft.js';
import { INSERTS, skeletonOf } from './skeletons.js';

/**
 * @typedef {object} FieldEvents
 * @property {() => void} changed
 * @property {() => void} moved to another line
 * @property {() => Promise<string>} example
 * @property {() => string} empty
 * @property {(file: File) => void} open
 *
 * @param {import('./messages/en.js').Messages} messages
 * @param {FieldEvents} events
 */
export function createField(messages, events) {
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

  /** @param {string} text */
  function set(text) {
    area.value = text;
    area.setSelectionRange(0, 0);
    sayPlace();
  }

  /** As if it was typed, so that it can be undone. @param {string} text */
  function type(text) {
    area.focus();
    if (document.execCommand('insertText', false, text)) return;
    area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
    changed();
  }

  /** @param {string} text */
  function replace(text) {
    area.select();
    type(text);
    area.setSelectionRange(0, 0);
    area.scrollTop = 0;
    moved();
  }

  /** @param {string} text @returns {boolean} whether it was taken */
  function offer(text) {
    const isTaken = area.value.trim() === '' || confirm(messages.replace);
    if (isTaken) replace(text);
    return isTaken;
  }

  /** @param {string} what */
  function insert(what) {
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
    /** A lesson from a link. @param {string} text */
    setLinked(text) {
      draft.link(text);
      set(text);
    },
    offer,
    /** Selects a line. @param {number} wanted from 1 */
    lead(wanted) {
      const lines = area.value.split('\n');
      const from = lines.slice(0, wanted - 1).join('\n').length + (wanted > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(from, from + (lines[wanted - 1]?.length ?? 0));
      // browsers do not scroll a field to what is selected in it
      area.scrollTop = heightOf(area, area.value.slice(0, from)) - area.clientHeight / 3;
      moved();
    },
  };
}

/**
 * A list that carries out its chosen item.
 * @param {import('./messages/en.js').Messages} messages
 * @param {string} name
 * @param {readonly string[]} choices
 * @param {(what: string) => void} choose
 */
function menu(messages, name, choices, choose) {
  const select = h(
    'select',
    { 'aria-label': name },
    h('option', { value: '' }, name),
    ...choices.map((value) =>
      h('option', { value }, messages[/** @type {keyof typeof messages} */ (value)]),
    ),
  );
  select.addEventListener('change', () => {
    const { value } = select;
    select.value = '';
    if (value) choose(value);
  });
  return select;
}

/**
 * How high a text is in a field, with the lines that paragraphs become in it.
 * @param {HTMLTextAreaElement} area
 * @param {string} text
 */
function heightOf(area, text) {
  const copy = /** @type {HTMLTextAreaElement} */ (area.cloneNode());
  copy.value = text;
  copy.inert = true;
  const size = { width: `${area.offsetWidth}px`, height: '0', minHeight: '0' };
  Object.assign(copy.style, { position: 'absolute', visibility: 'hidden', ...size });
  area.after(copy);
  const height = copy.scrollHeight;
  copy.remove();
  return height;
}
