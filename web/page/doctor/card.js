// Findings about one file: verdict, mistake, and first difference of numbers.

import { fillText, h } from '../../elements/shared/dom.js';

/**
 * @typedef {import('./messages/en.js').Messages} Messages
 * @typedef {import('headwise/doctor').Diagnosis} Diagnosis
 * @typedef {import('headwise/doctor').Submission} Submission
 * @typedef {import('./faults/words.js').FaultTexts} FaultTexts
 */

/** The arrays that a submission may have, in the order in which they are computed. */
const ORDER = [
  ...['query', 'key', 'value', 'dotProducts', 'scores', 'masked'],
  ...['attention', 'heads', 'concatenated', 'output'],
];
const DIGITS = 6;

/**
 * @param {string} file
 * @param {Messages} messages
 * @param {() => void} onRemove
 */
export function createCard(file, messages, onRemove) {
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
    /** @param {number} done 0 to 1 */
    progress(done) {
      bar.value = done;
    },
    /**
     * @param {Diagnosis} diagnosis
     * @param {Submission} submission
     * @param {FaultTexts} texts
     */
    show(diagnosis, submission, texts) {
      element.dataset.verdict = diagnosis.verdict;
      body.replaceChildren(...found(diagnosis, submission, messages, texts));
    },
    /**
     * @param {string} what
     * @param {string} [detail] in English
     */
    fail(what, detail) {
      element.dataset.verdict = 'error';
      body.replaceChildren(h('p', null, what));
      if (detail) body.append(h('p', { class: 'card-detail', lang: 'en' }, detail));
    },
  };
}

/**
 * @param {Diagnosis} diagnosis
 * @param {Submission} submission
 * @param {Messages} messages
 * @param {FaultTexts} texts
 * @returns {HTMLElement[]}
 */
function found(diagnosis, submission, messages, texts) {
  const { verdict, faults, first, unseen, tried } = diagnosis;
  /** @type {HTMLElement[]} */
  const parts = [h('p', { class: 'card-verdict' }, messages[verdict])];
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

/**
 * @param {Diagnosis['faults']} faults
 * @param {FaultTexts} texts
 */
function faultList(faults, { lang, textOf }) {
  const items = faults.map((fault) => {
    const { name, explanation } = textOf(fault);
    return h('li', null, h('strong', null, name), h('span', null, explanation));
  });
  return h('ul', { class: 'faults', lang }, ...items);
}

/**
 * @param {NonNullable<Diagnosis['first']>} first
 * @param {Messages} messages
 */
function firstText({ name, shapes, at, given, expected }, messages) {
  if (shapes) {
    const [has, wants] = [shapes.given, shapes.expected].map((shape) => shape.join(', '));
    return fillText(messages.firstShape, { name, given: has, expected: wants });
  }
  if (!at) return fillText(messages.first, { name });
  const places = { name, at: at.join(', '), given: digits(given), expected: digits(expected) };
  return fillText(messages.firstPlace, places);
}

/** @param {number | undefined} value */
const digits = (value) => String(Number((value ?? NaN).toPrecision(DIGITS)));

/**
 * The steps in a submission, and the first that is wrong.
 *
 * @param {string} differs
 * @param {Submission} submission
 * @param {Messages} messages
 */
function chain(differs, { intermediates = {}, attention }, messages) {
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

/**
 * @param {Diagnosis['unseen']} unseen
 * @param {Messages} messages
 * @param {FaultTexts} texts
 */
function whatWasUnseen(unseen, messages, { lang, nameOf }) {
  return h(
    'details',
    null,
    h('summary', null, fillText(messages.unseen, { count: unseen.length })),
    h('p', null, messages.unseenMeaning),
    h('ul', { class: 'unseen', lang }, ...unseen.map((fault) => h('li', null, nameOf(fault)))),
  );
}
