// Causes of a prediction: a word and the word that it is compared with, the prediction after each layer, the parts of the score, and
// the score without each head or with parts of a second text. Loaded when the view is opened.

/// <reference path="../../../elements/css.d.ts" />

import { adopt } from '../../../ui/adopt.ts';
import { button, segments, toggle } from '../../../ui/controls.ts';
import { saidOf } from '../../../ui/errors.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { quoteEngine, sayText } from '../../../ui/text.ts';
import { select } from '../../../elements/model-view/select.ts';
import { loadCausesWords } from '../../../words/causes.ts';
import { signedRampOf } from '../../../views/color.ts';
import { layoutSum } from '../../../views/causes/sums.ts';
import { arraysOf } from './arrays.ts';
import { createBoardPart } from './board.ts';
import { createExport, exportStyle } from './export.ts';
import { programOf } from './program.ts';
import { progressView } from './progress.ts';
import style from './causes.css';
import { createHeadDetail } from './head-detail.ts';
import { headMapOf } from './head-map.ts';
import {
  headOpened,
  headsBoard,
  headsSaid,
  isOfHeads,
  patchBoard,
  patchDetail,
  patchSaid,
} from './heads.ts';
import { lensBoard, lensDetail, lensSaid, placesOf, windowOf } from './lens.ts';
import { tokensOf, quoted } from './names.ts';
import { FRESH, START, TABS, isOfText } from './state.ts';
import { linesOf, sumDetail, sumSaid, sumView } from './sum.ts';
import { placeOf } from '../tokens.ts';
import { secondOf } from './second.ts';
import { wordChoice } from './word-choice.ts';
import type { Child } from '../../../ui/template.ts';
import type { Figure } from '../../../views/figure.ts';
import type { Exported } from './export.ts';
import type { OpenModel } from '../open-model.ts';
import type { Answer, CallName, Head, Question } from '../worker-messages.ts';
import type { CreateHeadMap } from './head-map.ts';
import type { Cause, LensCell } from './messages.ts';
import type { ImageBytes } from './program.ts';
import type { Asked, CausesState, Tab, Word, Work } from './state.ts';

/** Parts of the second text, in the order of their choice. */
const OVERS = ['residual', 'attentions', 'mlps', 'heads', 'patterns'] as const;
/** Words for which the part of an opened head is shown. */
const WRITTEN = 6;
/** Width of the figure of a sum, CSS pixels. */
const FIGURE = 720;
/** Words of which the score's is chosen. */
const TOP = 10;

/** The differences of the view for a model of images. */
export interface OfImages {
  createMap: CreateHeadMap;
  /** the image as the model has read it, for the program */
  image: () => ImageBytes;
}

/**
 * @param setText replaces the text of the room; null: the model reads no text
 * @param images null: the model reads texts
 */
