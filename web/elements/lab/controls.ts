// The menu of the model: which one, its layer, the heads and the causal mask.
// A lesson has its rows beside each other instead. The layer is for trained models, the number of
// heads for untrained ones.

import { ENGLISH, GRAMMAR, HEAD_CHOICES, UNTRAINED } from './state/state.ts';
import { button, segments } from '../../ui/controls.ts';
import { createDisclosure } from '../../ui/disclosure.ts';
import { createRoot, html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import type { Choice } from '../../ui/controls.ts';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';

/** The name of each model, in the order of the list. */
const MODELS = [
  [ENGLISH, 'modelEnglish'],
  [GRAMMAR, 'modelGrammar'],
  [UNTRAINED, 'modelUntrained'],
] as const;

/** @param name name of a source that a page gave: it has no other name */
const isGiven = (name: string) => name === 'given';

/** A row of buttons with a label in front. */
interface Row<T> {
  label: string;
  /** name of a class */
  kind: string;
  hidden: boolean;
  choices: readonly (Choice<T> & { text: string })[];
  chosen: T | null;
  choose: (value: T) => void;
}

/** @param overview the overview of all heads, as soon as it is loaded */
export function createControls(messages: Messages, actions: Actions, overview: () => Child) {
  let frame: Frame | null = null;
  /** the newest frame without a model to come, which has the choices until that model is there */
  let ready: Frame | null = null;
  const menu = createDisclosure(
    () => root.element,
    () => root.render(view()),
  );

  function modelsOf(frame: Frame | null): Row<string> {
    const { state, offered = [] } = frame ?? {};
    // a lesson needs one trained model
    const both = offered.includes(ENGLISH) && (!state?.lesson || state.model === ENGLISH);
    const shown = MODELS.filter(([name]) => offered.includes(name) && (both || name !== ENGLISH));
    return {
      label: messages.modelLabel,
      kind: 'models',
      hidden: frame !== null && (isGiven(frame.model.name) || shown.length === 1),
      choices: shown.map(([value, name]) => ({
        value,
        text: messages[value === GRAMMAR && !both ? 'modelTrained' : name],
      })),
      // the other source computes if the model does not know all words
      chosen: frame && (frame.awaited || frame.source.name),
      choose: actions.choose,
    };
  }

  function layersOf(frame: Frame | null): Row<number> {
    const layers = frame?.source.layers ?? 1;
    return {
      label: messages.layerLabel,
      kind: 'layers',
      hidden: layers === 1,
      choices: Array.from({ length: layers }, (_, at) => ({
        value: at,
        text: String(at + 1),
        label: sayText(messages.layerOf, { layer: at + 1, layers }),
      })),
      chosen: frame && frame.layer,
      choose: (layer) => actions.change({ layer }),
    };
  }

  function headsOf(frame: Frame | null): Row<number> {
    return {
      label: messages.headsLabel,
      kind: 'head-choices',
      hidden: !frame || frame.source.fixed !== null,
      choices: HEAD_CHOICES.map((value) => ({ value, text: String(value) })),
      chosen: frame && frame.state.heads,
      choose: (heads) => actions.change({ heads }),
    };
  }

  function view() {
    const models = modelsOf(frame);
    const layers = layersOf(ready);
    const heads = headsOf(ready);
    // two sentences have no common order of tokens
    const isMaskFixed =
      !ready || (ready.model.fixed?.causal !== undefined && ready.state.second === null);
    const present = [
      !models.hidden && textOf(models),
      !layers.hidden && `${layers.label} ${textOf(layers)}`,
      !heads.hidden && `${heads.label} ${textOf(heads)}`,
    ].filter(Boolean);
    return html`<div class="controls" @keydown=${menu.closeByKey}>
      ${button(
        present.length > 0
          ? html`<span class="menu-name">${messages.modelLabel}</span>${' '}
                <span class="menu-chosen">${present.join(' · ')}</span>`
          : messages.causalLabel,
        menu.toggle,
        {
          look: 'quiet',
          classes: 'menu-toggle',
          expanded: menu.isOpen(),
          hidden: isMaskFixed && models.hidden && layers.hidden && heads.hidden,
        },
      )}
      <div class="controls-menu" data-open=${menu.isOpen()}>
        ${rowView(models)}${rowView(layers)}${rowView(heads)}
        <label class="switch" title=${messages.causalHint} hidden=${isMaskFixed}>
          <input
            type="checkbox"
            role="switch"
            .checked=${frame?.state.causal ?? false}
            @change=${(event: Event) =>
              actions.change({ causal: (event.target as HTMLInputElement).checked })}
          />
          <span>${messages.causalLabel}</span>
        </label>
        ${overview()}
      </div>
    </div>`;
  }

  const root = createRoot(view());
  return {
    element: root.element,
    update(next: Frame) {
      frame = next;
      if (next.awaited === '') ready = next;
      root.render(view());
    },
    dispose: menu.close,
  };
}

const textOf = <T>({ choices, chosen }: Row<T>) =>
  choices.find(({ value }) => value === chosen)?.text ?? '';

function rowView<T>({ label, kind, hidden, choices, chosen, choose }: Row<T>) {
  return html`<div class="control ${kind}" hidden=${hidden}>
    <span aria-hidden="true">${label}</span>${segments(label, choices, chosen, choose)}
  </div>`;
}
