// Questions to an open text model. Answers become events; an answer to an older question is dropped.

import { readMaps } from '../../elements/embed/read-maps.ts';
import { saidOf } from '../../ui/errors.ts';
import { partOf, shownOf } from './map-part.ts';
import { TOP } from './state.ts';
import { axesOf, given, namesOf, sideOf } from './tokens.ts';
import type { PlainTensor } from 'headwise';
import type { createBoard } from '../../elements/model-view/board.ts';
import type { createLarge } from '../../elements/model-view/large.ts';
import type { OpenModel, Selection, Sizes } from './open-model.ts';
import type { TextEvent, TextState, Writing } from './state.ts';
import type { Store } from './store.ts';
import type { Read } from './tokens.ts';
import type { createText } from './text.ts';
import type { LayerQuestion, Step } from './worker-messages.ts';

/** Parts of the screen that are not drawn from the state alone. */
interface Parts {
  text: ReturnType<typeof createText>;
  board: ReturnType<typeof createBoard>;
  large: ReturnType<typeof createLarge>;
  /** called when the text is read, with only thumbnails still to come, or when there is no text */
  onRead: () => void;
  /** called when another head is enlarged, or other tokens are highlighted */
  onDrawn: () => void;
}

export type Session = ReturnType<typeof createSession>;

/** Numbers along a side of a thumbnail. */
const SIDE = 48;

