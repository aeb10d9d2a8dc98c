// The heads of a model at one step: maps, roles and checkboxes. The maps are of the shown sequence.

import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { card, cellAt, nameAt, paintMap } from './card.ts';
import { createMapCanvases } from './map-canvases.ts';
import type { Look as LabLook } from '../lab/frame.ts';
import type { Cell, Place } from './card.ts';
import type { MapCanvas } from './map-canvases.ts';
import type { Shown as Sequence } from './tasks.ts';
import type { Texts } from './texts.ts';
import type { Look } from './training-model.ts';

const GAP = 12;
const LEAST_CARD = 104;
/** Largest cards: of one layer in a row, of several in rows that share the window, and of rows of two. */
const [MOST_CARD, MOST_STACKED, MOST_PAIRED] = [168, 140, 260];
const LARGE_CARD = 460;

export interface Shown {
  seen: Look;
  sequence: Sequence;
  positional: Readonly<Record<string, number>>;
  layers: number;
  heads: number;
  causal: boolean;
  /** `layer.head` of each removed head */
  removed: ReadonlySet<string>;
  look: LabLook;
}

/**
 * @param toggle null: heads cannot be removed
 * @param alone what the head of each layer is called, where there is one; null: by its number
 */
export function createHeadCards(
  texts: Texts,
  toggle: ((head: string, takesPart: boolean) => void) | null,
  alone: string | null = null,
) {
  const [canvasesOf, largeCanvasesOf] = [createMapCanvases(), createMapCanvases()];
  /** the canvas of each head, by its name */
  const maps: Map<string, HTMLCanvasElement> = new Map();
  const state = {
    shown: null as Shown | null,
    /** name of the head whose map is enlarged; '' for none */
    large: '',
    hovered: null as ({ name: string } & Cell) | null,
    /** width of the parts, in CSS pixels */
    room: 0,
    width: 0,
  };
  /** Inputs of the painted maps. Unchanged maps are not painted again, which would cost most of a drawing's time. */
  let painted: readonly unknown[] = [];
  const root = createRoot(view());
  const { element } = root;

  function view() {
    const { shown, width } = state;
    return html`<div class="training-layers" vars=${{ '--card': `${Math.floor(width)}px` }}>
      ${shown && countTo(shown.layers).map((layer) => layerOf(shown, layer))}
    </div>`;
  }

  function layerOf(shown: Shown, layer: number) {
    const title = sayText(texts.words.layer, { layer: layer + 1 });
    return html`<section class="training-layer">
      ${shown.layers > 1 && html`<h3>${title}</h3>`}
      <div class="training-cards">
        ${countTo(shown.heads).map((head) => cardOf(shown, { layer, head }))}
      </div>
    </section>`;
  }

  function cardOf(shown: Shown, place: Place) {
    const name = nameAt(place);
    const { large, hovered } = state;
    return card(texts, shown, place, {
      title: alone,
      isLarge: large === name,
      hovered: hovered?.name === name ? hovered : null,
      toggle: toggle && ((takesPart) => toggle(name, takesPart)),
      enlarge() {
        state.large = state.large === name ? '' : name;
        update(shown);
      },
      hover(x, y) {
        const cell = cellAt(shown, canvasFor(shown, name), x, y);
        state.hovered = cell && { name, ...cell };
        root.render(view());
      },
      leave() {
        state.hovered = null;
        root.render(view());
      },
      mount: (canvas) => maps.set(name, canvas),
    });
  }

  /** The parts that a head's map shares with others of its size. */
  function canvasFor(shown: Shown, name: string): MapCanvas {
    const { large, room, width } = state;
    if (name !== large) return canvasesOf(shown, width);
    return largeCanvasesOf(shown, Math.min(LARGE_CARD, room));
  }

  function update(shown: Shown) {
    const { layers, heads } = shown;
    const isOther = layers !== state.shown?.layers || heads !== state.shown.heads;
    if (isOther) {
      state.large = '';
      painted = [];
    }
    if (shown.sequence !== state.shown?.sequence) state.hovered = null;
    state.shown = shown;
    state.room = Math.floor(element.getBoundingClientRect().width);
    // four, or two: rows of three would leave one head alone
    const fits = state.room + GAP >= 4 * (LEAST_CARD + GAP) ? 4 : 2;
    const columns = Math.min(heads, fits);
    const most = fits === 2 ? MOST_PAIRED : layers > 1 ? MOST_STACKED : MOST_CARD;
    state.width = Math.min(most, (state.room - (columns - 1) * GAP) / columns);
    root.render(view());
    const { seen, removed } = shown;
    const from = [seen, canvasesOf(shown, state.width), [...removed].join(), state.large];
    if (from.every((value, i) => value === painted[i])) return;
    painted = from;
    for (const layer of countTo(layers)) {
      for (const head of countTo(heads)) {
        const name = nameAt({ layer, head });
        const canvas = maps.get(name) as HTMLCanvasElement;
        paintMap(canvas, shown, { layer, head }, canvasFor(shown, name));
      }
    }
  }

  return { element, update };
}

const countTo = (count: number) => Array.from({ length: count }, (_, i) => i);
