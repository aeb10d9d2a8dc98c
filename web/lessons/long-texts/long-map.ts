// Exhibit: a map of thousands of words, through a zoomable window.

import { durationText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { action, choice, facts } from '../exhibit-parts.ts';
import { createLongText } from './experiment.ts';
import { CLOSER, CLOSEST, inside, placeAfter, zoom } from './long-window.ts';
import type { Context } from '../exhibit.ts';
import type { ExhibitKind, Values } from '../exhibit-types.ts';
import type { Engine, Trace } from '../tensors.ts';
import type { LongText } from './experiment.ts';
import type { Place } from './long-window.ts';

const LENGTHS = Object.freeze([1024, 2048, 4096, 8192]);
const USUAL = 4096;
/** Size of the drawing, CSS pixels. */
const ROOM = 440;
/** Up to this number of words there is room for labels. */
const READABLE = 64;

const NAME = 'long';

export const longMap: ExhibitKind = {
  name: NAME,
  lab: 'withheld',
  create(kit) {
    const texts = keepText();
    return exhibit({
      name: NAME,
      asks({ trace, frame, head, values }) {
        const { tokens } = frame.first;
        if (!trace || tokens.length === 0) return null;
        const { causal } = frame.state;
        return { trace, tokens, count: wordsOf(values), causal, head, ...placeOf(values) };
      },
      async compute(engine, { trace, tokens, count, causal, ...window }) {
        const text = await texts.of(engine, trace, tokens, count, causal);
        return { ...(await text.look(window)), text };
      },
      controls,
      view: longView,
      // frees the long text when another scene opens
      close: texts.forget,
    }).create(kit);
  },
};

type Look = Awaited<ReturnType<LongText['look']>> & { text: LongText };

const wordsOf = ({ words = USUAL }: Values) => words;

/** The window of the moment. */
function placeOf(values: Values): Place {
  const words = wordsOf(values);
  const { row = 0, column = 0, size = words } = values;
  return inside({ row, column, size: Math.min(size, words) }, words);
}

/** Moves the window to a place that depends on its own. */
function go({ now, setValues }: Context, to: (place: Place, words: number) => Place | undefined) {
  const { values } = now();
  const words = wordsOf(values);
  const place = to(placeOf(values), words);
  if (place) setValues({ ...inside(place, words) });
  return place;
}

function controls(context: Context) {
  const { messages, numbers, values, setValues } = context;
  const words = wordsOf(values);
  const { size } = placeOf(values);
  const zoomBy = (factor: number) => () => go(context, (place, all) => zoom(place, all, factor));
  const whole = () => go(context, (_, all) => ({ row: 0, column: 0, size: all }));
  return html`<div class="exhibit-controls">
    ${choice(
      messages.longWords,
      LENGTHS.map((one) => [one, numbers.whole(one)]),
      words,
      (one) => setValues({ words: one, row: 0, column: 0, size: one }),
    )}
    <div class="exhibit-actions">
      ${action(messages.longCloser, zoomBy(1 / CLOSER), size <= CLOSEST)}
      ${action(messages.longFarther, zoomBy(CLOSER), size >= words)}
      ${action(messages.longWhole, whole, size >= words)}
    </div>
  </div>`;
}

function longView({ map, milliseconds, text }: Look, context: Context, place: Place) {
  const { messages, numbers, head, words, width, smallMap, mapTable } = context;
  const { row, column, size } = place;
  const pooled = size / map.shape[0];
  const wordAt = (at: number) => words[at % words.length];
  const labels = (from: number) =>
    size <= READABLE ? Array.from({ length: size }, (_, i) => wordAt(from + i)) : [];
  const names = (from: number) =>
    Array.from({ length: size / pooled }, (_, i) => {
      const at = from + i * pooled;
      const number = numbers.whole(at + 1);
      return pooled > 1 ? `${number}–${numbers.whole(at + pooled)}` : `${number} ${wordAt(at)}`;
    });
  const drawn = smallMap(NAME, map, {
    name: sayText(messages.waysMapOf, { head: head + 1 }),
    room: Math.min(ROOM, Math.max(240, width - 8)),
    height: ROOM,
    rowLabels: labels(row),
    columnLabels: labels(column),
    rowNames: names(row),
    columnNames: names(column),
    tableApart: true,
    pick: (point) => go(context, (from, all) => zoom(from, all, 1 / CLOSER, point)),
  });
  const where = sayText(messages.longWhere, {
    firstRow: numbers.whole(row + 1),
    lastRow: numbers.whole(row + size),
    firstColumn: numbers.whole(column + 1),
    lastColumn: numbers.whole(column + size),
  });
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = go(context, (from, all) => placeAfter(event.key, from, all));
    if (moved) event.preventDefault();
  };
  const side = numbers.whole(pooled);
  const each = sayText(messages.longPooled, { size: `${side} × ${side}` });
  const time = durationText(milliseconds);
  return html`<div class="exhibit-row">
    <div class="long-picture">
      <div
        class="long-stage"
        tabindex="0"
        role="group"
        aria-label=${messages.longLabel}
        @keydown=${press}
      >
        ${drawn}
      </div>
      <p class="exhibit-note" role="status">${where}</p>
      ${mapTable(NAME)}
    </div>
    ${facts([
      [messages.longMapNumbers, numbers.whole(text.mapNumbers)],
      [messages.longKeptNumbers, numbers.whole(text.keptNumbers)],
      [messages.longPictureNumbers, numbers.whole(map.data.length)],
      [messages.longEach, pooled > 1 ? each : messages.longExact],
      [messages.longTime, sayText(messages.longMilliseconds, { milliseconds: time })],
    ])}
  </div>`;
}

/** Makes the long text of a sentence when the sentence or its computation changes. */
function keepText() {
  let text: LongText | null = null;
  /** inputs of that text */
  let madeOf: readonly unknown[] = [];
  return {
    async of(
      engine: Engine,
      trace: Trace,
      tokens: readonly { id: number }[],
      words: number,
      causal: boolean,
    ) {
      const from = [trace.weights, tokens, words, causal];
      if (text && from.every((one, i) => one === madeOf[i])) return text;
      const before = text;
      text = null;
      await before?.dispose();
      const ids = tokens.map(({ id }) => id);
      text = await createLongText(engine, trace, ids, { words, causal });
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
