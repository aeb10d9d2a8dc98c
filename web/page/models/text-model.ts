// An open text model: its text, prediction, heads, and removed heads.
// Every change runs the model again.

import { createBoard } from '../../elements/model-view/board.ts';
import { createLarge } from '../../elements/model-view/large.ts';
import { segments } from '../../ui/controls.ts';
import { createRoot, html } from '../../ui/template.ts';
import { followAround, themeAt } from '../../ui/theme.ts';
import { headChoice, kindChoice, removeButton, removedHeads } from './choices.ts';
import { focusedIn, keepFocus } from './focus.ts';
import { createGeneration, writingControls } from './generation.ts';
import { inputTokens, piecesOf } from './input-tokens.ts';
import { placeholder } from './coming.ts';
import { createLayerSteps } from './steps.ts';
import { createCauses } from './causes/lazy.ts';
import { createContacts } from './contacts/lazy.ts';
import { mapPart } from './map-part.ts';
import { createMeasuring, marksOf, measuresView } from './measures.ts';
import { modelHeader } from './model-header.ts';
import { predictionBars } from './prediction-bars.ts';
import { createSession, isComing, sizesOf } from './session.ts';
import { BEGINNING, reduce } from './state.ts';
import { statusLine } from './status.ts';
import { createStore } from './store.ts';
import { createText } from './text.ts';
import { axesOf, given, sideOf } from './tokens.ts';
import type { ModelScreen, OpenModel, ScreenOptions } from './open-model.ts';
import type { TextState, View } from './state.ts';
import type { Prediction } from './prediction-bars.ts';
import type { Read, Written } from './tokens.ts';
import type { Guess, Head, Kind } from './worker-messages.ts';

const NONE: readonly Head[] = [];

/** Whether the view needs the whole width. */
const isWide = ({ view }: TextState) =>
  view === 'steps' || view === 'causes' || view === 'contacts';

/** The prediction, which comes after the last layer, if the model has one. */
function predictionOf(
  state: TextState,
  write: (read: Read, position: number) => boolean,
): Prediction {
  const { arrived, prediction, read, position, kind } = state;
  if (arrived === null || !read) return prediction;
  const { predicts } = read.reading;
  if (!predicts) return { type: 'none' };
  const token = axesOf(read, kind).decoder[position];
  return { type: 'coming', arrived, token, predicts, canWrite: write(read, position) };
}

