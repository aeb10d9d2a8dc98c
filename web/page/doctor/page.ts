// The doctor page: names the mistakes in saved attention outputs.
// It takes files that an implementation of attention has saved.

import { diagnose, readSubmission } from 'headwise/doctor';
import { button, segments } from '../../ui/controls.ts';
import { dropZone, fileButton } from '../../ui/drop-zone.ts';
import { html, keyed } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { createCopyButton } from '../copy-button.ts';
import { loadDoctorWords } from '../../words/doctor.ts';
import { startPage } from '../small/page.ts';
import { card } from './card.ts';
import { exampleOf } from './example.ts';
import { loadFaultTexts } from './mistakes.ts';
import { SNIPPETS } from './snippets.ts';
import type { Submission } from 'headwise/doctor';
import type { Check } from './card.ts';

/** Megabytes; a submission of the recommended size has some kilobytes. */
const MOST = 16;
const MEGA = 1e6;

interface CheckedFile {
  name: string;
  check: Check;
}

const {
  language,
  messages,
  show: page,
} = await startPage(loadDoctorWords, { lead: ({ what, stays }) => `${what} ${stays}` });
const faultTexts = loadFaultTexts(language);

const state = {
  /** the newest first */
  files: [] as CheckedFile[],
  /** the announcement for screen readers */
  spoken: '',
  /** the shown program */
  program: SNIPPETS[0][1],
};
/** the previous check */
let last = Promise.resolve();
const copy = createCopyButton({
  text: () => state.program,
  words: messages,
  classes: 'button plain small',
});
show();

function show() {
  const { files, spoken } = state;
  page(
    html`${dropZone('submissions', choice(), (transfer) => take(Array.from(transfer.files)))}
      ${examples()}
      <p class="spoken" role="status">${spoken}</p>
      <div class="cards">
        ${keyed(
          files,
          (file) => file,
          (file) => card(file.name, file.check, messages, () => remove(file)),
        )}
      </div>
      ${saving()}`,
  );
}

function choice() {
  return html`<p class="zone-title">${messages.drop}</p>
    ${fileButton(messages.choose, ({ files }) => take(Array.from(files ?? [])), {
      look: 'primary',
      multiple: true,
      accept: '.npz,.safetensors',
    })}
    <p class="note">${messages.kinds}</p>`;
}

function examples() {
  const kinds = [
    ['right', messages.exampleRight],
    ['scale', messages.exampleScale],
    ['mask', messages.exampleMask],
  ] as const;
  return html`<p class="examples">
    <span>${messages.examples}</span>
    ${kinds.map(([kind, label]) =>
      button(label, () => check(label, () => exampleOf(kind)), { classes: 'small' }),
    )}
  </p>`;
}

/** Instructions for saving such a file. */
function saving() {
  const choices = SNIPPETS.map(([text, value]) => ({ value, text }));
  return html`<section class="saving">
    <h2 id="saving">${messages.save}</h2>
    <p>${messages.saveHow}</p>
    <div class="actions">
      ${segments(messages.snippetsLabel, choices, state.program, (program) => {
        state.program = program;
        show();
      })}
      ${copy.element}
    </div>
    <pre tabindex="0" role="group" aria-labelledby="saving"><code>${state.program}</code></pre>
    <p><a href="docs/doctor.html" hreflang="en">${messages.more}</a></p>
  </section>`;
}

function take(files: readonly File[]) {
  for (const file of files) {
    const size = file.size / MEGA;
    if (size > MOST) {
      const text = sayText(messages.tooLarge, { size: Math.ceil(size), most: MOST });
      tell(add(file.name), { kind: 'failed', text }, text);
    } else check(file.name, async () => readSubmission(await file.arrayBuffer()));
  }
}

function add(name: string) {
  const file: CheckedFile = { name, check: { kind: 'running', done: 0 } };
  state.files = [file, ...state.files];
  show();
  return file;
}

function remove(file: CheckedFile) {
  state.files = state.files.filter((one) => one !== file);
  show();
  document.querySelector<HTMLElement>('.zone button')?.focus();
}

/** Shows a file's result, and announces it to screen readers. */
function tell(file: CheckedFile, result: Check, text: string) {
  file.check = result;
  state.spoken = `${file.name}: ${text}`;
  show();
}

function check(name: string, read: () => Submission | Promise<Submission>) {
  const file = add(name);
  // one after the other: each uses the whole processor
  last = last.then(async () => {
    if (!state.files.includes(file)) return;
    state.spoken = sayText(messages.checking, { file: name });
    show();
    try {
      const submission = await read();
      const diagnosis = await diagnose(submission, {
        onProgress(done) {
          file.check = { kind: 'running', done };
          show();
        },
      });
      const texts = await faultTexts;
      tell(file, { kind: 'done', diagnosis, submission, texts }, messages[diagnosis.verdict]);
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      const text = messages.unreadable;
      tell(file, { kind: 'failed', text, detail }, text);
    }
  });
}
