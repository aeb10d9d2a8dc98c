// The heads view: blending, legend, and maps or numbers.

import { createBlendControls } from '../blend/blend-controls.ts';
import { rove } from '../../../ui/controls.ts';
import { createMemo } from '../../../ui/memo.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { createLegend } from './legend-line.ts';
import { createMapStage } from './map-stage.ts';
import { createEnlargedHeader } from './enlarged-header.ts';
import { ENGLISH } from '../state/state.ts';
import { createTable } from '../tables/table.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Source } from '../answer/source.ts';

export function createHeads(messages: Messages, actions: Actions) {
  const blend = createBlendControls(messages, actions);
  const legend = createLegend(messages);
  const header = createEnlargedHeader(messages, actions);
  const stage = createMapStage(messages, actions);
  const table = createTable(messages);
  /** hundreds of buttons, which a pointer over a map need not compare */
  const wordButtons = createMemo<HTMLElement>();

  function view(source: Source | null) {
    const words = source?.words;
    return html`<section class="heads">
      <h2 class="spoken">${messages.headsTitle}</h2>
      <div class="view-tools">${blend.element}${legend.element}</div>
      ${header.element}
      ${stage.element}
      ${table.element}
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
          ${
            words &&
            wordButtons([words], () => createRoot(knownWords(messages, actions, words)).element)
          }
        </p>
      </div>
    </section>`;
  }

  const root = createRoot(view(null));

  return {
    element: root.element,
    isDrawn: stage.isDrawn,
    arrive: stage.arrive,
    exported: async (frame: Frame) => (await import('../lazy-bundle.ts')).exportHeads(frame),
    update(frame: Frame) {
      // while an answer is awaited, the previous answer's heads are shown
      root.render(view(frame.answer?.question.source ?? frame.source));
      blend.update(frame);
      legend.update(frame);
      header.update(frame);
      stage.update(frame);
      table.update(frame);
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
