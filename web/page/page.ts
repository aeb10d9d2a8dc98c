// The page: mounts the lab and keeps its state in the address.
// It shows an error if the lab cannot start.

import { loadInWorker } from 'headwise';
import { mountLab } from '../elements/lab/lab.ts';
import { html, render } from '../ui/template.ts';
import { sayText } from '../ui/text.ts';
import { modelsAt } from '../elements/models/find.ts';
import { grammar } from '../elements/models/grammar.ts';
import { createCopyButton } from './copy-button.ts';
import { createEmbedButton } from './embed-builder/embed-button.ts';
import { followAddress, readAddress, stepIn } from './history.ts';
import { first } from './first/first.ts';
import { expectStyle } from './first/style.ts';
import { QUESTION, TOOLS } from './icon-label.ts';
import { createQuestions } from './home/questions.ts';
import { languageChoice, startLanguage } from './language.ts';
import { createMenu, STAYS } from './menu.ts';
import { loadOnce } from './load-once.ts';
import { createModelsButton } from './models/button.ts';
import { createOpener, saveState } from './state-files.ts';
import type { Problem } from '../elements/lab/state/address.ts';

expectStyle();
const { language, messages } = await startLanguage();
const host = document.getElementById('lab') as HTMLElement;
const { state, problem } = await readAddress();
let fits = true;
const opener = createOpener(
  messages,
  (opened) => {
    if (opened) lab.setState(opened);
    lab.remark(opened ? '' : messages.stateNotOne);
  },
  (transfer) => models.take(transfer),
);
// the back button returns here
const keepHash = ({ currentTarget }: Event) => {
  (currentTarget as HTMLAnchorElement).hash = location.hash;
};
const copy = createCopyButton({
  text: () => location.href,
  words: { ...messages, copy: messages.copyLink },
  instead() {
    if (!fits) saveState(lab.getState());
    return !fits;
  },
  classes: STAYS,
});
const questions = createQuestions(messages, {
  open: async (lesson, scene) => (await loadLessons())?.open(lesson, scene),
  show: (part) => lab.setState(part),
  leave: () => lab.element.focus({ preventScroll: true }),
});
host.before(questions.element);
questions.update(state);
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
  startAt: stepIn(history.state),
  address: location.origin + location.pathname,
  travel: (steps) => address.travel(steps),
  onChange(change) {
    questions.update(change.state);
    address.changed(change);
  },
});
const loadLessons = loadOnce(lab, messages, async () => {
  const { startLessons } = await import('./lessons.ts');
  const lessons = await startLessons(lab, language, messages);
  Object.assign(host, { lessons }); // for the console and for tests
  return lessons;
});
const address = followAddress(lab, {
  onComplete(complete) {
    fits = complete;
    copy.update({ name: complete ? null : messages.stateSave });
    lab.remark(complete ? '' : messages.addressTooLong);
  },
  onProblem: sayProblem,
});
document.getElementById('waiting')?.remove();
sayProblem(problem);
const models = createModelsButton(lab, host, language, messages);
render(
  [
    html`<button type="button" @click=${async () => (await loadLessons())?.toggle()}>
      ${messages.lessonsOpen}
    </button>`,
    createMenu(messages.asksMenu, QUESTION, questions.items),
    createMenu(
      messages.toolsMenu,
      TOOLS,
      html`${models.button}${copy.element}${createEmbedButton(lab, language, messages)}
        <a href="write.html">${messages.writeLink}</a>
        <a href="doctor.html" @click=${keepHash}>${messages.doctorLink}</a>
        <a href="class.html" @click=${keepHash}>${messages.classLink}</a>
        ${opener}
        <a href="check.html" @click=${keepHash}>${messages.checkLink}</a>
        <a href="docs/index.html" hreflang="en">${messages.manualLink}</a>`,
    ),
    languageChoice(language, messages),
  ],
  document.getElementById('tools') as HTMLElement,
);

function sayPromise() {
  const about = document.getElementById('about') as HTMLElement;
  about.replaceChildren();
  render(html`${messages.pageAbout}<span>${messages.pageMore}</span>`, about);
}

function sayProblem(found: Problem | null) {
  if (found === null) lab.remark('');
  else if (typeof found === 'object') lab.remark(sayText(messages.addressTraining, { ...found }));
  else lab.remark(found === 'newer' ? messages.addressNewer : messages.addressDamaged);
}

// for the console and for tests: getState(), setState(), settled()
Object.assign(host, { lab });
if (!state.lesson) await lab.settled();
await loadLessons();
