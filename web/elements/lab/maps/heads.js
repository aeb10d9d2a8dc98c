// The heads view: blending, legend, and maps or numbers.

import { createBlendBar } from '../blend/bar.js';
import { fillText, h, rove, setText } from '../../shared/dom.js';
import { createLegend } from './legend-line.js';
import { createMapStage } from './map-stage.js';
import { createStrip } from './strip.js';
import { ENGLISH } from '../state/state.js';
import { createTable } from '../tables/table.js';

/**
 * @param {import('../../messages/en.js').Messages} messages
 * @param {import('../frame.js').Actions} actions
 */
export function createHeads(messages, actions) {
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
  /** @type {readonly string[] | null} */
  let offered = null;
  const known = h('details', { class: 'why' }, h('summary', null, messages.modelWords), words);
  const note = h('div', { class: 'note' }, h('p', null, said, ' ', reseed, known));
  const blend = createBlendBar(messages, actions);
  const legend = createLegend(messages);
  const strip = createStrip(messages, actions);
  const stage = createMapStage(messages, actions);
  const table = createTable(messages);
  const element = h(
    'section',
    { class: 'heads' },
    h('h2', { class: 'spoken' }, messages.headsTitle),
    h('div', { class: 'view-tools' }, blend.element, legend.element),
    strip.element,
    stage.element,
    table.element,
    note,
  );
  /** @param {import('../answer/source.js').Source} source */
  function describe({ name, trained, words: all, measured }) {
    if (name === ENGLISH) return messages.trainedEnglish;
    if (all) return fillText(messages.trained, { count: all.length, measured });
    return trained ? messages.trainedGiven : messages.untrained;
  }

  /**
   * @param {string} word
   * @param {number} index
   */
  function wordButton(word, index) {
    const tabindex = index === 0 ? '0' : '-1';
    return h('button', { type: 'button', tabindex, onclick: () => actions.insert(word) }, word);
  }

  return {
    element,
    isDrawn: stage.isDrawn,
    arrive: stage.arrive,
    /** @param {import('../frame.js').Frame} frame */
    exported: async (frame) => (await import('../extras.js')).exportHeads(frame),
    /** @param {import('../frame.js').Frame} frame */
    update(frame) {
      // while an answer is awaited, the heads are those of the one before
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
      strip.update(frame);
      stage.update(frame);
      table.update(frame);
      legend.nameAxes(stage.axesAreUnnamed());
    },
  };
}
