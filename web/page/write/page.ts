// The write page: authors write lessons here.
// The text on one side, the lesson in the real lab on the other, errors and the engine's answers
// below, and the downloads.

import { learnPieces } from '../../elements/lesson/own/english.ts';
import { readOwnLesson } from '../../elements/lesson/own/read.ts';
import { hasLesson, unpackLesson } from '../../elements/lesson/own/link.ts';
import { MOST_BYTES } from '../../elements/lesson/own/lines.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { loadLabWords } from '../../words/lab.ts';
import { loadOwnLessonWords } from '../../words/own-lesson.ts';
import { loadWriteWords } from '../../words/write.ts';
import { languageChoice } from '../language.ts';
import { startPage } from '../small/page.ts';
import { createField } from './field.ts';
import { findings } from './findings.ts';
import { createPreview, KNOWN } from './preview.ts';
import { createSaves } from './saves.ts';
import { emptyLesson } from './skeletons.ts';
import type { Reading } from './findings.ts';
import type { Found } from './preview.ts';
import type { OwnLesson } from '../../elements/lesson/own/read.ts';

/** Milliseconds after the last key, before the lesson is parsed again. */
const PAUSE = 300;
const EXAMPLE = 'who-is-they';

const {
  language,
  messages: { words: messages, ofLab, problems },
  show: page,
} = await startPage(loadWords, {
  lead: ({ words }) =>
    html`${words.about}${' '}<a href="docs/lesson-format.html" hreflang="en">${words.manual}</a>`,
  hash: '',
  tools: ({ ofLab }, chosen) => languageChoice(chosen, ofLab),
});
const state = {
  /** null: the text has not been read yet */
  reading: null as Reading | null,
  message: '',
};
/** the scene in the preview */
let shown = '';
/** the text that was parsed */
let wasRead = '';
let timer = 0;

const ownNow = () => state.reading?.own ?? null;
const field = createField(messages, {
  changed() {
    clearTimeout(timer);
    timer = window.setTimeout(() => void read(), PAUSE);
  },
  moved: follow,
  example: () => loadExample(),
  empty: () => emptyLesson(messages),
  open: (file) => void openFile(file),
});
const saves = createSaves({
  messages,
  text: field.text,
  own: ownNow,
  version: async () => (await preview.lab.engine()).backend.version,
});
const { element: host } = createRoot(html`<div class="write-lab"></div>`);
show();
const preview = createPreview(host, ofLab, messages);
await begin();

// for the console and for tests
Object.assign(host, { lab: preview.lab, own: ownNow });

async function loadWords(language: string) {
  const [words, ofLab, problems] = await Promise.all([
    loadWriteWords(language),
    loadLabWords(language),
    loadOwnLessonWords(language),
  ]);
  return { title: words.title, words, ofLab, problems };
}

function show() {
  const { reading, message } = state;
  const isStale = reading !== null && !reading.own;
  page(
    html`<div class="write-columns">
      <div class="write-side">
        ${field.element}
        <p class="write-said" role="status">${message}</p>
        ${findings(messages, problems, reading, field.lead)}
        ${saves.element}
      </div>
      <section class="write-preview" aria-label=${messages.preview}>
        <p class="write-stale" hidden=${!isStale}>${messages.stale}</p>
        ${host}
      </section>
    </div>`,
  );
}

function tell(message: string) {
  state.message = message;
  show();
}

/** Starts with a lesson in the address, else the draft, else the example. */
async function begin() {
  if (hasLesson(location.hash)) {
    try {
      field.setLinked(await unpackLesson(location.hash));
      return await read();
    } catch {
      tell(messages.damaged);
    }
  }
  field.set(field.draft() ?? (await loadExample()));
  await read();
}

async function read() {
  clearTimeout(timer);
  const text = field.text();
  wasRead = text;
  take(text);
  // the model of English may load slowly; positions of its words are checked once it is loaded
  const isNews = await learnPieces(text, import.meta.url);
  if (isNews && wasRead === text) take(text);
}

function take(text: string) {
  const { own, problems, count } = readOwnLesson(text, { words: KNOWN });
  const answers: Map<number, Found> = new Map();
  state.reading = own ? { own, answers } : { own: null, problems, count };
  void saves.update();
  show();
  if (!own) return;
  void preview.solve(own, (found) => {
    answers.set(found.line, found);
    show();
  });
  const { scene, asks } = placeAt(own, field.line());
  shown = `${scene} ${asks}`;
  preview.show(own, scene, asks);
}

/** The preview follows the line with the caret. */
function follow() {
  const own = ownNow();
  // typed text is parsed first
  if (!own || field.text() !== wasRead) return;
  const { scene, asks } = placeAt(own, field.line());
  if (shown === `${scene} ${asks}`) return;
  shown = `${scene} ${asks}`;
  // a question that was answered in the preview is asked again
  if (asks) preview.show(own, scene, asks);
  else preview.go(scene);
}

/** The scene of a line, and whether the line belongs to its question. */
function placeAt({ starts, asks }: OwnLesson, line: number) {
  const scene = Math.max(0, starts.filter((start) => start <= line).length - 1);
  const question = asks.find((one) => one.scene === scene);
  // an empty line below a question belongs to it: its author continues there
  const lines = wasRead.split('\n').slice(question?.end, line);
  const isAsked =
    question !== undefined && line >= question.line && lines.every((one) => one.trim() === '');
  return { scene, asks: isAsked };
}

async function loadExample() {
  const [name] = language.split('-');
  for (const one of [name, 'en']) {
    const address = new URL(`lessons/${EXAMPLE}.${one}.txt`, import.meta.url);
    const response = await fetch(address).catch(() => null);
    if (response?.ok) return response.text();
  }
  tell(messages.noExample);
  return emptyLesson(messages);
}

async function openFile(file: File) {
  try {
    if (file.size > MOST_BYTES) throw new RangeError('too large');
    const bytes = await file.arrayBuffer();
    if (field.offer(new TextDecoder('utf-8', { fatal: true }).decode(bytes)))
      tell(sayText(messages.opened, { name: file.name }));
  } catch {
    tell(sayText(messages.notOpened, { name: file.name, most: MOST_BYTES / 1024 }));
  }
}
