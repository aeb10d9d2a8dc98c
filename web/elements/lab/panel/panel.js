// Says in words what is selected: one number, one row or one column, and what stands beside it. Beside
// the maps where there is room; a sheet from below where there is not.

import { headHue, markOf } from '../../../views/color.js';
import { chooseBars, createBars } from './bars.js';
import { tellBlend } from '../blend/told.js';
import { cellOfPair, parseCell } from '../answer/cells.js';
import { fill, fillText, h, icon, ownWords, setAttribute, setText } from '../../shared/dom.js';
import { shortText, splitText } from '../../shared/format.js';
import {
  isMasked,
  keyPiece,
  largestInColumn,
  largestInRow,
  queryPiece,
  rowSum,
  valueAt,
} from '../frame.js';
import { laterFinder } from '../later.js';
import { headText, roleSentence } from '../answer/roles.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createPanel(messages, actions) {
  const headName = h('span', null);
  const eyebrow = h('p', { class: 'eyebrow' }, h('span', { class: 'dot' }), headName);
  const title = h('h2', { class: 'panel-title' });
  const glance = h('b', null);
  const rest = h('span', { class: 'rest' });
  const number = h('p', { class: 'big-number' }, glance, rest);
  const meaning = h('p', { class: 'meaning' });
  const role = h('p', { class: 'meaning' });
  const large = h('p', { class: 'meaning' }, messages.startLarge);
  const hint = h(
    'p',
    { class: 'hint' },
    matchMedia('(hover: none)').matches ? messages.hintTouch : messages.hint,
  );
  const list = createBars(actions);
  const across = createBars(actions);
  const toTable = h(
    'button',
    { type: 'button', class: 'link', onclick: () => actions.change({ view: 'table' }) },
    messages.allOfIt,
  );
  const ask = h(
    'button',
    { type: 'button', class: 'quiet filled', onclick: () => askSelected() },
    messages.provAsk,
  );
  const provenance = laterFinder(
    async () => {
      const { createProvenance } = await import('../extras.js');
      return createProvenance(messages, actions);
    },
    ({ cell }) => cell !== null,
    () => {
      if (last) update(last);
      actions.drawn();
    },
  );
  const close = h(
    'button',
    {
      type: 'button',
      class: 'tool close',
      'aria-label': messages.provClose,
      title: messages.provClose,
      onclick: () => actions.trim(0),
    },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  const handle = h('button', { type: 'button', class: 'handle', onclick: () => open(!opened) });
  const body = h(
    'div',
    { class: 'panel-body' },
    provenance.element,
    meaning,
    role,
    ask,
    large,
    list.element,
    across.element,
    toTable,
    hint,
  );
  const element = h(
    'aside',
    { class: 'panel', 'aria-label': messages.panelLabel },
    h(
      'div',
      { class: 'panel-head' },
      h('div', { class: 'panel-name' }, eyebrow, title, number),
      close,
      handle,
    ),
    body,
  );
  let opened = false;
  /** whether it was open before a number was followed */
  let wasOpen = false;
  let followed = '';
  /** @type {import('../frame.js').Frame | null} */
  let last = null;

  function askSelected() {
    const { head, query, key } = last?.selection ?? { head: 0, query: null, key: null };
    if (query !== null && key !== null) actions.trace(cellOfPair('attention', head, query, key));
  }

  /** @param {boolean} wanted */
  function open(wanted) {
    opened = wanted;
    setAttribute(element, 'data-open', opened ? '' : null);
    setAttribute(handle, 'aria-expanded', String(opened));
    setAttribute(handle, 'aria-label', opened ? messages.panelClose : messages.panelOpen);
  }
  open(false);

  /** @param {import('../frame.js').Frame} frame */
  function update(frame) {
    const { answer, selection, state } = frame;
    const { head, query, key } = selection;
    last = frame;
    const found = provenance.update(frame);
    const idle = !found && (!answer || !frame.shares || (query === null && key === null));
    element.hidden = !answer;
    setAttribute(element, 'data-followed', found ? '' : null);
    const pair = frame.kept && frame.shares && query !== null && key !== null;
    setAttribute(element, 'data-pair', pair ? '' : null);
    close.hidden = state.trail.length === 0;
    ask.hidden = Boolean(found || frame.blend) || idle || query === null || key === null;
    meaning.hidden = hint.hidden = Boolean(found);
    setAttribute(element, 'data-stale', frame.stale ? '' : null);
    setAttribute(element, 'data-idle', idle ? '' : null);
    eyebrow.hidden = idle;
    large.hidden = !idle || !frame.shares;
    toTable.hidden = idle || Boolean(found);
    if (!answer) return;
    if (found) {
      showFollowed(frame, found);
      return;
    }
    if (followed !== '') open(wasOpen);
    followed = '';
    setText(headName, headText(frame, head));
    const told = frame.shares ? tellBlend(frame) : null;
    setText(role, idle || told ? '' : roleSentence(frame, head));
    role.hidden = role.textContent === '';
    setText(toTable, told ? messages.blendTable : messages.allOfIt);
    if (!frame.shares) showStart(messages.stepsStartTitle, messages.stepsStartText);
    else if (told) showBlend(told);
    else if (query !== null && key !== null) showCell(frame, query, key);
    else if (query !== null) showRow(frame, query);
    else if (key !== null) showColumn(frame, key);
    else showStart(messages.startTitle, messages.startText);
  }

  /**
   * @param {import('../frame.js').Frame} frame
   * @param {{ name: Node, value: number, head: number | null }} found
   */
  function showFollowed(frame, { name, value, head }) {
    const { state, kept } = frame;
    role.hidden = true;
    setText(headName, head === null ? messages.provTitle : headText(frame, head));
    title.replaceChildren(name);
    showNumber(value);
    list.clear();
    across.clear();
    // a number that is followed is worth the room that the sheet takes
    const now = state.trail.at(-1) ?? '';
    if (kept && now !== followed) {
      if (followed === '') wasOpen = opened;
      followed = now;
      open(true);
      body.scrollTop = element.scrollTop = 0;
    }
  }

  /** @param {import('../blend/told.js').Told} told */
  function showBlend(told) {
    setText(headName, told.name);
    title.replaceChildren(told.title);
    showNumber(told.value);
    meaning.replaceChildren(told.meaning);
    list.show(told.list.heading, told.list.list);
    if (told.across) across.show(told.across.heading, told.across.list);
    else across.clear();
  }

  /**
   * @param {string} heading
   * @param {string} text
   */
  function showStart(heading, text) {
    title.replaceChildren(heading);
    setText(meaning, text);
    number.hidden = true;
    list.clear();
    across.clear();
  }

  /** @param {number | null} value */
  function showNumber(value) {
    number.hidden = value === null;
    if (value === null) return;
    const [first, digits] = splitText(value);
    setText(glance, first);
    setText(rest, digits);
  }

  /**
   * @param {import('../frame.js').Frame} frame
   * @param {number} query
   * @param {number} key
   */
  function showCell(frame, query, key) {
    const { answer, selection, look } = frame;
    if (!answer) return;
    const words = wordsOf(answer, query, key);
    title.replaceChildren(fill(messages.cellTitle, words()));
    showNumber(valueAt(answer, selection.head, query, key));
    const masked = isMasked(answer, query, key);
    const isAhead = answer.question.causal && key > query;
    const maskedText = !isAhead
      ? messages.cellMaskedOut
      : frame.second
        ? messages.cellMaskedAcross
        : messages.cellMasked;
    meaning.replaceChildren(fill(masked ? maskedText : messages.cellMeaning, words()));
    listRow(frame, query, key);
    across.show(fill(messages.pairList, {}), {
      items: headsOf(answer).map((head) => ({
        label: fillText(messages.head, { head: head + 1 }),
        value: valueAt(answer, head, query, key),
        color: markOf(headHue(head), look.theme),
        selection: { head, query, key },
        current: head === selection.head,
      })),
      more: null,
    });
  }

  /**
   * @param {import('../frame.js').Frame} frame
   * @param {number} query
   */
  function showRow(frame, query) {
    const { answer, selection, look } = frame;
    if (!answer) return;
    const best = largestInRow(answer, selection.head, query);
    const nowhere = looksNowhere(answer, query);
    const message = nowhere ? messages.rowEmptyTitle : messages.rowTitle;
    title.replaceChildren(fill(message, wordsOf(answer, query, best)()));
    showNumber(nowhere ? null : valueAt(answer, selection.head, query, best));
    setText(meaning, rowMeaning(frame, query));
    listRow(frame, query, null);
    across.show(fill(messages.bestList, wordsOf(answer, query, best)()), {
      items: headsOf(answer).map((head) => {
        const key = largestInRow(answer, head, query);
        return {
          prefix: String(head + 1),
          label: keyPiece(answer, key),
          value: valueAt(answer, head, query, key),
          color: markOf(headHue(head), look.theme),
          selection: { head, query, key },
          current: head === selection.head,
        };
      }),
      more: null,
    });
  }

  /**
   * What a row adds up to: 1, unless the mask leaves it nothing or a share in it was set by hand.
   * @param {import('../frame.js').Frame} frame
   * @param {number} query
   */
  function rowMeaning({ answer, selection: { head } }, query) {
    if (!answer) return '';
    if (looksNowhere(answer, query)) return messages.rowEmptyMeaning;
    const edited = Object.keys(answer.question.edits).map(parseCell);
    const ofRow = (/** @type {(typeof edited)[number]} */ cell) =>
      cell?.matrix === 'attention' && cell.head === head && cell.row === query;
    if (!edited.some(ofRow)) return messages.rowMeaning;
    return fillText(messages.rowEditedMeaning, { sum: shortText(rowSum(answer, head, query), 3) });
  }

  /**
   * @param {import('../frame.js').Frame} frame
   * @param {number} key
   */
  function showColumn(frame, key) {
    const { answer, selection } = frame;
    if (!answer) return;
    const best = largestInColumn(answer, selection.head, key);
    title.replaceChildren(fill(messages.columnTitle, wordsOf(answer, best, key)()));
    showNumber(null);
    setText(meaning, messages.columnMeaning);
    const { head } = selection;
    const { indexes, more } = chooseBars(
      messages,
      answer.rows,
      (query) => valueAt(answer, head, query, key),
      null,
    );
    const items = indexes.map((query) => ({
      label: queryPiece(answer, query),
      value: valueAt(answer, head, query, key),
      color: frame.mark,
      selection: { head, query, key },
      current: false,
    }));
    list.show(fill(messages.columnList, wordsOf(answer, best, key)()), { items, more });
    across.clear();
  }

  /**
   * @param {import('../frame.js').Frame} frame
   * @param {number} query
   * @param {number | null} key
   */
  function listRow({ answer, selection, mark }, query, key) {
    if (!answer) return;
    const { head } = selection;
    const valueOf = (/** @type {number} */ column) => valueAt(answer, head, query, column);
    const { indexes, more } = chooseBars(messages, answer.columns, valueOf, key);
    const items = indexes.map((column) => ({
      label: keyPiece(answer, column),
      value: valueOf(column),
      color: mark,
      selection: { head, query, key: column },
      current: column === key,
    }));
    list.show(fill(messages.rowList, wordsOf(answer, query, 0)()), { items, more });
  }

  return { element, update, isDrawn: provenance.isDrawn, dispose: provenance.dispose };
}

/**
 * The two words, as new elements each time they are wanted.
 * @param {import('../answer/answer.js').Answer} answer
 * @param {number} query
 * @param {number} key
 */
function wordsOf(answer, query, key) {
  return () => ({
    query: ownWords(queryPiece(answer, query), 'word'),
    key: ownWords(keyPiece(answer, key), 'word'),
  });
}

/**
 * Whether the mask leaves a word nothing to look at.
 * @param {import('../answer/answer.js').Answer} answer
 * @param {number} query
 */
function looksNowhere(answer, query) {
  for (let key = 0; key < answer.columns; key++) if (!isMasked(answer, query, key)) return false;
  return answer.columns > 0;
}

/** @param {import('../answer/answer.js').Answer} answer */
function headsOf({ question }) {
  return Array.from({ length: question.heads }, (_, head) => head);
}