export function createSession(
  { connection, opened }: OpenModel,
  { get, dispatch }: Store<TextState, TextEvent>,
  { text, board, large, onRead, onDrawn }: Parts,
) {
  /** number of texts that were asked for: late answers about earlier ones are dropped */
  let asked = 0;
  let settled: Promise<void> = Promise.resolve();
  /** maps of the chosen layer */
  let layer: PlainTensor | null = null;
  /** the tokens of each row and column of the large map */
  let groups: Record<'rows' | 'columns', readonly (readonly number[])[]> = {
    rows: [],
    columns: [],
  };
  /** number of drawings of all heads: a later one replaces earlier ones */
  let drawing = 0;
  const writes = opened.kind === 'decoder' || opened.kind === 'encoder-decoder';
  const { config } = opened;
  const stacks = stacksOf(config);

  /** Reads the text and computes everything shown. */
  async function readText() {
    const question = text.read();
    const mine = ++asked;
    if (!question) return refuse();
    dispatch({ type: 'textAsked' });
    try {
      const { removed, written } = get();
      const ids = written.map(({ id }) => id);
      const whole = { ...question, removed, written: ids };
      const reading = await connection.ask('read', whole).catch((error) => {
        if (mine === asked) refuse();
        throw error;
      });
      if (mine !== asked) return;
      const names = namesOf(reading, [question.text, question.pair]);
      const read = { reading, names, targets: reading.targetTokens ?? [], written };
      layer = null;
      dispatch({ type: 'textRead', read, layers: stacks.length });
      if (get().arrived !== null) return await drawEarly(mine);
      await Promise.all([askPrediction(), drawLayer()]);
      if (mine !== asked) return;
      dispatch({ type: 'textShown' });
      onRead();
      await drawSmall();
    } catch (error) {
      fail(error, mine);
    }
  }

  /** Draws layers while others are read; then what the whole model answers. */
  async function drawEarly(mine: number) {
    // a decoder has no maps before its encoder is there
    if (mine === 1 && config.encoder) dispatch({ type: 'kindChosen', kind: 'encoder' });
    const maps = Promise.all([drawMaps(), follow(mine)]);
    maps.catch(() => {}); // the answer has the same error
    const predicts = await connection.ask('computed', null).catch((error) => {
      if (mine === asked) refuse();
      throw error;
    });
    await maps;
    if (mine !== asked) return;
    const { position } = get();
    await askPrediction(predicts);
    if (mine !== asked) return;
    dispatch({ type: 'layersDone', predicts });
    if (position !== get().position) await askPrediction();
    if (mine !== asked) return;
    dispatch({ type: 'textShown' });
    onRead();
  }

  /** Counts the layers that have maps. */
  async function follow(mine: number) {
    for (const [at, one] of stacks.entries()) {
      await connection.ask('arrived', one);
      if (mine !== asked) return;
      dispatch({ type: 'layersArrived', arrived: { count: at + 1, of: stacks.length } });
    }
  }

  /** Clears the maps: there is no valid text. */
  function refuse() {
    dispatch({ type: 'textRefused' });
    onRead();
  }

  function fail(error: unknown, mine: number) {
    if (mine === asked) dispatch({ type: 'failed', detail: saidOf(error) });
  }

  /** Whether a guess at a position can continue the text. */
  const canWrite = (read: Read, position: number) =>
    writes && read.reading.predicts === 'tokens' && position >= given(read) - 1;

  const refresh = () => (settled = readText());

  async function askPrediction(predicts = get().read?.reading.predicts) {
    const { read, position, kind } = get();
    if (!read) return;
    const mine = asked;
    if (!predicts) return dispatch({ type: 'predicted', prediction: { type: 'none' } });
    const guesses = await connection.ask('predict', { position, top: TOP });
    if (mine !== asked || position !== get().position) return;
    const token = axesOf(read, kind).decoder[position];
    const of = { token, predicts, canWrite: canWrite(read, position) };
    const prediction = { type: 'guesses', guesses, ...of } as const;
    dispatch({ type: 'predicted', prediction });
  }

  async function drawMaps() {
    const turn = ++drawing;
    const large = drawLayer(); // its layer may be one of the last to be read
    if (get().arrived === null) await large;
    if (turn === drawing) await Promise.all([large, drawSmall()]);
  }

  /** Draws one layer after another, so that the worker answers other questions between them. */
  async function drawSmall() {
    const mine = asked;
    const turn = ++drawing;
    const { read, kind, part } = get();
    if (!read) return;
    const { rows, columns } = axesOf(read, kind);
    const { layers, heads } = sizesOf(get(), opened);
    const { from, to } = shownOf(
      { rows: sideOf(read, rows), columns: sideOf(read, columns) },
      part,
    );
    const isAll = from.groups.length === rows.length && to.groups.length === columns.length;
    const question = {
      kind,
      map: { heads, rows: rows.length, columns: columns.length },
      groups: isAll ? null : { rows: from.groups, columns: to.groups },
      side: SIDE,
    };
    for (let at = 0; at < layers; at++) {
      const picture = await connection.ask('thumbnails', { ...question, layer: at });
      if (mine !== asked || turn !== drawing) return;
      board.put(at, picture);
    }
  }

  async function drawLayer() {
    const { read, kind, at } = get();
    if (!read) return;
    const mine = asked;
    const found = await connection.ask('layer', { layer: at.layer, kind });
    if (mine !== asked || kind !== get().kind || at.layer !== get().at.layer) return;
    layer = found;
    await drawHead();
  }

  async function drawHead() {
    const { read, kind, part, at } = get();
    if (!layer || !read) return;
    const { rows, columns } = axesOf(read, kind);
    const [, height, width] = layer.shape;
    // while the model writes, the last token has not attended to any yet
    const sides = {
      rows: sideOf(read, rows.slice(0, height)),
      columns: sideOf(read, columns.slice(0, width)),
    };
    const shown = partOf(layer, sides, part);
    groups = shown.groups;
    const isShown = large.show(readMaps(shown.map, shown.rows, shown.columns), at.head);
    onDrawn();
    await isShown;
  }

  const safely = (draw: () => Promise<void>) => () => {
    const mine = asked;
    return draw().catch((error) => fail(error, mine));
  };

  return {
    canWrite,
    /** Reads the text, with the tokens that the model wrote. */
    refresh,
    /** Resolves when the text is read and drawn. */
    settled: () => settled,
    predict: safely(async () => {
      const { isBehind, arrived } = get();
      if (isBehind) await refresh();
      else if (arrived === null) await askPrediction();
    }),
    drawMaps: safely(() => (get().isBehind ? refresh() : drawMaps())),
    drawLayer: safely(drawLayer),
    drawHead: safely(drawHead),
    fail: (error: unknown) => fail(error, asked),
    /** Drops answers that are still to come: the text on the screen is, or will be, another. */
    outrun() {
      asked++;
      dispatch({ type: 'outrun' });
    },
    /** Drops answers that are still to come. */
    stop: () => void asked++,
    isDrawn: () => board.isDrawn(),
    /** Shows a token that the model wrote, and the rate of writing. */
    async add(step: Step, rate: Writing['rate']) {
      if (!get().read) return;
      dispatch({ type: 'tokenWritten', step, rate });
      for (const [at, picture] of step.pictures?.entries() ?? []) board.put(at, picture);
      if (!step.map) return;
      layer = step.map;
      await drawHead();
    },
    /** The selection by the model's own token indexes. */
    selection(): Selection {
      const { at, kind } = get();
      const { query, key } = large.selection();
      return {
        ...at,
        query: query === null ? null : (groups.rows[query]?.[0] ?? null),
        key: key === null ? null : (groups.columns[key]?.[0] ?? null),
        ...(opened.kind === 'encoder-decoder' && { kind: kind === 'self' ? 'decoder' : kind }),
      };
    },
  };
}

/** The layers of a model in the order of reading. */
export function stacksOf({ encoder, numLayers }: OpenModel['opened']['config']): LayerQuestion[] {
  const layersOf = (length: number, kind: LayerQuestion['kind']) =>
    Array.from({ length }, (_, layer) => ({ layer, kind }));
  return [...layersOf(encoder?.numLayers ?? 0, 'encoder'), ...layersOf(numLayers, 'self')];
}

/** Whether the chosen layer has no maps yet. */
export function isComing({ arrived, at, kind }: TextState, { config }: OpenModel['opened']) {
  if (arrived === null) return false;
  const place = stacksOf(config).findIndex((one) => one.layer === at.layer && one.kind === kind);
  return place < 0 || place >= arrived.count;
}

/** The layers and heads of the chosen kind of attention. */
export function sizesOf({ kind }: TextState, { config }: OpenModel['opened']): Sizes {
  const { numLayers, numHeads } = kind === 'encoder' ? (config.encoder ?? config) : config;
  return { layers: numLayers, heads: numHeads };
}
