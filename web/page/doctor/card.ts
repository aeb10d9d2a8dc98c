// Findings about one file: verdict, mistake, and first difference of numbers.

import { button } from '../../ui/controls.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { Child } from '../../ui/template.ts';
import type { Diagnosis, Submission } from 'headwise/doctor';
import type { Messages } from '../../words/en/doctor.ts';
import type { FaultTexts } from './mistakes.ts';

/** The arrays of a submission, in the order of their computation. */
const ORDER = [
  'query',
  'key',
  'value',
  'dotProducts',
  'scores',
  'masked',
  'attention',
  'heads',
  'concatenated',
  'output',
];
const DIGITS = 6;

/** The state of a file's check. */
export type Check =
  | { kind: 'running'; /** 0 to 1 */ done: number }
  /** detail: the engine's text, in English */
  | { kind: 'failed'; text: string; detail?: string }
  | { kind: 'done'; diagnosis: Diagnosis; submission: Submission; texts: FaultTexts };

export function card(file: string, check: Check, messages: Messages, remove: () => void) {
  return html`<article class="card" data-verdict=${verdictOf(check)}>
    <h2>${file}</h2>
    ${button('×', remove, { look: 'bare', label: sayText(messages.again, { file }) })}
    <div class="card-body">${bodyOf(file, check, messages)}</div>
  </article>`;
}

function verdictOf(check: Check) {
  if (check.kind === 'running') return null;
  return check.kind === 'failed' ? 'error' : check.diagnosis.verdict;
}

function bodyOf(file: string, check: Check, messages: Messages): Child {
  switch (check.kind) {
    case 'running':
      return html`<progress
        max="1"
        .value=${check.done}
        aria-label=${sayText(messages.checking, { file })}
      ></progress>`;
    case 'failed':
      return html`<p>${check.text}</p>
        ${check.detail && html`<p class="card-detail" lang="en">${check.detail}</p>`}`;
    case 'done':
      return found(check.diagnosis, check.submission, messages, check.texts);
  }
}

function found(
  { verdict, faults, first, forgotten, unseen, tried }: Diagnosis,
  submission: Submission,
  messages: Messages,
  texts: FaultTexts,
) {
  const title = html`<p class="card-verdict">${messages[verdict]}</p>`;
  if (verdict === 'right') {
    return html`${title}
      <p>${messages.rightMeaning}</p>
      ${unseen.length > 0 && unseenFaults(unseen, messages, texts)}`;
  }
  const meaning = faults.length > 1 ? messages.faultsMeaning : messages.faultMeaning;
  const otherwise = forgotten
    ? sayText(messages.forgotten, { ...forgotten, value: String(forgotten.value) })
    : sayText(messages.differentMeaning, tried);
  return html`${title}
    <p>${verdict === 'fault' ? meaning : otherwise}</p>
    ${verdict === 'fault' && faultList(faults, texts)}
    ${first && html`<p class="card-first">${firstText(first, messages)}</p>`}
    ${first && chain(first.name, submission, messages)}`;
}

function faultList(faults: Diagnosis['faults'], { lang, textOf }: FaultTexts) {
  return html`<ul class="faults" lang=${lang}>
    ${faults.map((fault) => {
      const { name, explanation } = textOf(fault);
      return html`<li><strong>${name}</strong><span>${explanation}</span></li>`;
    })}
  </ul>`;
}

function firstText(
  { name, shapes, at, given, expected }: NonNullable<Diagnosis['first']>,
  messages: Messages,
) {
  if (shapes) {
    const [has, wants] = [shapes.given, shapes.expected].map((shape) => shape.join(', '));
    return sayText(messages.firstShape, { name, given: has, expected: wants });
  }
  if (!at) return sayText(messages.first, { name });
  const places = { name, at: at.join(', '), given: digits(given), expected: digits(expected) };
  return sayText(messages.firstPlace, places);
}

const digits = (value: number | undefined) => String(Number((value ?? NaN).toPrecision(DIGITS)));

/** The steps in a submission, and the first wrong one. */
function chain(differs: string, { intermediates = {}, attention }: Submission, messages: Messages) {
  const given = ORDER.filter(
    (name) =>
      name === 'output' ||
      (name === 'attention' && attention) ||
      Object.hasOwn(intermediates, name),
  );
  const at = given.indexOf(differs);
  const meanings = {
    same: messages.chainSame,
    differs: messages.chainDiffers,
    after: messages.chainAfter,
  };
  return html`<ol class="chain" aria-label=${messages.chain}>
    ${given.map((name, i) => {
      const state = i < at ? 'same' : i === at ? 'differs' : 'after';
      return html`<li data-state=${state}>
        <span aria-hidden="true">${name}</span>
        <span class="spoken">${sayText(meanings[state], { name })}</span>
      </li>`;
    })}
  </ol>`;
}

function unseenFaults(
  unseen: Diagnosis['unseen'],
  messages: Messages,
  { lang, nameOf }: FaultTexts,
) {
  return html`<details>
    <summary>${sayText(messages.unseen, { count: unseen.length })}</summary>
    <p>${messages.unseenMeaning}</p>
    <ul class="unseen" lang=${lang}>${unseen.map((fault) => html`<li>${nameOf(fault)}</li>`)}</ul>
  </details>`;
}
