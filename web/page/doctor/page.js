// The doctor page: names the mistakes in saved attention outputs.
// It takes files that an implementation of attention has saved.

import { diagnose, readSubmission } from 'headwise/doctor';
import { wordsOf } from '../../elements/messages/words.js';
import { fillText, h, rove } from '../../elements/shared/dom.js';
import { createCopyButton } from '../copy-button.js';
import { hearDrops } from '../drops.js';
import { findLanguage } from '../language.js';
import { fillColumn } from '../side.js';
import { createCard } from './card.js';
import { exampleOf } from './example.js';
import { loadFaultTexts } from './faults/words.js';
import { doctorMessages } from './messages/index.js';
import { SNIPPETS } from './snippets.js';

/** @typedef {import('headwise/doctor').Submission} Submission */

/** Megabytes; a submission of the size that is advised has some kilobytes. */
const MOST = 16;
const MEGA = 1e6;

const { language } = findLanguage();
const messages = wordsOf(language, doctorMessages);
const faultTexts = loadFaultTexts(language);

const said = h('p', { class: 'spoken', role: 'status' });
const cards = h('div', { class: 'cards' });
/** the check before the next one */
let last = Promise.resolve();
const input = h('input', {
  type: 'file',
  multiple: true,
  hidden: true,
  accept: '.npz,.safetensors',
});
input.addEventListener('change', () => {
  take(Array.from(input.files ?? []));
  input.value = '';
});
const button = h(
  'button',
  { type: 'button', class: 'primary', onclick: () => input.click() },
  messages.choose,
);
const zone = h(
  'div',
  { class: 'zone' },
  h('p', { class: 'zone-title' }, messages.drop),
  button,
  h('p', { class: 'note' }, messages.kinds),
  input,
);
const examples = /** @type {const} */ ([
  ['right', messages.exampleRight],
  ['scale', messages.exampleScale],
  ['mask', messages.exampleMask],
]).map(([kind, label]) =>
  h(
    'button',
    { type: 'button', class: 'plain', onclick: () => check(label, () => exampleOf(kind)) },
    label,
  ),
);

fillColumn(
  messages.title,
  `${messages.what} ${messages.stays}`,
  zone,
  h('p', { class: 'examples' }, h('span', null, messages.examples), ...examples),
  said,
  cards,
  createSaving(),
);

hearDrops(zone, ({ files }) => take(Array.from(files)));

/** @param {readonly File[]} files */
function take(files) {
  for (const file of files) {
    const size = file.size / MEGA;
    if (size > MOST) {
      const what = fillText(messages.tooLarge, { size: Math.ceil(size), most: MOST });
      addCard(file.name).fail(what);
      say(file.name, what);
    } else check(file.name, async () => readSubmission(await file.arrayBuffer()));
  }
}

/** @param {string} name */
function addCard(name) {
  const card = createCard(name, messages, () => {
    card.element.remove();
    button.focus();
  });
  cards.prepend(card.element);
  return card;
}

/**
 * @param {string} name
 * @param {() => Submission | Promise<Submission>} read
 */
function check(name, read) {
  const card = addCard(name);
  // one after the other: each takes what the processor has
  last = last.then(async () => {
    if (!card.element.isConnected) return;
    said.textContent = fillText(messages.checking, { file: name });
    try {
      const submission = await read();
      const diagnosis = await diagnose(submission, { onProgress: card.progress });
      card.show(diagnosis, submission, await faultTexts);
      say(name, messages[diagnosis.verdict]);
    } catch (error) {
      card.fail(messages.unreadable, error instanceof Error ? error.message : String(error));
      say(name, messages.unreadable);
    }
  });
}

/** For those who do not see the card. @param {string} file @param {string} what */
function say(file, what) {
  said.textContent = `${file}: ${what}`;
}

/** How to make such a file. */
function createSaving() {
  const program = h('code', null);
  const copy = h('button', { type: 'button', class: 'plain' });
  createCopyButton(copy, { text: () => program.textContent ?? '', words: messages });
  const buttons = SNIPPETS.map(([name, text]) => {
    const onclick = () => {
      program.textContent = text;
      buttons.forEach((one) => (one.ariaPressed = String(one === button)));
    };
    const button = h('button', { type: 'button', onclick }, name);
    return button;
  });
  const segments = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.snippetsLabel },
    ...buttons,
  );
  rove(segments);
  buttons[0].click();
  return h(
    'section',
    { class: 'saving' },
    h('h2', { id: 'saving' }, messages.save),
    h('p', null, messages.saveHow),
    h('div', { class: 'actions' }, segments, copy),
    h('pre', { tabindex: '0', role: 'group', 'aria-labelledby': 'saving' }, program),
    h('p', null, h('a', { href: 'docs/doctor.html', hreflang: 'en' }, messages.more)),
  );
}
