// Findings about one file: verdict, mistake, and first difference of numbers.

import { fillText, h } from '../../ui/dom.ts';
import type { Diagnosis, Submission } from 'headwise/doctor';
import type { Messages } from '../../words/en/doctor.ts';
import type { FaultTexts } from './mistakes.ts';

/** The arrays of a submission, in the order of their computation. */
const ORDER = [
  ...['query', 'key', 'value', 'dotProducts', 'scores', 'masked'],
  ...['attention', 'heads', 'concatenated', 'output'],
];
const DIGITS = 6;

export function createCard(file: string, messages: Messages, onRemove: () => void) {
  const remove = h(
    'button',
    {
      type: 'button',
      class: 'card-remove',
      'aria-label': fillText(messages.again, { file }),
      onclick: onRemove,
    },
    '×',
  );
  const bar = h('progress', {
    max: 1,
    value: 0,
    'aria-label': fillText(messages.checking, { file }),
  });
  const body = h('div', { class: 'card-body' }, bar);
  const element = h('article', { class: 'card' }, h('h2', null, file), remove, body);

  return {
    element,
    /** @param done 0 to 1 */
    progress(done: number) {
      bar.value = done;
    },
    show(diagnosis: Diagnosis, submission: Submission, texts: FaultTexts) {
      element.dataset.verdict = diagnosis.verdict;
      body.replaceChildren(...found(diagnosis, submission, messages, texts));
    },
    /** @param detail engine's text, in English */
    fail(what: string, detail?: string) {
      element.dataset.verdict = 'error';
      body.replaceChildren(h('p', null, what));
      if (detail) body.append(h('p', { class: 'card-detail', lang: 'en' }, detail));
    },
  };
}

function found(
  diagnosis: Diagnosis,
  submission: Submission,
  messages: Messages,
  texts: FaultTexts,
): HTMLElement[] {
  const { verdict, faults, first, unseen, tried } = diagnosis;
  const parts: HTMLElement[] = [h('p', { class: 'card-verdict' }, messages[verdict])];
  if (verdict === 'right') {
    parts.push(h('p', null, messages.rightMeaning));
    if (unseen.length > 0) parts.push(whatWasUnseen(unseen, messages, texts));
    return parts;
  }
  if (verdict === 'fault') {
    const meaning = faults.length > 1 ? messages.faultsMeaning : messages.faultMeaning;
    parts.push(h('p', null, meaning), faultList(faults, texts));
  } else {
    parts.push(h('p', null, fillText(messages.differentMeaning, tried)));
  }
  if (first) {
    parts.push(h('p', { class: 'card-first' }, firstText(first, messages)));
    parts.push(chain(first.name, submission, messages));
  }
  return parts;
}

function faultList(faults: Diagnosis['faults'], { lang, textOf }: FaultTexts) {
  const items = faults.map((fault) => {
    const { name, explanation } = textOf(fault);
    return h('li', null, h('strong', null, name), h('span', null, explanation));
  });
  return h('ul', { class: 'faults', lang }, ...items);
}

function firstText(
  { name, shapes, at, given, expected }: NonNullable<Diagnosis['first']>,
  messages: Messages,
) {
  if (shapes) {
    const [has, wants] = [shapes.given, shapes.expected].map((shape) => shape.join(', '));
    return fillText(messages.firstShape, { name, given: has, expected: wants });
  }
  if (!at) return fillText(messages.first, { name });
  const places = { name, at: at.join(', '), given: digits(given), expected: digits(expected) };
  return fillText(messages.firstPlace, places);
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
  const items = given.map((name, i) => {
    const [state, message] =
      i < at
        ? ['same', messages.chainSame]
        : i === at
          ? ['differs', messages.chainDiffers]
          : ['after', messages.chainAfter];
    const meaning = h('span', { class: 'spoken' }, fillText(message, { name }));
    return h('li', { 'data-state': state }, h('span', { 'aria-hidden': 'true' }, name), meaning);
  });
  return h('ol', { class: 'chain', 'aria-label': messages.chain }, ...items);
}

function whatWasUnseen(
  unseen: Diagnosis['unseen'],
  messages: Messages,
  { lang, nameOf }: FaultTexts,
) {
  return h(
    'details',
    null,
    h('summary', null, fillText(messages.unseen, { count: unseen.length })),
    h('p', null, messages.unseenMeaning),
    h('ul', { class: 'unseen', lang }, ...unseen.map((fault) => h('li', null, nameOf(fault)))),
  );
}
