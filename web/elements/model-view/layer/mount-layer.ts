// Mounts a layer of an opened model in the lab's steps, with every number and its provenance.

/// <reference path="../../css.d.ts" />

import { adopt } from '../../../ui/adopt.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { chooseScale } from '../../../views/scale.ts';
import { completeMessages } from '../../../words/en/lab-later.ts';
import { loadFirstLabWords } from '../../../words/lab.ts';
import { SHEET_BELOW } from '../../lab/appearance.ts';
import { stepOf } from '../../lab/answer/cells.ts';
import { stepsOf } from '../../lab/answer/layer-steps.ts';
import { makeLayerFrame } from '../../lab/frame.ts';
import { sentenceOfLayer } from '../../lab/live-region.ts';
import { mountView } from '../../lab/mount-view.ts';
import panelStyle from '../../lab/panel/panel.css';
import { createPanel } from '../../lab/panel/panel.ts';
import { createLayerActions } from '../../lab/selection-actions.ts';
import { DEFAULT_STATE } from '../../lab/state/state.ts';
import { createSteps } from '../../lab/steps/steps.ts';
import layerStyle from './layer.css';
import type { Messages } from '../../../words/en/lab.ts';
import type { Answer } from '../../lab/answer/answer.ts';
import type { LayerActions, LayerFrame, LayerState } from '../../lab/frame.ts';

const { numbers, solo, trail, step, allHeads } = DEFAULT_STATE;
const STATE = { view: 'steps', numbers, solo, trail, step, allHeads } as const;

/**
 * @param options.isImage whether the model reads images, not words
 * @param options.onHead called when another head is chosen
 * @param options.onLayer called when a number of another layer is followed; `show` then gets that layer
 */
export async function mountLayer(
  root: HTMLElement,
  {
    language,
    answer,
    head,
    isImage = false,
    onHead,
    onLayer,
  }: {
    language: string;
    answer: Answer;
    head: number;
    isImage?: boolean;
    onHead: (head: number) => void;
    onLayer: (layer: number) => void;
  },
) {
  const messages = { ...(await loadFirstLabWords(language)) };
  completeMessages(messages);
  if (isImage) {
    messages.stepEmbedding = messages.givenImage;
    messages.stepEmbeddingShort = messages.givenImageShort;
  }
  let shown = shownOf(answer);
  const none = { query: null, key: null };
  /** the followed number of another layer, until its layer is shown */
  let awaited: Partial<LayerState> | null = null;
  let announce!: () => void;
  const view = mountView<LayerState, LayerFrame>(root, {
    messages,
    state: { ...STATE, layer: answer.question.layer, selection: { head, ...none } },
    create(needs) {
      const steps = () => stepsOf(shown.block);
      const change = (part: Partial<LayerState>) => {
        const { layer } = part;
        if (layer === undefined || layer === needs.get().layer) return needs.change(part);
        awaited = part;
        onLayer(layer);
      };
      announce = () => needs.say(needs.sentence);
      const actions = createLayerActions({ ...needs, change, steps, settle: needs.schedule });
      return createParts(root, messages, actions);
    },
    frame: (now) => makeLayerFrame({ ...shown.parts, ...now }, shown.block),
    sentence: sentenceOfLayer,
    onSelection: (selection) => onHead(selection.head),
  });

  return {
    /** Shows another layer, another text or another head, without the numbers followed before. */
    show(next: Answer, of: number) {
      const { selection } = view.get();
      if (next !== shown.parts.answer) {
        shown = shownOf(next);
        const { layer } = next.question;
        const { trail = [], selection: found } = awaited?.layer === layer ? (awaited ?? {}) : {};
        awaited = null;
        const cell = trail.at(-1);
        view.reset({
          ...{ layer, trail },
          selection: { ...(found ?? none), head: of },
          ...(cell && { step: stepOf(cell, stepsOf(shown.block)) }),
        });
        if (cell) announce();
      } else if (of !== selection.head) {
        view.reset({ trail: [], selection: { ...selection, head: of } });
      }
    },
    dispose: view.dispose,
  };
}

function shownOf(answer: Answer) {
  const scale = chooseScale(answer.attention);
  return { parts: { answer, scale }, block: answer.question.source.block };
}

function createParts(root: HTMLElement, messages: Messages, actions: LayerActions) {
  const aside = createRoot(html`<div class="step-aside"></div>`).element;
  const steps = createSteps(messages, actions, aside);
  const panel = createPanel(messages, actions);
  let main!: HTMLElement;
  let stage!: HTMLElement;
  const { element } = createRoot(
    html`<div class="headwise-lab layer-steps" tabindex="-1" data-compute="true">
      <div class="stage" ref=${(one: HTMLElement) => (stage = one)}>
        <div class="main" ref=${(one: HTMLElement) => (main = one)}>${steps.element}</div>
      </div>
    </div>`,
  );
  return {
    element,
    main,
    views: steps.element,
    letGo: actions.letGo,
    adoptStyles: () => adopt(root, [panelStyle, ...steps.styles, layerStyle]),
    update(frame: LayerFrame) {
      steps.update(frame);
      const place = frame.look.size.width >= SHEET_BELOW ? aside : stage;
      if (panel.element.parentElement !== place) place.append(panel.element);
      panel.update(frame);
    },
    dispose() {
      steps.leave();
      panel.dispose();
    },
  };
}
