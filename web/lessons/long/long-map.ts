// Exhibit: a map of thousands of words, through a zoomable window.

import { durationText } from '../../ui/format.ts';
import { fillText, h, setText } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { createLongText } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { CLOSER, CLOSEST, inside, placeAfter, zoom } from './long-window.ts';
import { createChoice } from '../exhibit-parts.ts';
import { createSmallMap } from '../small-map.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Trace } from '../tensors.ts';
import type { LongText } from './experiment.ts';
import type { Place } from './long-window.ts';

const LENGTHS = Object.freeze([1024, 2048, 4096, 8192]);
const USUAL = 4096;
/** Size of the drawing, CSS pixels. */
const ROOM = 440;
/** Up to this number of words there is room for labels. */
const READABLE = 64;

export function createLong(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const length = createChoice(
    messages.longWords,
    LENGTHS.map((one) => [one, numbers.whole(one)]),
    (words) => setValues({ words, row: 0, column: 0, size: words }),
  );
  const map = createSmallMap(messages);
  const closer = button(messages.longCloser, () => go(zoomed(1 / CLOSER)));
  const farther = button(messages.longFarther, () => go(zoomed(CLOSER)));
  const whole = button(messages.longWhole, () => go({ row: 0, column: 0, size: words() }));
  const facts = h('dl', { class: 'exhibit-facts' });
  const where = h('p', { class: 'exhibit-note', role: 'status' });
  const stage = h(
    'div',
    {
      class: 'long-stage',
      tabindex: '0',
      role: 'group',
      'aria-label': messages.longLabel,
      onclick: (event: MouseEvent) => {
        const at = map.at(event.clientX, event.clientY);
        if (at) go(zoomed(1 / CLOSER, at));
      },
      onkeydown: (event: KeyboardEvent) => press(event),
    },
    map.element,
  );
  const choices = [length.element, h('div', { class: 'exhibit-actions' }, closer, farther, whole)];
  const element = frameOf(choices, [stage, where, map.numbers], facts);
  let newest: Moment | null = null;
  const texts = keepText(kit);

  const ask = createLatestQuery(
    async (
      trace: Trace,
      tokens: readonly { id: number }[],
      count: number,
      causal: boolean,
      head: number,
      row: number,
      column: number,
      size: number,
    ) => {
      const text = await texts.of(trace, tokens, count, causal);
      return { ...(await text.look({ head, row, column, size })), head, row, column, size, text };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show({
    map: window,
    milliseconds,
    head,
    row,
    column,
    size,
    text: shown,
  }: Awaited<ReturnType<LongText['look']>> & Place & { head: number; text: LongText }) {
    if (!newest) return;
    const pooled = size / window.shape[0];
    map.show(window, contentOf(messages, numbers, newest, { head, row, column, size, pooled }));
    setText(where, whereText(messages, numbers, { row, column, size }));
    const drawn = window.data.length;
    facts.replaceChildren(...factsOf(messages, numbers, shown, { drawn, pooled, milliseconds }));
    closer.disabled = size <= CLOSEST;
    farther.disabled = whole.disabled = size >= shown.words;
  }

  function words() {
    return newest?.values.words ?? USUAL;
  }

  function placeNow(): Place {
    const { row = 0, column = 0, size = words() } = newest?.values ?? {};
    return inside({ row, column, size: Math.min(size, words()) }, words());
  }

  const zoomed = (factor: number, at?: { x: number; y: number }) =>
    zoom(placeNow(), words(), factor, at);

  function go(place: Place) {
    setValues({ ...inside(place, words()) });
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = placeAfter(event.key, placeNow(), words());
    if (!to) return;
    event.preventDefault();
    go(to);
  }

  return {
    element,
    update(moment: Moment) {
      newest = moment;
      const { trace, frame, head } = moment;
      length.update(words());
      const { row, column, size } = placeNow();
      const { tokens } = frame.first;
      const full = tokens.length > 0 ? trace : null;
      ask(full, tokens, words(), frame.state.causal, head, row, column, size);
    },
    /** Frees the long text when another scene opens. */
    close() {
      ask.forget();
      texts.forget();
    },
  };
}

/** Makes the long text of a sentence when the sentence or its computation changes. */
function keepText(kit: Kit) {
  let text: LongText | null = null;
  /** inputs of that text */
  let madeOf: readonly unknown[] = [];
  return {
    async of(trace: Trace, tokens: readonly { id: number }[], words: number, causal: boolean) {
      const from = [trace.weights, tokens, words, causal];
      if (text && from.every((one, i) => one === madeOf[i])) return text;
      const before = text;
      text = null;
      await before?.dispose();
      const ids = tokens.map(({ id }) => id);
      text = await createLongText(await kit.engine(), trace, ids, { words, causal });
      madeOf = from;
      return text;
    },
    forget() {
      const before = text;
      text = null;
      madeOf = [];
      void before?.dispose();
    },
  };
}

/** The layout of the parts. */
function frameOf(
  choices: readonly HTMLElement[],
  picture: readonly HTMLElement[],
  facts: HTMLElement,
) {
  return h(
    'div',
    { class: 'long' },
    h('div', { class: 'exhibit-controls' }, ...choices),
    h('div', { class: 'exhibit-row' }, h('div', { class: 'long-picture' }, ...picture), facts),
  );
}

function whereText(
  messages: Kit['messages'],
  numbers: ReturnType<typeof numbersOf>,
  { row, column, size }: Place,
) {
  return fillText(messages.longWhere, {
    firstRow: numbers.whole(row + 1),
    lastRow: numbers.whole(row + size),
    firstColumn: numbers.whole(column + 1),
    lastColumn: numbers.whole(column + size),
  });
}

/** The content of a window of the map, with labels where there is room for them. */
function contentOf(
  messages: Kit['messages'],
  numbers: ReturnType<typeof numbersOf>,
  moment: Moment,
  { head, row, column, size, pooled }: Place & { head: number; pooled: number },
) {
  const { words: sentence, width } = moment;
  const label = (at: number) => sentence[at % sentence.length];
  const labels = (from: number) =>
    size <= READABLE ? Array.from({ length: size }, (_, i) => label(from + i)) : [];
  const names = (from: number) =>
    Array.from({ length: size / pooled }, (_, i) => {
      const at = from + i * pooled;
      const number = numbers.whole(at + 1);
      return pooled > 1 ? `${number}–${numbers.whole(at + pooled)}` : `${number} ${label(at)}`;
    });
  return {
    moment: { ...moment, head },
    name: fillText(messages.waysMapOf, { head: head + 1 }),
    room: Math.min(ROOM, Math.max(240, width - 8)),
    height: ROOM,
    rowLabels: labels(row),
    columnLabels: labels(column),
    rowNames: names(row),
    columnNames: names(column),
  };
}

function factsOf(
  messages: Kit['messages'],
  numbers: ReturnType<typeof numbersOf>,
  text: LongText,
  { drawn, pooled, milliseconds }: { drawn: number; pooled: number; milliseconds: number },
) {
  const side = numbers.whole(pooled);
  const each =
    pooled > 1 ? fillText(messages.longPooled, { size: `${side} × ${side}` }) : messages.longExact;
  const time = fillText(messages.longMilliseconds, { milliseconds: durationText(milliseconds) });
  return [
    fact(messages.longMapNumbers, numbers.whole(text.mapNumbers)),
    fact(messages.longKeptNumbers, numbers.whole(text.keptNumbers)),
    fact(messages.longPictureNumbers, numbers.whole(drawn)),
    fact(messages.longEach, each),
    fact(messages.longTime, time),
  ];
}

function button(label: string, onclick: () => void) {
  return h('button', { type: 'button', class: 'action', onclick }, label);
}

function fact(name: string, value: string) {
  return h('div', null, h('dt', null, name), h('dd', null, value));
}
