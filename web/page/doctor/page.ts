// The doctor page: names the mistakes in saved attention outputs.
// It takes files that an implementation of attention has saved.

import { diagnose, readSubmission } from 'headwise/doctor';
import { fillText, h, rove } from '../../ui/dom.ts';
import { createCopyButton } from '../copy-button.ts';
import { hearDrops } from '../drops.ts';
import { loadDoctorWords } from '../../words/doctor.ts';
import { findLanguage } from '../language.ts';
import { fillColumn } from '../subpage.ts';
import { createCard } from './card.ts';
import { exampleOf } from './example.ts';
import { loadFaultTexts } from './mistakes.ts';
import { SNIPPETS } from './snippets.ts';
import type { Submission } from 'headwise/doctor';

/** Megabytes; a submission of the recommended size has some kilobytes. */
const MOST = 16;
const MEGA = 1e6;

const { language } = findLanguage();
const messages = await loadDoctorWords(language);
const faultTexts = loadFaultTexts(language);

const said = h('p', { class: 'spoken', role: 'status' });
const cards = h('div', { class: 'cards' });
/** the previous check */
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
const examples = (
  [
    ['right', messages.exampleRight],
    ['scale', messages.exampleScale],
    ['mask', messages.exampleMask],
  ] as const
).map(([kind, label]) =>
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

function take(files: readonly File[]) {
  for (const file of files) {
    const size = file.size / MEGA;
    if (size > MOST) {
      const what = fillText(messages.tooLarge, { size: Math.ceil(size), most: MOST });
      addCard(file.name).fail(what);
      say(file.name, what);
    } else check(file.name, async () => readSubmission(await file.arrayBuffer()));
  }
}

function addCard(name: string) {
  const card = createCard(name, messages, () => {
    card.element.remove();
    button.focus();
  });
  cards.prepend(card.element);
  return card;
}

function check(name: string, read: () => Submission | Promise<Submission>) {
  const card = addCard(name);
  // one after the other: each uses the whole processor
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

/** Announces a result to screen readers. */
function say(file: string, what: string) {
  said.textContent = `${file}: ${what}`;
}

/** Instructions for saving such a file. */
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
