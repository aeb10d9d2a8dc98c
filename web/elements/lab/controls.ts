// Controls of the model, its layer, the heads and the causal mask.
// The layer is for trained models, the number of heads for untrained ones.

import { ENGLISH, GRAMMAR, HEAD_CHOICES, UNTRAINED } from './state/state.ts';
import { fillText, h, rove, setAttribute, setText } from '../../ui/dom.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Actions, Frame } from './frame.ts';
import type { LabState } from './state/state.ts';
import type { Source } from './answer/source.ts';

export function createControls(messages: Messages, actions: Actions) {
  const models = choice(messages.modelLabel, 'models');
  const layers = choice(messages.layerLabel, 'layers');
  const heads = choice(messages.headsLabel, 'head-choices');
  heads.offer(HEAD_CHOICES.map((count) => ({ value: count, text: String(count) })));
  models.onChoose((name) => actions.choose(String(name)));
  layers.onChoose((layer) => actions.change({ layer: Number(layer) }));
  heads.onChoose((count) => actions.change({ heads: Number(count) }));
  const causal = h('input', {
    type: 'checkbox',
    role: 'switch',
    onchange: () => actions.change({ causal: causal.checked }),
  });
  const mask = h(
    'label',
    { class: 'switch', title: messages.causalHint },
    causal,
    h('span', null, messages.causalLabel),
  );
  for (const one of [layers.element, heads.element, mask]) one.hidden = true;
  // on narrow screens, a line with the present choices opens the rest
  const toggle = h('button', {
    type: 'button',
    class: 'quiet controls-toggle',
    'aria-expanded': 'false',
    onclick() {
      const opened = toggle.getAttribute('aria-expanded') === 'true';
      toggle.setAttribute('aria-expanded', String(!opened));
    },
  });
  const element = h(
    'div',
    { class: 'controls' },
    toggle,
    models.element,
    layers.element,
    heads.element,
    mask,
  );

  return {
    element,
    update({ state, source, model, offered, awaited, layer }: Frame) {
      // a lesson needs one trained model
      const both = offered.includes(ENGLISH) && (!state.lesson || state.model === ENGLISH);
      const shown = MODELS.filter(([name]) => offered.includes(name) && (both || name !== ENGLISH));
      models.offer(
        shown.map(([name, said]) => {
          const isOnlyOne = name === GRAMMAR && !both;
          return { value: name, text: messages[isOnlyOne ? 'modelTrained' : said] };
        }),
      );
      // the other source computes if the model does not know all words
      models.press(awaited || source.name);
      models.element.hidden = isGiven(model.name) || shown.length === 1;
      if (awaited === '') showChoices(state, source, model, layer);
      const chosen = [
        !models.element.hidden && models.pressed(),
        !layers.element.hidden && `${messages.layerLabel} ${layers.pressed()}`,
        !heads.element.hidden && `${messages.headsLabel} ${heads.pressed()}`,
      ];
      setText(toggle, chosen.filter(Boolean).join(' · ') || messages.causalLabel);
      toggle.hidden = [models.element, layers.element, heads.element, mask].every(
        ({ hidden }) => hidden,
      );
    },
  };

  /** The choices that a model leaves. While one is loading, the previous model's choices. */
  function showChoices(state: LabState, source: Source, model: Source, layer: number) {
    layers.offer(
      Array.from({ length: source.layers }, (_, at) => ({
        value: at,
        text: String(at + 1),
        label: fillText(messages.layerOf, { layer: at + 1, layers: source.layers }),
      })),
    );
    layers.press(layer);
    layers.element.hidden = source.layers === 1;
    heads.press(state.heads);
    heads.element.hidden = source.fixed !== null;
    // two sentences have no common order of tokens
    mask.hidden = model.fixed?.causal !== undefined && state.second === null;
    causal.checked = state.causal;
  }
}

/** The name of each model, in the order of the list. */
const MODELS = [
  [ENGLISH, 'modelEnglish'],
  [GRAMMAR, 'modelGrammar'],
  [UNTRAINED, 'modelUntrained'],
] as const;

/** @param name name of a source that a page gave: it has no other name */
const isGiven = (name: string) => name === 'given';

/** A row of buttons, one of them pressed, with a label in front. */
function choice(label: string, kind: string) {
  const segments = h('div', { class: 'segments', role: 'group', 'aria-label': label });
  rove(segments);
  const element = h(
    'div',
    { class: `control ${kind}` },
    h('span', { 'aria-hidden': 'true' }, label),
    segments,
  );
  let values: readonly (string | number)[] = [];
  let chosen: (value: string | number) => void = () => {};
  return {
    element,
    onChoose(listener: (value: string | number) => void) {
      chosen = listener;
    },
    offer(offered: readonly { value: string | number; text: string; label?: string }[]) {
      const next = offered.map(({ value }) => value);
      if (next.length === values.length && next.every((value, i) => value === values[i])) return;
      values = next;
      segments.replaceChildren(
        ...offered.map(({ value, text, label: said }) =>
          h('button', { type: 'button', 'aria-label': said, onclick: () => chosen(value) }, text),
        ),
      );
    },
    pressed: () => segments.querySelector('[aria-pressed=true]')?.textContent ?? '',
    press(value: string | number) {
      [...segments.children].forEach((button, i) => {
        setAttribute(button, 'aria-pressed', String(values[i] === value));
        setAttribute(button, 'tabindex', values[i] === value ? '0' : '-1');
      });
    },
  };
}
