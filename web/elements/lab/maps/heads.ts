// The heads view: blending, legend, and maps or numbers.

import { createBlendControls } from '../blend/blend-controls.ts';
import { rove } from '../../../ui/controls.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { createLegend } from './legend-line.ts';
import { createMapStage } from './map-stage.ts';
import { ENGLISH } from '../state/state.ts';
import { lazyView } from '../lazy.ts';
import type { Template } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Source } from '../answer/source.ts';
import type { View } from '../state/state.ts';

export function createHeads(messages: Messages, actions: Actions) {
  const blend = createBlendControls(messages, actions);
  const legend = createLegend(messages);
  const header = lazyView(async () => {
    const { createEnlargedHeader } = await import('../lazy-bundle.ts');
    return createEnlargedHeader(messages, actions);
  }, actions);
  const stage = createMapStage(messages, actions);
  const table = lazyView(async () => {
    const { createTable } = await import('../lazy-bundle.ts');
    return createTable(messages);
  }, actions);
  /** hundreds of buttons, which a pointer over a map need not compare */
  const wordButtons = createMemo<Template>();

  function view(source: Source | null, shown: View) {
    const words = source?.words;
    return html`<section class="heads">
      <h2 class="spoken">${messages.headsTitle}</h2>
      <div class="view-tools">${blend.element}${legend.element}</div>
      <div hidden=${shown === 'heads'}>${header.element}</div>
      ${stage.element}
      <div hidden=${shown !== 'table'}>${table.element}</div>
      <div class="note">
        <p>
          <span>${source && aboutWeights(messages, source)}</span>${' '}
          <button
            type="button"
            class="link"
            hidden=${source?.trained}
            @click=${() => actions.reseed()}
          >
            ${messages.reseed}
          </button>
          ${words && wordButtons([words], () => knownWords(messages, actions, words))}
        </p>
      </div>
    </section>`;
  }

  const root = createRoot(view(null, 'heads'));

  return {
    element: root.element,
    isDrawn: () => [stage, header, table].every(({ isDrawn }) => isDrawn?.() !== false),
    arrive: stage.arrive,
    dispose() {
      header.dispose?.();
      table.dispose?.();
    },
    exported: async (frame: Frame) => (await import('../lazy-bundle.ts')).exportHeads(frame),
    update(frame: Frame) {
      // while an answer is awaited, the previous answer's heads are shown
      const { view: shown } = frame.state;
      root.render(view(frame.answer?.question.source ?? frame.source, shown));
      blend.update(frame);
      legend.update(frame);
      if (shown !== 'heads') header.update(frame);
      stage.update(frame);
      if (shown === 'table') table.update(frame);
      legend.nameAxes(stage.axesAreUnnamed());
    },
  };
}

/** Where the weights come from. */
function aboutWeights(messages: Messages, { name, trained, words, measured }: Source) {
  if (name === ENGLISH) return messages.trainedEnglish;
  if (words) return sayText(messages.trained, { count: words.length, measured });
  return trained ? messages.trainedGiven : messages.untrained;
}

/** The words of a small model: a click inserts one. */
function knownWords(messages: Messages, actions: Actions, words: readonly string[]) {
  return html`<details class="why">
    <summary>${messages.modelWords}</summary>
    <p
      class="known-words"
      lang="en"
      role="group"
      aria-label=${messages.modelWordsInsert}
      ref=${rove}
    >
      ${words.map(
        (word, i) => html`<button
          type="button"
          tabindex=${i === 0 ? 0 : -1}
          @click=${() => actions.insert(word)}
        >
          ${word}
        </button>`,
      )}
    </p>
  </details>`;
}
