// The heads view: blending, legend, and maps or numbers.

import { button } from '../../../ui/controls.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { createLegend } from './legend-line.ts';
import { createMapStage } from './map-stage.ts';
import { ENGLISH } from '../state/state.ts';
import { lazyFinder, lazyView } from '../lazy.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Source } from '../answer/source.ts';
import type { View } from '../state/state.ts';

export function createHeads(messages: Messages, actions: Actions) {
  const blend = lazyFinder(
    async () => {
      const { createBlendControls } = await import('../lazy-bundle.ts');
      return createBlendControls(messages, actions);
    },
    ({ more, state }: Frame) => more || state.mix !== null || state.compare !== null,
    arrived,
  );
  const words = lazyFinder(
    async () => {
      const { createKnownWords } = await import('../lazy-bundle.ts');
      return createKnownWords(messages, actions);
    },
    ({ more }: Frame) => more,
    arrived,
  );
  let last: Frame | null = null;
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

  function arrived() {
    if (last) update(last);
    actions.drawn();
  }

  function view(source: Source | null, shown: View) {
    return html`<section class="heads">
      <h2 class="spoken">${messages.headsTitle}</h2>
      ${blend.element()}
      <div hidden=${shown === 'heads'}>${header.element}</div>
      ${stage.element}
      <div hidden=${shown !== 'table'}>${table.element}</div>
      ${legend.element}
      <div class="note">
        <p>
          <span>${source && aboutWeights(messages, source)}</span>${' '}
          ${button(messages.reseed, () => actions.reseed(), { look: 'link', hidden: source?.trained })}
          ${words.element()}
        </p>
      </div>
    </section>`;
  }

  const root = createRoot(view(null, 'heads'));

  function update(frame: Frame) {
    last = frame;
    // while an answer is awaited, the previous answer's heads are shown
    const { view: shown } = frame.state;
    blend.update(frame);
    words.update(frame);
    root.render(view(frame.answer?.question.source ?? frame.source, shown));
    legend.update(frame);
    if (shown !== 'heads') header.update(frame);
    stage.update(frame);
    if (shown === 'table') table.update(frame);
    legend.nameAxes(stage.axesAreUnnamed());
  }

  return {
    element: root.element,
    isDrawn: () =>
      [blend, words, stage, header, table].every(({ isDrawn }) => isDrawn?.() !== false),
    arrive: stage.arrive,
    dispose() {
      blend.dispose();
      words.dispose();
      header.dispose?.();
      table.dispose?.();
    },
    exported: async (frame: Frame) => (await import('../lazy-bundle.ts')).exportHeads(frame),
    update,
  };
}

/** Where the weights come from. */
function aboutWeights(messages: Messages, { name, trained, words, measured }: Source) {
  if (name === ENGLISH) return messages.trainedEnglish;
  if (words) return sayText(messages.trained, { count: words.length, measured });
  return trained ? messages.trainedGiven : messages.untrained;
}
