// Questions to an open model, and its last answers. An answer to an older question is dropped.

import { readMaps } from '../../elements/embed/read-maps.ts';
import { fillText, quoteEngine, setText } from '../../ui/dom.ts';
import { saidOf } from '../../ui/errors.ts';
import { durationText } from '../../ui/format.ts';
import { namesOf, placeOf } from './input-tokens.ts';
import { partOf, shownOf } from './map-part.ts';
import { axesOf, given, last, sideOf } from './tokens.ts';
import type { FloatTensor } from 'headwise';
import type { Connection } from './connection.ts';
import type { Opened, Step } from './worker-messages.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Read } from './tokens.ts';
import type { Head, Kind } from './worker-messages.ts';
import type { Part } from './map-part.ts';

/** the choices */
export interface Shown {
  at: Head;
  kind: Kind;
  removed: readonly Head[];
  /** token of the prediction; null: the initial one */
  position: number | null;
  /** tokens written after the text */
  written: readonly Written[];
  /** part shown in the large map */
  part: Part;
}

export type Written = { id: number; name: string };

/** the enlarged head, and its highlighted tokens */
export interface Selection {
  layer: number;
  head: number;
  query: number | null;
  key: number | null;
  /** only with an encoder and a decoder */
  kind?: 'encoder' | 'decoder' | 'cross';
}

/** parts of the screen */
interface Parts {
  status: HTMLElement;
  /** called when the text is read, with only thumbnails still to come, or when there is no text */
  onRead: (isThere: boolean) => void;
  text: ReturnType<typeof import('./text.ts').createText>;
  pieces: ReturnType<typeof import('./input-tokens.ts').createInputTokens>;
  /** the tokens of a decoder after an encoder */
  decoder: ReturnType<typeof import('./input-tokens.ts').createInputTokens> | null;
  answer: ReturnType<typeof import('./prediction-bars.ts').createPredictionBars>;
  heads: ReturnType<typeof import('../../elements/model-view/board.ts').createBoard>;
  large: ReturnType<typeof import('../../elements/model-view/large.ts').createLarge>;
  /** called when another head is enlarged, or other tokens are highlighted */
  onDrawn: () => void;
}

const TOP = 6;
/** Numbers along a side of a thumbnail. */
const SIDE = 48;

export function createSession(
  connection: Connection,
  opened: Opened,
  messages: Messages,
  state: Shown,
  parts: Parts,
) {
  let read: Read | null = null;
  let asked = 0;
  /** whether the screen has tokens that the worker's model has not read as text yet */
  let isBehind = false;
  let settled: Promise<void> = Promise.resolve();
  const writes = opened.kind === 'decoder' || opened.kind === 'encoder-decoder';

  const maps = createDrawing(connection, opened, state, parts, {
    read: () => read,
    asked: () => asked,
  });
  function fail(error: unknown, mine: number) {
    if (mine === asked) quoteEngine(parts.status, messages.runFailed, saidOf(error));
  }

  /** Reads the text and computes everything shown. */
  async function refresh() {
    const question = parts.text.read();
    const mine = ++asked;
    if (!question) {
      clear();
      return setText(parts.status, '');
    }
    setText(parts.status, messages.computing);
    try {
      const { removed, written } = state;
      const ids = written.map(({ id }) => id);
      const whole = { ...question, removed: [...removed], written: ids };
      const reading = await connection.ask('read', whole).catch((error) => {
        if (mine === asked) clear();
        throw error;
      });
      if (mine !== asked) return;
      isBehind = false;
      const { targetTokens = [] } = reading;
      const names = namesOf(reading, [question.text, question.pair]);
      read = { reading, names, targets: targetTokens };
      maps.forget();
      showTokens(read, state, parts);
      await Promise.all([predict(), maps.drawLayer()]);
      if (mine !== asked) return;
      parts.onRead(true);
      const places = { count: last(read, state) + 1, time: durationText(reading.milliseconds) };
      setText(parts.status, fillText(messages.computed, places));
      await maps.drawSmall();
    } catch (error) {
      fail(error, mine);
    }
  }

  /** Clears the maps: there is no valid text. */
  function clear() {
    read = null;
    parts.onRead(false);
    parts.pieces.show({ ids: [] }, [], []);
    parts.decoder?.show({ ids: [] }, [], []);
    parts.answer.clear();
  }

  async function predict() {
    if (!read) return;
    const { predicts } = read.reading;
    const [mine, { position }] = [asked, state];
    const canChoose = predicts !== null && predicts !== 'classes';
    (parts.decoder ?? parts.pieces).choose(canChoose ? position : null);
    if (!predicts || position === null) return parts.answer.none();
    const guesses = await connection.ask('predict', { position, top: TOP });
    if (mine !== asked || position !== state.position) return;
    const token = axesOf(read, state).decoder[position];
    const canWrite = writes && predicts === 'tokens' && position >= given(read) - 1;
    parts.answer.show(guesses, { token, predicts, canChoose, canWrite });
  }

  const again = () => (settled = refresh());

  const safely = (draw: () => Promise<void>) => () => {
    const mine = asked;
    return draw().catch((error) => fail(error, mine));
  };

  return {
    refresh: again,
    settled: () => settled,
    isBehind: () => isBehind,
    predict: safely(() => (isBehind ? again() : predict())),
    drawMaps: safely(() => (isBehind ? again() : maps.drawMaps())),
    drawLayer: safely(maps.drawLayer),
    drawHead: safely(maps.drawHead),
    ...{ sizes: maps.sizes, selection: maps.selection },
    read: () => read,
    isDrawn: () => parts.heads.isDrawn(),
    fail: (error: unknown) => fail(error, asked),
    /** Drops answers that are still to come. */
    stop() {
      asked++;
      isBehind = true;
    },
    /** A token that the model wrote. */
    async add({ id, token, alternatives, pictures, map }: Step) {
      if (!read) return;
      isBehind = true;
      const before = axesOf(read, state).decoder.at(-1) ?? '';
      state.written = [...state.written, { id, name: token }];
      state.position = last(read, state);
      const chips = parts.decoder ?? parts.pieces;
      chips.add({ id, name: token });
      chips.choose(state.position);
      parts.answer.show(alternatives.slice(0, TOP), { token: before, written: id });
      for (const [at, picture] of pictures?.entries() ?? []) parts.heads.put(at, picture);
      if (map) await maps.showLayer(map);
    },
  };
}

