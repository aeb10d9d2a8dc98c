// Mounts a layer of an opened model in the lab's steps, with every number and its provenance.

/// <reference path="../../css.d.ts" />

import { createGivenActions, createGivenStore, framePartsOf } from '../../embed/given-lab.ts';
import { makeFrame } from '../../lab/frame.ts';
import { listenToKeys } from '../../lab/keys.ts';
import { watchAppearance } from '../../lab/appearance.ts';
import { createPanel } from '../../lab/panel/panel.ts';
import panelStyle from '../../lab/panel/panel.css';
import { createLiveRegion } from '../../lab/live-region.ts';
import { createSteps } from '../../lab/steps/steps.ts';
import { completeMessages } from '../../../words/en/lab-later.ts';
import { loadFirstLabWords } from '../../../words/lab.ts';
import { adopt } from '../../../ui/adopt.ts';
import { createRoot, html } from '../../../ui/template.ts';
import layerStyle from './layer.css';
import type { Answer } from '../../lab/answer/answer.ts';
import type { Preview } from '../../lab/frame.ts';

/**
 * @param options.isImage whether the model reads images, not words
 * @param options.onHead called when another head is chosen
 */
export async function mountLayer(
  root: HTMLElement,
  {
    language,
    answer,
    head,
    isImage = false,
    onHead,
  }: {
    language: string;
    answer: Answer;
    head: number;
    isImage?: boolean;
    onHead: (head: number) => void;
  },
) {
  const messages = { ...(await loadFirstLabWords(language)) };
  completeMessages(messages);
  if (isImage) {
    messages.stepEmbedding = messages.givenImage;
    messages.stepEmbeddingShort = messages.givenImageShort;
  }
  let shown = framePartsOf(answer);
  let preview: Preview | null = null;
  let scheduled = 0;
  const none = { query: null, key: null };
  const store = createGivenStore(
    { heads: answer.question.heads, selection: { head, ...none } },
    schedule,
    (selection) => onHead(selection.head),
  );
  const actions = createGivenActions({
    store,
    messages,
    frame,
    schedule,
    say: (sentence) => liveRegion.say(sentence),
    preview: () => preview,
    setPreview(next) {
      preview = next;
    },
    settle: () => schedule(),
  });
  const steps = createSteps(messages, actions);
  const panel = createPanel(messages, actions);
  const liveRegion = createLiveRegion();
  let main!: HTMLElement;
  const { element } = createRoot(
    html`<div class="headwise-lab layer-steps" tabindex="-1">
      <div class="stage">
        <div class="main" ref=${(one: HTMLElement) => (main = one)}>${steps.element}</div>
        ${panel.element}
      </div>
      ${liveRegion.element}
    </div>`,
  );
  const appearance = watchAppearance(element, main, steps.element, null, schedule, render);

  function frame() {
    const state = store.get();
    return makeFrame({ ...shown, state, preview, messages, look: appearance.look() });
  }

  function schedule() {
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    const now = frame();
    element.style.setProperty('--head', now.mark);
    steps.update(now);
    panel.update(now);
  }

  root.append(element);
  const dropStyles = adopt(root, [panelStyle, ...steps.styles, layerStyle]);
  listenToKeys(element, actions);
  appearance.start();
  store.change({ view: 'steps' }, 'change');

  return {
    /** Shows another layer, another text or another head, without the numbers followed before. */
    show(next: Answer, of: number) {
      const state = store.get();
      const { layer, heads } = next.question;
      preview = null;
      if (next === shown.answer) {
        if (of === state.selection.head) return;
        return store.restore(
          { ...state, trail: [], selection: { ...state.selection, head: of } },
          0,
        );
      }
      shown = framePartsOf(next);
      store.restore({ ...state, layer, heads, trail: [], selection: { head: of, ...none } }, 0);
    },
    dispose() {
      cancelAnimationFrame(scheduled);
      steps.leave();
      appearance.stop();
      panel.dispose();
      element.remove();
      dropStyles();
    },
  };
}