export async function createCausesView(
  { connection, opened: { config, kind, tokenizes }, name, language, messages: room }: OpenModel,
  setText: ((text: string) => void) | null,
  images: OfImages | null = null,
) {
  const words = await loadCausesWords(language);
  const messages = images
    ? { ...words, partToken: words.partPatches, againstNone: words.againstNoClass }
    : words;
  const shownTabs = images ? TABS.filter((one) => one !== 'patch') : TABS;
  const isTwo = kind === 'encoder-decoder';
  adopt(document.body, [style, exportStyle]);
  let state = START;
  /** number of questions: answers to earlier ones are dropped */
  let turn = 0;
  /** computed cells of the lens, by place and position */
  const cells: Map<string, LensCell> = new Map();
  const opened = createHeadDetail(
    connection,
    images?.createMap ?? headMapOf(language),
    messages,
    ({ layer, head }) => openCell(layer, head),
  );
  const board = createBoardPart(({ row, column }) => openCell(row, column));
  const exporting = createExport(messages, exported);
  const { element, render } = createRoot(view());

  function change(next: Partial<CausesState>) {
    state = { ...state, ...next };
    render(view());
    drawBoard();
    exporting.update(Object.keys(next).length > 0);
  }

  // questions to the worker

  function causeOf(): Cause | null {
    const { word, against, asked } = state;
    if (!word || !asked) return null;
    const isClass = isOfText(state);
    const position = isClass ? null : asked.position;
    return { position, id: word.id, against: against?.id ?? null, isClass };
  }

  async function begin(asked: Asked) {
    const mine = ++turn;
    stopWork();
    opened.open(null);
    cells.clear();
    change({ asked, ...FRESH, unfolded: [] });
    if (!asked.read.reading.predicts) return change({ guesses: [], word: null, against: null });
    try {
      const guesses = await connection.ask('causesGuesses', { position: asked.position, top: TOP });
      if (mine !== turn) return;
      const [word, against = null] =
        wanted(asked) ?? guesses.map(({ id, token }) => ({ id, name: token }));
      change({ guesses, word, against, typing: null });
      work();
    } catch (error) {
      if (mine === turn) change({ failed: saidOf(error) });
    }
  }

  /** Words of the example, as long as its text is shown. */
  let example: { text: string; words: [Word, Word] } | null = null;
  function wanted({ read, input, position }: Asked) {
    const isExample = example?.text === input.text && read.written.length === 0;
    return example && isExample && position === placeOf(read.reading) ? example.words : null;
  }

  /** Computes the chosen tab, if it is not known. */
  function work() {
    const { tab, isOpen } = state;
    if (!isOpen || !state.word || state[tab].type !== 'none') return;
    if (tab === 'lens') void readLens();
    else if (tab === 'sum') void long('sum', 'causesSum', causeOf()!);
    else if (tab === 'patch') void readPatch();
    else if (tab === 'heads')
      void long('heads', 'causesSweep', { cause: causeOf()!, by: state.by, of: state.of });
  }

  /** One long question, whose answer is the result of a tab. */
  async function long<N extends CallName>(
    tab: Tab,
    name: N,
    question: Question<N>,
  ): Promise<Answer<N> | null> {
    const mine = turn;
    set(tab, { type: 'working', done: 0, value: null });
    try {
      const value = await connection.ask(name, question, (done) => {
        if (mine === turn) set(tab, { type: 'working', done, value: null });
      });
      if (mine !== turn) return null;
      set(tab, { type: 'done', value } as Work<never>);
      return value;
    } catch (error) {
      if (mine !== turn) return null;
      set(tab, { type: 'failed', detail: saidOf(error), value: null });
      return null;
    }
  }

  const set = (tab: Tab, next: Work<never> | Work<any>) => change({ [tab]: next });

  /** The board of a second text; none without one. */
  async function readPatch() {
    const { second, over, asked } = state;
    const cause = causeOf();
    if (!cause || !asked || second.trim() === '') return;
    const input = secondOf(second, asked.input, config.vocabSize);
    if (!input) {
      const detail = sayText(room.idsWrong, { last: config.vocabSize - 1 });
      return change({ refused: detail });
    }
    const found = await long('patch', 'causesPatch', { cause, second: input, over });
    if (!found || !('tokens' in found)) return;
    set('patch', { type: 'none' });
    change({ uneven: found.tokens });
  }

  /** Computes the board again with another text or part. */
  function repatch(next: Partial<Pick<CausesState, 'second' | 'over'>>) {
    again('patch', { ...next, uneven: null, refused: null });
  }

  /** Computes a tab again, with other choices. Stops the work of another tab, which restarts when that tab is opened. */
  function again(tab: Tab, next: Partial<CausesState>) {
    turn++;
    stopWork();
    opened.open(null);
    const stopped = TABS.filter((one) => one === tab || state[one].type === 'working');
    const none = Object.fromEntries(stopped.map((one) => [one, { type: 'none' }]));
    change({ ...next, ...none, cell: null });
    work();
  }

  /** The rows of the lens from the last layer up, each a question of its own. */
  async function readLens() {
    const { asked, word, middle } = state;
    if (!asked || !word) return;
    const mine = turn;
    const { first, columns } = windowOf(asked, tokensOf(asked).length);
    const places = placesOf(config.numLayers, middle === true);
    const { id } = word;
    const nameOf = (row: number, column: number) =>
      [places[row].layer, places[row].at, first + column, id].join();
    const rows: (LensCell | null)[][] = places.map((_, row) =>
      Array.from({ length: columns }, (_, column) => cells.get(nameOf(row, column)) ?? null),
    );
    set('lens', { type: 'working', done: 0, value: { first, places, rows: [...rows] } });
    try {
      for (let row = places.length - 1; row >= 0; row--) {
        for (let column = columns - 1; column >= 0; column--) {
          if (rows[row][column]) continue;
          const position = isOfText(state) ? null : first + column;
          const cell = await connection.ask('causesLens', { ...places[row], position, id });
          if (mine !== turn) return;
          rows[row][column] = cell;
          cells.set(nameOf(row, column), cell);
        }
        const done = (places.length - row) / places.length;
        set('lens', { type: 'working', done, value: { first, places, rows: [...rows] } });
      }
      set('lens', { type: 'done', value: { first, places, rows } });
    } catch (error) {
      if (mine !== turn) return;
      const { code } = error as { code?: string };
      if (middle === true && code === 'unsupported') return again('lens', { middle: 'none' });
      set('lens', { type: 'failed', detail: saidOf(error), value: null });
    }
  }

  function stopWork() {
    if (TABS.some((tab) => state[tab].type === 'working')) {
      connection.ask('causesStop', undefined).catch(() => {}); // the model was closed
    }
  }

  function stop() {
    stopWork();
    turn++;
    const { lens } = state;
    const isOn = lens.type === 'working';
    if (isOn) set('lens', { type: 'stopped', value: lens.value });
    if (!isOn || state.tab !== 'lens') set(state.tab, { type: 'stopped', value: null });
  }

  function goOn() {
    const { tab } = state;
    if (tab === 'lens') void readLens();
    else {
      set(tab, { type: 'none' });
      work();
    }
  }

  // choices of the reader

  function chooseTab(tab: Tab) {
    if (tab === state.tab) return;
    openNone();
    change({ tab });
    work();
  }

  function chooseWord(side: 'word' | 'against', word: Word | null) {
    turn++;
    stopWork();
    opened.open(null);
    const isSame = side === 'word' && word?.id === state.against?.id;
    const keeps = side === 'against' ? { lens: state.lens } : {};
    change({ ...FRESH, ...keeps, [side]: word, ...(isSame && { against: null }), typing: null });
    if (state.lens.type === 'working') set('lens', { type: 'none' });
    work();
  }

  async function takeWord(text: string) {
    const { typing } = state;
    if (!typing || text === '') return;
    try {
      const found = await connection.ask('causesWord', { text });
      if ('id' in found) return chooseWord(typing.side, found);
      const { pieces } = found;
      const all = pieces.map((piece) => quoted(piece, messages)).join(', ');
      const wrong = sayText(messages.wordPieces, {
        word: quoted(text, messages),
        count: pieces.length,
        pieces: all,
      });
      change({ typing: { ...typing, wrong } });
    } catch (error) {
      change({ typing: { ...typing, wrong: saidOf(error) } });
    }
  }

  function openCell(row: number, column: number) {
    if (state.tab === 'lens') {
      const { value } = state.lens as { value: { rows: readonly unknown[] } };
      return change({ cell: { row: value.rows.length - 1 - row, column } });
    }
    change({ cell: { row, column } });
    if (isOfHeadsNow()) openHead({ layer: row, head: column });
  }

  function openHead(at: Head) {
    const { asked, word, against, guesses } = state;
    if (!asked || !word) return;
    const isClass = isOfText(state);
    const known = [word, ...(against ? [against] : []), ...guesses.map(({ id, token }) => ({ id, name: token }))]; // prettier-ignore
    const words = known.filter(({ id }, i) => known.findIndex((one) => one.id === id) === i);
    opened.open({
      ...{ at, isClass, tokens: tokensOf(asked), words: words.slice(0, WRITTEN) },
      position: isClass ? null : asked.position,
    });
  }

  function openNone() {
    opened.open(null);
    change({ cell: null });
  }

  /** @returns whether there is an example that works with the model */
  async function showExample(): Promise<boolean> {
    if (!setText || isTwo) return false;
    const found = await connection.ask('causesExample', undefined).catch(() => null);
    if (!found) return false;
    const words = [];
    for (const text of [found.word, found.against]) {
      const word = await connection.ask('causesWord', { text }).catch(() => null);
      if (word && 'id' in word) words.push(word);
    }
    if (words.length === 2) example = { text: found.text, words: words as [Word, Word] };
    change({ second: found.second, patch: { type: 'none' } });
    setText(found.text);
    return true;
  }

  /** Examples are of words that follow a text or are masked in it. */
  function hasExamples() {
    return setText && !isTwo && state.asked?.read.reading.predicts === 'tokens';
  }

  async function askForExample() {
    if (!(await showExample())) change({ noExample: true });
  }

  // the screen

  function drawBoard() {
    const { asked, tab } = state;
    const shown = shownBoard(tab);
    board.show(shown, asked?.theme ?? 'light');
  }

  function patchedOf() {
    const { patch } = state;
    return patch.type === 'done' && 'normalized' in patch.value ? patch.value : null;
  }

  function patchChoice(): Child {
    const { uneven, second, over, refused } = state;
    const texts = OVERS.map((one) => messages[`over_${one}`]);
    const counts = uneven && { first: uneven[0], second: uneven[1] };
    return html`<form
      class="causes-second"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        repatch({ second: (event.target as HTMLFormElement).second.value });
      }}
    >
      <label class="models-field">
        <span>${isTwo ? messages.patchFieldTwo : messages.patchField}</span>
        <input type="text" name="second" spellcheck="false" autocomplete="off" value=${second} />
      </label>
      ${button(messages.patchRun, null, { look: 'second', submit: true })}
      ${select(messages.patchOver, texts, OVERS.indexOf(over), (at) => repatch({ over: OVERS[at] }))}
      <p class="models-wrong" role="status">
        ${refused ?? (counts && sayText(messages.patchTokens, counts))}
      </p>
    </form>`;
  }

  function shownBoard(tab: Tab) {
    const { lens, heads } = state;
    if (tab === 'lens' && 'value' in lens && lens.value)
      return lensBoard(state, lens.value, messages);
    if (tab === 'heads' && heads.type === 'done') return headsBoard(state, heads.value, messages);
    const patched = patchedOf();
    return tab === 'patch' && patched ? patchBoard(state, patched, messages) : null;
  }

  function said(): string | null {
    const { tab, lens, sum, heads } = state;
    if (tab === 'lens' && lens.type === 'done') return lensSaid(state, lens.value, messages);
    if (tab === 'sum' && sum.type === 'done') return sumSaid(state, sum.value, messages);
    if (tab === 'heads' && heads.type === 'done') return headsSaid(state, heads.value, messages);
    const patched = patchedOf();
    return tab === 'patch' && patched ? patchSaid(state, patched, messages) : null;
  }

  function aboutOf(tab: Tab) {
    return {
      lens: messages.lensAbout,
      sum: messages.sumAbout,
      heads: state.of === 'heads' ? messages.headsAbout : messages.partsAbout,
      patch:
        state.second.trim() !== ''
          ? messages.patchAbout
          : isTwo
            ? messages.patchEmptyTwo
            : messages.patchEmpty,
    }[tab];
  }

  function exported(): Exported | null {
    const { tab, asked, word, against } = state;
    const arrays = arraysOf(state, messages);
    if (!asked || !word || arrays.length === 0) return null;
    const { theme, input } = asked;
    return {
      name: `headwise-${tab}`,
      figure: figureOf,
      arrays: () => arrays,
      state: { model: name, ...input, position: asked.position, tab, word, against },
      program: () => programOf(state, name, images?.image() ?? null),
      theme,
      fontFamily: getComputedStyle(element).fontFamily,
    };
  }

  function figureOf(): Figure {
    const { sum, asked, unfolded, tab } = state;
    if (tab !== 'sum' || sum.type !== 'done') return board.figure()!;
    const { css } = signedRampOf(asked?.theme ?? 'light');
    const ink = getComputedStyle(element).color;
    const lines = linesOf(sum.value, unfolded, messages);
    const colors = { ink, line: ink, less: css[0], more: css.at(-1) as string };
    return layoutSum(messages.tabSum, lines, FIGURE, colors);
  }

  function detail(): Child {
    const { tab, lens, sum, heads, cell } = state;
    if (tab === 'lens' && 'value' in lens && lens.value)
      return lensDetail(state, lens.value, messages);
    if (tab === 'sum' && sum.type === 'done') {
      const lines = linesOf(sum.value, state.unfolded, messages);
      return sumDetail(lines, cell?.row ?? null, sum.value, messages);
    }
    if (tab === 'heads' && heads.type === 'done' && cell)
      return headOpened(heads.value, cell, messages);
    const patched = patchedOf();
    return tab === 'patch' && patched ? patchDetail(state, patched, messages) : null;
  }

  function sumPart(): Child {
    const { sum, unfolded, cell } = state;
    if (sum.type !== 'done') return null;
    const lines = linesOf(sum.value, unfolded, messages);
    return sumView(lines, unfolded, cell?.row ?? null, messages, state.asked?.theme ?? 'light', {
      choose: (row) => change({ cell: { row, column: 0 } }),
      unfold(layer) {
        const rest = unfolded.filter((one) => one !== layer);
        const isOpen = rest.length < unfolded.length;
        change({ unfolded: isOpen ? rest : [...unfolded, layer], cell: null });
      },
    });
  }

  function byChoice(): Child {
    const names = ['zero', 'mean'] as const;
    const texts = [messages.headsByZero, messages.headsByMean];
    const taken = ['heads', 'layers'] as const;
    const parts = [messages.takenHeads, messages.takenLayers];
    return html`<div class="causes-choice">
      ${select(messages.taken, parts, taken.indexOf(state.of), (at) => again('heads', { of: taken[at] }))}
      ${select(messages.headsBy, texts, names.indexOf(state.by), (at) => again('heads', { by: names[at] }))}
    </div>`;
  }

  function middleChoice(): Child {
    const { middle } = state;
    if (middle === 'none') return html`<p class="models-hint">${messages.lensNoMiddle}</p>`;
    return toggle(messages.lensMiddles, middle, (on) => again('lens', { middle: on }));
  }

  /** Whether the board on the screen has a cell for each head. */
  function isOfHeadsNow() {
    const { tab, of, over } = state;
    return (tab === 'heads' && of === 'heads') || (tab === 'patch' && isOfHeads(over));
  }

  function view() {
    const { asked, tab, failed, isOpen, word, noExample } = state;
    const tabs = shownTabs.map((value) => ({
      value,
      text: {
        lens: messages.tabLens,
        sum: messages.tabSum,
        heads: messages.tabHeads,
        patch: messages.tabPatch,
      }[value],
    }));
    const canExplain = asked !== null && asked.read.reading.predicts !== null;
    return html`<div class="causes" hidden=${!isOpen}>
      <p class="models-hint" hidden=${canExplain || !asked}>${messages.noHead}</p>
      <p class="models-wrong">${failed && quoteEngine(messages.failed, failed)}</p>
      <div class="causes-body" hidden=${!canExplain || !word}>
        <div class="causes-head">
          ${wordChoice(state, messages, {
            choose: chooseWord,
            type: (side) => change({ typing: { side, wrong: '' } }),
            take: (text) => void takeWord(text),
          })}
          ${hasExamples() && button(messages.example, () => void askForExample(), { look: 'link' })}
        </div>
        <p class="models-hint causes-none" role="status">${noExample && messages.noExample}</p>
        ${segments(messages.tabsLabel, tabs, tab, chooseTab)}
        <p class="causes-said" role="status">${said()}</p>
        <p class="models-hint">${aboutOf(tab)}</p>
        <p class="models-hint" hidden=${!asked || asked.removed.length === 0}>${messages.allHeads}</p>
        ${tab === 'lens' && middleChoice()}
        ${tab === 'heads' && byChoice()}
        ${tab === 'patch' && patchChoice()}
        ${progressView(state[tab], messages, { goOn, stop })}
        ${tab === 'sum' && sumPart()}
        <div class="causes-split" data-opened=${state.cell !== null && isOfHeadsNow()}>
          ${board.element}
          <div class="causes-detail">
            <div aria-live="polite">${detail()}</div>
            ${opened.element}
          </div>
        </div>
        ${exporting.element}
      </div>
    </div>`;
  }

  return {
    element,
    /** @param asked null: nothing has been read */
    update(isOpen: boolean, asked: Asked | null) {
      if (isOpen !== state.isOpen) change({ isOpen });
      if (!isOpen || !asked) return;
      const { asked: last } = state;
      const isOther =
        last?.read !== asked.read || last.position !== asked.position || last.kind !== asked.kind;
      if (isOther) void begin(asked);
      else if (asked.theme !== last.theme || asked.removed !== last.removed) {
        change({ asked });
        opened.draw();
      }
    },
    showExample,
    stop() {
      turn++;
      stopWork();
      board.stop();
      opened.dispose();
    },
  };
}
