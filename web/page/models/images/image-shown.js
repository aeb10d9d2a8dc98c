// An open model that reads images.
// It shows the image, its class, and the attention of every head of every layer from one patch.

import { createBoard } from '../../../elements/model-view/board.js';
import { h } from '../../../elements/shared/dom.js';
import { createAnswer } from '../answer.js';
import { createChoices } from '../choices.js';
import { createLayerSteps } from '../steps.js';
import { createFrame } from '../frame.js';
import { createHeat } from './heat.js';
import { createPicture, hearImages } from './picture.js';
import { readOf } from './place.js';
import { prepare } from './prepare.js';
import { createSaid, createWays } from './said.js';
import { createViewing } from './viewing.js';

/**
 * @typedef {import('../worker.js').Head} Head
 * @typedef {import('../messages/en.js').Messages} Messages
 */

/**
 * @param {object} options
 * @param {import('../connection.js').Connection} options.connection
 * @param {import('../connection.js').Opened} options.opened
 * @param {string} options.name
 * @param {string} options.language
 * @param {Messages} options.messages
 * @param {(selection: import('../session.js').Selection) => void} [options.onSelect] without a key: the whole row is shown
 * @param {() => void} [options.onClose]
 */
export function createImageShown({ connection, opened, name, language, messages, ...on }) {
  const input = /** @type {import('headwise/models').ImageInput} */ (opened.image);
  const sizes = { layers: opened.config.numLayers, heads: opened.config.numHeads };
  /** @type {import('./viewing.js').Shown} */
  const state = {
    at: { layer: sizes.layers - 1, head: 0 },
    ...{ kind: 'self', removed: [], query: 0, way: 'head' },
    ...{ position: null, written: [], part: { pair: null, whole: false } },
  };
  /** The tokens of the image. @type {import('../tokens.js').Read | null} */
  let read = null;
  const frame = createFrame({ name, opened, messages, onClose: on.onClose });
  const board = createBoard({ messages, onChoose: choose });
  const choices = createChoices({
    ...{ messages, opened, choose, setKind() {} },
    remove(removed) {
      state.removed = removed;
      look();
      void viewing.see();
    },
  });
  const answer = createAnswer(messages, opened, () => {});
  const heat = createHeat(messages, (query) => from(query));
  const picture = createPicture(messages, (given) => {
    void viewing.show(() => prepare(given, input));
  });
  const ways = createWays(messages, (way) => {
    state.way = way;
    steps.show(way === 'steps');
    look();
    void viewing.drawHeat();
  });
  const said = createSaid(messages, input, (query) => from(query));
  const shows = { board, answer, heat, said, theme: frame.theme, onSeen };
  const viewing = createViewing(connection, sizes, messages, state, shows);
  const session = { read: () => read, isBehind: () => false, sizes: () => sizes };
  const steps = createLayerSteps({
    ...{ connection, session, state, messages, language, name, isImage: true, again() {} },
    onHead(head) {
      if (head !== state.at.head) choose({ ...state.at, head });
    },
  });
  const { top, columns } = arrange(
    { picture, said, answer, choices, board, ways, heat, steps },
    messages,
  );
  frame.element.append(top, columns);
  const unfollow = frame.follow(() => {
    look();
    void viewing.drawHeat();
  });
  const stopHearing = hearImages(frame.element, picture.takeFrom);

  /** @param {import('./place.js').Seen | null} seen */
  function onSeen(seen) {
    columns.toggleAttribute('data-empty', seen === null);
    read = seen && readOf(seen, messages);
    if (seen) steps.look();
  }

  function look() {
    board.resize(sizes);
    board.update({ chosen: state.at, removed: state.removed, theme: frame.theme() });
    choices.update({ ...state, sizes });
    ways.update(state.way);
    steps.look();
  }

  const tell = () => on.onSelect?.({ ...state.at, query: state.query, key: null });

  /** @param {Head} at */
  function choose(at) {
    state.at = at;
    look();
    tell();
    void viewing.drawHeat();
  }

  /** @param {number} query */
  function from(query) {
    if (query === state.query) return;
    state.query = query;
    tell();
    void viewing.drawAll();
  }

  return {
    element: frame.element,
    async start() {
      look();
      tell();
      picture.start();
    },
    /** @param {Error} error @param {() => void} onAgain */
    stopped(error, onAgain) {
      viewing.stop();
      said.status('');
      frame.stopped(error, onAgain);
    },
    text: () => '',
    dispose() {
      viewing.stop();
      unfollow();
      stopHearing();
      board.stop();
      heat.stop();
      steps.dispose();
    },
  };
}

/**
 * @param {any} parts
 * @param {Messages} messages
 */
function arrange({ picture, said, answer, choices, board, ways, heat, steps }, messages) {
  const left = h('div', null, picture.element, ...said.top);
  return {
    top: h('div', { class: 'models-top' }, left, answer.element),
    columns: h(
      'div',
      { class: 'models-columns image-columns' },
      h(
        'section',
        { class: 'models-every' },
        h('h3', null, messages.mapsLabel),
        h('p', { class: 'models-hint' }, messages.imageAbout),
        board.element,
      ),
      h(
        'section',
        { class: 'models-one' },
        h('div', { class: 'models-tools' }, choices.element, ways.element, choices.toggle),
        choices.removed,
        ways.hint,
        said.tokens,
        heat.element,
        said.looks,
        h('p', { class: 'models-hint image-hint' }, messages.lookChoose),
        steps.element,
      ),
    ),
  };
}