export function createTextModel(model: OpenModel, options: ScreenOptions): ModelScreen {
  const { opened, language, messages } = model;
  const isTwo = opened.kind === 'encoder-decoder';
  const canWrite = opened.kind !== 'encoder';
  const store = createStore(BEGINNING, reduce, changed);
  const { get, dispatch } = store;

  const text = createText(model, options.text, () => rewrite([]));
  const board = createBoard({ messages, onChoose: choose });
  const large = createLarge({
    language,
    onChange({ head }) {
      chooseHead(head);
      onDrawn();
    },
  });
  const steps = createLayerSteps(model, {
    isImage: false,
    onHead: chooseHead,
    onLayer: chooseLayer,
  });
  const contacts = opened.contacts ? createContacts(model) : null;
  const causes = createCauses(model, {
    setText: opened.tokenizes ? text.replace : null,
    isTyped: () => text.isTyped() || Boolean(options.text),
  });
  const onRead = () => measuring.again();
  const session = createSession(model, store, { text, board, large, onRead, onDrawn });
  const measuring = createMeasuring(model, store, session.fail);
  const generation = createGeneration(model, store, session);

  function onDrawn() {
    options.onSelect?.(session.selection());
  }

  // actions of the reader

  function choose(at: Head) {
    const moved = at.layer !== get().at.layer;
    dispatch({ type: 'headChosen', at });
    void (moved ? session.drawLayer() : session.drawHead());
  }

  /** @param head index in the layer */
  function chooseHead(head: number) {
    const { at } = get();
    if (head !== at.head) choose({ ...at, head });
  }

  function chooseLayer(layer: number) {
    choose({ ...get().at, layer });
  }

  function chooseKind(kind: Kind) {
    dispatch({ type: 'kindChosen', kind });
    measuring.again();
    void session.drawMaps();
  }

  function remove(removed: readonly Head[]) {
    dispatch({ type: 'headsRemoved', removed });
    void session.refresh();
  }

  function chooseToken(position: number) {
    dispatch({ type: 'tokenChosen', position });
    void session.predict();
  }

  /** Reads the text again, with other tokens after it. */
  function rewrite(written: readonly Written[]) {
    dispatch({ type: 'textChanged', written });
    void session.refresh();
  }

  /** Continues the text with this token. */
  function take({ id, token }: Guess) {
    const { read, written, position } = get();
    if (!read) return;
    const kept = written.slice(0, position + 1 - given(read));
    rewrite([...kept, { id, name: token }]);
  }

  function chooseView(view: View) {
    dispatch({ type: 'viewChosen', view });
    options.onView?.(view);
    if (view === 'head' || view === 'lines') large.setView(view);
    else if (get().isBehind) rewrite(get().written);
  }

  // the screen

  let probe!: HTMLElement;
  const views = [
    { value: 'head', text: messages.viewMaps },
    { value: 'lines', text: messages.viewLines },
    { value: 'steps', text: messages.viewSteps },
    { value: 'causes', text: messages.viewCauses },
    ...(contacts ? [{ value: 'contacts', text: messages.viewContacts } as const] : []),
  ] as const;

  const tokens = ({ read, position }: TextState) => {
    const { ids = [], words, target = [], predicts = null } = read?.reading ?? {};
    const names = read?.names ?? [];
    const shown = read?.written ?? [];
    const canChoose = predicts !== null && predicts !== 'classes';
    const chosen = canChoose ? position : null;
    if (!isTwo) {
      const pieces = piecesOf(names, ids, words, shown);
      return inputTokens(messages.piecesLabel, pieces, chosen, chooseToken);
    }
    const decoder = piecesOf(read?.targets ?? [], target, undefined, shown);
    return [
      inputTokens(messages.piecesLabel, piecesOf(names, ids, words, []), null, null),
      inputTokens(messages.targetPiecesLabel, decoder, chosen, chooseToken),
    ];
  };

  const view = (state: TextState) => {
    const { at, kind, removed, read } = state;
    return html`<div class="models-shown" data-wide=${isWide(state)} data-view=${state.view}>
      ${modelHeader(model, options.onClose, state.stopped)}
      <span hidden ref=${(one: HTMLElement) => (probe = one)}></span>
      <div class="models-top">
        <div>
          ${text.element}
          ${tokens(state)}
          ${
            canWrite &&
            (read !== null || state.prediction.type === 'hidden') &&
            writingControls(state, messages, {
              press: generation.press,
              one: () => generation.write(1),
              drop: () => rewrite([]),
              setTemperature: (temperature) => dispatch({ type: 'temperatureChosen', temperature }),
              setSeed: (seed) => dispatch({ type: 'seedTyped', seed }),
            })
          }
          ${statusLine(state.status, messages)}
        </div>
        ${predictionBars(predictionOf(state, session.canWrite), opened.kind, messages, take)}
      </div>
      <div class="models-columns" data-empty=${state.isEmpty}>
        <section class="models-every">
          <h3>${messages.mapsLabel}</h3>
          <p class="models-hint">${messages.mapsAbout}</p>
          ${isTwo && kindChoice(kind, messages, chooseKind)}
          ${measuresView(state.measures, at, messages, {
            choose(name) {
              dispatch({ type: 'measureChosen', name });
              void measuring.measure();
            },
            sort: (isSorted) => dispatch({ type: 'measureSorted', isSorted }),
            flip(side, token) {
              dispatch({ type: 'measureTokenFlipped', side, token });
              void measuring.measure();
            },
            chooseHead: choose,
          })}
          ${board.element}
        </section>
        <section class="models-one">
          <div class="models-tools">
            ${headChoice(at, sizesOf(state, opened), messages, choose)}
            ${segments(messages.viewLabel, views, state.view, chooseView)}
            ${kind === 'self' && removeButton(at, removed, messages, remove)}
          </div>
          ${mapPart(state.part, read && sideOf(read, read.names), messages, (part) => {
            dispatch({ type: 'partChosen', part });
            void session.drawMaps();
          })}
          ${removedHeads(removed, messages, remove)}
          <div class="models-large" data-coming=${isComing(state, opened)}>
            ${placeholder({ ...state, isComing: isComing(state, opened) }, messages)}
            ${large.element}
          </div>
          ${steps.element}
          ${causes.element}
          ${contacts?.element}
        </section>
      </div>
    </div>`;
  };
  const { element, render } = createRoot(view(BEGINNING));
  const findRemoveButton = () => element.querySelector<HTMLElement>('.models-tools > .quiet');

  function changed(state: TextState, before: TextState) {
    const wasGuess = focusedIn(element)?.closest('.models-guesses');
    keepFocus(element, () => render(view(state)), findRemoveButton);
    if (wasGuess && state.prediction !== before.prediction) {
      element.querySelector<HTMLElement>('.models-guesses button')?.focus();
    }
    if (state.isBehind && state.written.length > before.written.length) {
      const list = [...element.querySelectorAll('.models-top .models-pieces')].at(-1);
      list?.scrollTo(0, list.scrollHeight);
    }
    drawBoard(state, before);
    large.hide(isWide(state));
    const sizes = sizesOf(state, opened);
    const { at, kind, read } = state;
    const isBehind = state.isBehind || state.arrived !== null;
    void steps.update(state.view === 'steps', read && { at, kind, read, sizes, isBehind });
    const asked = () => askedOf(state);
    if (isBehind) return;
    causes.update(state.view === 'causes', asked);
    contacts?.update(state.view === 'contacts', asked);
  }

  /** The question of the views of causes and contacts. */
  function askedOf({ read, position, removed, kind, theme }: TextState) {
    return read && { read, input: text.read() ?? {}, position, removed, kind, theme };
  }

  function drawBoard(state: TextState, before: TextState) {
    const { at, kind, removed, theme, measures } = state;
    board.resize(sizesOf(state, opened));
    board.update({ chosen: at, removed: kind === 'self' ? removed : NONE, theme });
    const { found, isSorted } = before.measures;
    if (measures.found !== found || measures.isSorted !== isSorted) board.mark(marksOf(measures));
  }

  const seeTheme = () => dispatch({ type: 'themeSeen', theme: themeAt(element, probe) });
  const unfollow = followAround(element, () => {
    if (element.isConnected) seeTheme();
  });

  return {
    element,
    start() {
      seeTheme();
      onDrawn();
      const first = views.find(({ value }) => value === options.view)?.value ?? 'head';
      if (first !== 'head') chooseView(first);
      return session.refresh();
    },
    stopped({ message }, onAgain) {
      session.stop();
      dispatch({ type: 'workerStopped', stopped: { detail: message, onAgain } });
    },
    text: text.value,
    dispose() {
      session.stop();
      dispatch({ type: 'writingDropped' });
      unfollow();
      text.stop();
      board.stop();
      large.dispose();
      steps.dispose();
      causes.dispose();
      contacts?.dispose();
    },
  };
}
