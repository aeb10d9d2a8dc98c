// An open model that reads images.
// It shows the image, its class, and the attention of every head of every layer from one patch.

import { createBoard } from '../../../elements/model-view/board.ts';
import { segments } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { followAround, themeAt } from '../../../ui/theme.ts';
import { headChoice, removeButton, removedHeads } from '../choices.ts';
import { keepFocus } from '../focus.ts';
import { placeholder } from '../coming.ts';
import { createLayerSteps } from '../steps.ts';
import { modelHeader } from '../model-header.ts';
import { predictionBars } from '../prediction-bars.ts';
import { statusLine } from '../status.ts';
import { createStore } from '../store.ts';
import { createImageCauses } from './causes-picture.ts';
import { createHeat } from './heat.ts';
import { mapCaption, queryTokens, sizeHint } from './image-caption.ts';
import { createImageSession } from './image-session.ts';
import { beginning, reduceImage } from './image-state.ts';
import { createPicture, hearImages } from './picture.ts';
import { prepare } from './prepare.ts';
import type { ImageInput } from 'headwise/models';
import type { Prediction } from '../prediction-bars.ts';
import type { ModelScreen, OpenModel, ScreenOptions } from '../open-model.ts';
import type { Head } from '../worker-messages.ts';
import type { ImageState, Way } from './image-state.ts';

/** Whether the chosen layer has no maps yet. */
const isComing = ({ arrived, at }: ImageState) => arrived !== null && at.layer >= arrived.count;

/** The prediction, which comes after the last layer, if the model has one. */
function predictionOf({ arrived, prediction, seen }: ImageState): Prediction {
  if (arrived === null || !seen) return prediction;
  if (!seen.predicts) return { type: 'none' };
  return { type: 'coming', arrived, token: '', predicts: seen.predicts, canWrite: false };
}

/** @param options.onSelect without a key: the whole row is shown */
export function createImageModel(model: OpenModel, options: ScreenOptions): ModelScreen {
  const { opened, messages } = model;
  const input = opened.image as ImageInput;
  const sizes = { layers: opened.config.numLayers, heads: opened.config.numHeads };
  const store = createStore(beginning(sizes.layers), reduceImage, changed);
  const { get, dispatch } = store;

  const board = createBoard({ messages, onChoose: choose });
  const heat = createHeat(messages, chooseQuery);
  const picture = createPicture(messages, (image) => {
    void session.show(() => prepare(image, input));
  });
  const session = createImageSession(model, store, { board, heat });
  const steps = createLayerSteps(model, {
    isImage: true,
    onHead(head) {
      const { at } = get();
      if (head !== at.head) choose({ ...at, head });
    },
    onLayer: (layer) => choose({ ...get().at, layer }),
  });

  const causes = createImageCauses(model, () => {
    const { seen, theme } = get();
    const image = session.image();
    return image && seen && { image, seen, theme };
  });

  function tell() {
    const { at, query } = get();
    options.onSelect?.({ ...at, query, key: null });
  }

  // actions of the reader

  function choose(at: Head) {
    dispatch({ type: 'headChosen', at });
    tell();
    void session.drawHeat();
  }

  function chooseQuery(query: number) {
    if (query === get().query) return;
    dispatch({ type: 'tokenChosen', query });
    tell();
    void session.drawAll();
  }

  function chooseWay(way: Way) {
    dispatch({ type: 'wayChosen', way });
    if (way !== 'steps' && way !== 'causes') void session.drawHeat();
  }

  function remove(removed: readonly Head[]) {
    dispatch({ type: 'headsRemoved', removed });
    void session.see();
  }

  // the screen

  let probe!: HTMLElement;
  const ways = [
    { value: 'head', text: messages.wayHead },
    { value: 'mean', text: messages.wayMean },
    { value: 'rollout', text: messages.wayRollout },
    { value: 'steps', text: messages.viewSteps },
    { value: 'causes', text: messages.viewCauses },
  ] as const;
  const about = {
    head: null,
    mean: messages.aboutMean,
    rollout: messages.aboutRollout,
    steps: null,
    causes: null,
  };

  const view = (state: ImageState) => {
    const { at, removed, query, way } = state;
    const isWide = way === 'steps' || way === 'causes';
    return html`<div class="models-shown" data-wide=${isWide} data-view=${way}>
      ${modelHeader(model, options.onClose, state.stopped)}
      <span hidden ref=${(one: HTMLElement) => (probe = one)}></span>
      <div class="models-top">
        <div>
          ${picture.element}
          ${sizeHint(state.size, input, messages)}
          ${statusLine(state.status, messages)}
        </div>
        ${predictionBars(predictionOf(state), opened.kind, messages, null)}
      </div>
      <div class="models-columns image-columns" data-empty=${state.isEmpty}>
        <section class="models-every">
          <h3>${messages.mapsLabel}</h3>
          <p class="models-hint">${messages.imageAbout}</p>
          ${board.element}
        </section>
        <section class="models-one">
          <div class="models-tools">
            ${headChoice(at, sizes, messages, choose)}
            ${segments(messages.wayLabel, ways, way, chooseWay)}
            ${removeButton(at, removed, messages, remove)}
          </div>
          ${removedHeads(removed, messages, remove)}
          <p class="models-hint" hidden=${!about[way]}>${about[way]}</p>
          ${queryTokens(input, query, messages, chooseQuery)}
          <div class="models-large" data-coming=${isComing(state)}>
            ${placeholder({ ...state, view: way, isComing: isComing(state) }, messages)}
            <div class="image-map">${heat.element} ${mapCaption(state.map, messages)}</div>
          </div>
          <p class="models-hint image-hint">${messages.lookChoose}</p>
          ${steps.element} ${causes.element}
        </section>
      </div>
    </div>`;
  };
  const { element, render } = createRoot(view(get()));
  const findRemoveButton = () => element.querySelector<HTMLElement>('.models-tools > .quiet');

  function changed(state: ImageState) {
    keepFocus(element, () => render(view(state)), findRemoveButton);
    const { at, removed, theme, read, way } = state;
    board.resize(sizes);
    board.update({ chosen: at, removed, theme });
    const isBehind = state.arrived !== null;
    const layer = read && { at, kind: 'self' as const, read, sizes, isBehind };
    void steps.update(way === 'steps', layer);
    if (isBehind) return;
    const input = {};
    causes.update(
      way === 'causes',
      () => read && { read, input, position: 0, removed, kind: 'self', theme },
    );
  }

  const seeTheme = () => dispatch({ type: 'themeSeen', theme: themeAt(element, probe) });
  const unfollow = followAround(element, () => {
    if (!element.isConnected) return;
    seeTheme();
    void session.drawHeat();
  });
  const stopHearing = hearImages(element, picture.takeFrom);

  return {
    element,
    async start() {
      seeTheme();
      tell();
      picture.start();
    },
    stopped({ message }, onAgain) {
      session.stop();
      dispatch({ type: 'workerStopped', stopped: { detail: message, onAgain } });
    },
    text: () => '',
    dispose() {
      session.stop();
      unfollow();
      stopHearing();
      board.stop();
      heat.stop();
      steps.dispose();
      causes.dispose();
    },
  };
}
