// The heads view: blending, legend, and maps or numbers.

import { createBlendControls } from '../blend/blend-controls.ts';
import { fillText, h, rove, setText } from '../../../ui/dom.ts';
import { createLegend } from './legend-line.ts';
import { createMapStage } from './map-stage.ts';
import { createEnlargedHeader } from './enlarged-header.ts';
import { ENGLISH } from '../state/state.ts';
import { createTable } from '../tables/table.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Source } from '../answer/source.ts';

export function createHeads(messages: Messages, actions: Actions) {
  const reseed = h(
    'button',
    { type: 'button', class: 'link', onclick: () => actions.reseed() },
    messages.reseed,
  );
  const said = h('span', null);
  const words = h('p', {
    class: 'known-words',
    lang: 'en',
    role: 'group',
    'aria-label': messages.modelWordsInsert,
  });
  rove(words);
  let offered: readonly string[] | null = null;
  const known = h('details', { class: 'why' }, h('summary', null, messages.modelWords), words);
  const note = h('div', { class: 'note' }, h('p', null, said, ' ', reseed, known));
  const blend = createBlendControls(messages, actions);
  const legend = createLegend(messages);
  const header = createEnlargedHeader(messages, actions);
  const stage = createMapStage(messages, actions);
  const table = createTable(messages);
  const element = h(
    'section',
    { class: 'heads' },
    h('h2', { class: 'spoken' }, messages.headsTitle),
    h('div', { class: 'view-tools' }, blend.element, legend.element),
    header.element,
    stage.element,
    table.element,
    note,
  );
  function describe({ name, trained, words: all, measured }: Source) {
    if (name === ENGLISH) return messages.trainedEnglish;
    if (all) return fillText(messages.trained, { count: all.length, measured });
    return trained ? messages.trainedGiven : messages.untrained;
  }

  function wordButton(word: string, index: number) {
    const tabindex = index === 0 ? '0' : '-1';
    return h('button', { type: 'button', tabindex, onclick: () => actions.insert(word) }, word);
  }

  return {
    element,
    isDrawn: stage.isDrawn,
    arrive: stage.arrive,
    exported: async (frame: Frame) => (await import('../lazy-bundle.ts')).exportHeads(frame),
    update(frame: Frame) {
      // while an answer is awaited, the previous answer's heads are shown
      const source = frame.answer?.question.source ?? frame.source;
      setText(said, describe(source));
      reseed.hidden = source.trained;
      known.hidden = source.words === null;
      if (source.words !== null && source.words !== offered) {
        offered = source.words;
        words.replaceChildren(...offered.map(wordButton));
      }
      blend.update(frame);
      legend.update(frame);
      header.update(frame);
      stage.update(frame);
      table.update(frame);
      legend.nameAxes(stage.axesAreUnnamed());
    },
  };
}