function showTokens(read: Read, state: Shown, parts: Parts) {
  const { reading, names, targets } = read;
  const { written } = state;
  const end = last(read, state);
  const isText = !parts.decoder && written.length === 0;
  if (state.position === null || state.position > end) {
    state.position = isText ? placeOf(reading) : end;
  }
  parts.pieces.show(reading, names, parts.decoder ? [] : written);
  parts.decoder?.show({ ids: reading.target ?? [] }, targets, written);
}

/** Thumbnails of all heads, and one head enlarged. */
function createDrawing(
  connection: Connection,
  opened: Opened,
  state: Shown,
  parts: Pick<Parts, 'heads' | 'large' | 'onDrawn'>,
  now: { read: () => Read | null; asked: () => number },
) {
  let layer: FloatTensor | null = null;
  /** The tokens of each row and column of the large map. */
  let groups: Record<'rows' | 'columns', readonly (readonly number[])[]> = {
    rows: [],
    columns: [],
  };
  /** number of drawings of all heads: a later one replaces earlier ones */
  let drawing = 0;

  async function drawMaps() {
    const turn = ++drawing;
    await drawLayer();
    if (turn === drawing) await drawSmall();
  }

  /** Draws one layer after another, so that the worker answers other questions between them. */
  async function drawSmall() {
    const [mine, turn] = [now.asked(), ++drawing];
    const { kind } = state;
    const read = now.read();
    if (!read) return;
    const { rows, columns } = axesOf(read, state);
    const { layers, heads } = sizes();
    const { from, to } = shownOf(
      { rows: sideOf(read, rows), columns: sideOf(read, columns) },
      state.part,
    );
    const isAll = from.groups.length === rows.length && to.groups.length === columns.length;
    const groups = isAll ? null : { rows: from.groups, columns: to.groups };
    const map = { heads, rows: rows.length, columns: columns.length };
    const small = { kind, map, groups, side: SIDE };
    for (let at = 0; at < layers; at++) {
      const picture = await connection.ask('thumbnails', { ...small, layer: at });
      if (mine !== now.asked() || turn !== drawing) return;
      parts.heads.put(at, picture);
    }
  }

  async function drawLayer() {
    if (!now.read()) return;
    const { kind, at } = state;
    const mine = now.asked();
    const found = await connection.ask('layer', { layer: at.layer, kind });
    if (mine !== now.asked() || kind !== state.kind || at.layer !== state.at.layer) return;
    layer = found;
    await drawHead();
  }

  async function drawHead() {
    const read = now.read();
    if (!layer || !read) return;
    const { rows, columns } = axesOf(read, state);
    const [, height, width] = layer.shape;
    // while the model writes, the last token has not attended to any yet
    const sides = {
      rows: sideOf(read, rows.slice(0, height)),
      columns: sideOf(read, columns.slice(0, width)),
    };
    const part = partOf(layer, sides, state.part);
    groups = part.groups;
    const isShown = parts.large.show(readMaps(part.map, part.rows, part.columns), state.at.head);
    parts.onDrawn();
    await isShown;
  }

  /** The selection by the model's own token indexes. */
  function selection(): Selection {
    const { query, key } = parts.large.selection();
    const kind = state.kind === 'self' ? 'decoder' : state.kind;
    return {
      ...state.at,
      query: query === null ? null : (groups.rows[query]?.[0] ?? null),
      key: key === null ? null : (groups.columns[key]?.[0] ?? null),
      ...(opened.kind === 'encoder-decoder' && { kind }),
    };
  }

  function sizes() {
    const { numLayers, numHeads } =
      state.kind === 'encoder' ? (opened.config.encoder ?? opened.config) : opened.config;
    return { layers: numLayers, heads: numHeads };
  }

  return {
    ...{ drawMaps, drawSmall, drawLayer, drawHead, sizes, selection },
    /** Forgets the maps: the text has changed. */
    forget: () => void (layer = null),
    showLayer(map: FloatTensor) {
      layer = map;
      return drawHead();
    },
  };
}
