// The page: mounts the lab and keeps its state in the address.
// It shows an error if the lab cannot start.

import { loadInWorker } from 'headwise';
import { mountLab } from '../elements/lab/lab.ts';
import { h } from '../ui/dom.ts';
import { modelsAt } from '../elements/models/find.ts';
import { grammar } from '../elements/models/grammar.ts';
import { createCopyButton } from './copy-button.ts';
import { createEmbedButton } from './embed-builder/embed-button.ts';
import { followAddress, readAddress, stepIn } from './history.ts';
import { first } from './first/first.ts';
import { iconAndWords, LINK } from './icon-label.ts';
import { createQuestions } from './home/questions.ts';
import { createLanguageChoice, startLanguage } from './language.ts';
import { startLessons } from './lessons.ts';
import { createModelsButton } from './models/button.ts';
import { createOpener, saveState } from './state-files.ts';
import type { Problem } from '../elements/lab/state/address.ts';

const { language, messages, lessonWords } = await startLanguage();
const host = document.getElementById('lab') as HTMLElement;
const copy = document.getElementById('copy') as HTMLButtonElement;
const [mark, copyLabel] = iconAndWords(LINK, '');
copy.append(mark, copyLabel);
const { state, problem } = await readAddress();
const check = h('a', { href: 'check.html' }, messages.checkLink);
const write = h('a', { href: 'write.html' }, messages.writeLink);
const doctor = h('a', { href: 'doctor.html' }, messages.doctorLink);
const ofClass = h('a', { href: 'class.html' }, messages.classLink);
for (const link of [check, doctor, ofClass]) {
  link.addEventListener('click', () => {
    link.hash = location.hash; // the back button returns here
  });
}
const manual = h('a', { href: 'docs/index.html', hreflang: 'en' }, messages.manualLink);
let fits = true;
const opener = createOpener(
  messages,
  (opened) => {
    if (opened) lab.setState(opened);
    lab.remark(opened ? '' : messages.stateNotOne);
  },
  (transfer) => models.take(transfer),
);
const below = document.createDocumentFragment();
below.append(write, doctor, ofClass, check, opener, manual);
const questions = createQuestions(messages, {
  asked: location.hash !== '',
  open: (lesson, scene) => lessons.open(lesson, scene),
  show: (part) => lab.setState(part),
  leave: () => lab.element.focus({ preventScroll: true }),
});
host.before(questions.element);
sayPromise();
// parsing the scripts and the layout around the lab are a task of their own
host.getBoundingClientRect();
await new Promise((resolve) => setTimeout(resolve));
const lab = mountLab(host, {
  load: () => loadInWorker({ threads: 'auto' }),
  state,
  messages,
  models: { sources: [grammar], ...modelsAt(import.meta.url) },
  first,
  below,
  startAt: stepIn(history.state),
  address: location.origin + location.pathname,
  travel: (steps) => address.travel(steps),
  onChange(change) {
    questions.update(change.state);
    address.changed(change);
  },
});
const address = followAddress(lab, {
  onComplete(complete) {
    fits = complete;
    copyLabel.textContent = complete ? messages.copyLink : messages.stateSave;
    copy.toggleAttribute('data-worded', !complete);
    lab.remark(complete ? '' : messages.addressTooLong);
  },
  onProblem: sayProblem,
});
document.getElementById('waiting')?.remove();
createCopyButton(copy, {
  text: () => location.href,
  label: copyLabel,
  words: { ...messages, copy: messages.copyLink },
  instead() {
    if (!fits) saveState(lab.getState());
    return !fits;
  },
});
sayProblem(problem);
const models = createModelsButton(lab, host, language, messages);
const lessons = startLessons(lab, lessonWords, messages);
document
  .getElementById('tools')
  ?.replaceChildren(
    lessons.button,
    models.button,
    createEmbedButton(lab, language, messages),
    createLanguageChoice(language, messages),
  );

function sayPromise() {
  const about = document.getElementById('about');
  about?.replaceChildren(messages.pageAbout, h('span', null, messages.pageMore));
}

function sayProblem(found: Problem | null) {
  if (found === null) lab.remark('');
  else lab.remark(found === 'newer' ? messages.addressNewer : messages.addressDamaged);
}

// for the console and for tests: getState(), setState(), settled()
Object.assign(host, { lab, lessons });
