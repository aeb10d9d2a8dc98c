// An open model: its text, what it predicts, its heads, and those that are removed. Whatever changes is computed again.

import { createBoard } from '../../elements/model-view/board.js';
import { createLarge } from '../../elements/model-view/large.js';
import { h } from '../../elements/shared/dom.js';
import { followAround, themeAt } from '../../elements/shared/theme.js';
import { createAnswer } from './answer.js';
import { createChoices } from './choices.js';
import { createPieces } from './pieces.js';
import { createSession } from './session.js';
import { sizesText } from './sizes.js';
import { createText } from './text.js';

/**
 * @typedef {import('./worker.js').Head} Head
 *
 * @param {object} options
 * @param {import('./connection.js').Connection} options.connection
 * @param {import('./connection.js').Opened} options.opened
 * @param {string} options.name
 * @param {string} options.language
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {string} [options.text] to begin with
 * @param {() => void} [options.onClose]
 */
export function createShown({ connection, opened, name, language, messages, ...more }) {
  /** @type {import('./session.js').Shown} */
  const state = { at: { layer: 0, head: 0 }, kind: 'self', removed: [], position: 0 };
  const status = h('p', { class: 'models-status', role: 'status' });
  const text = createText({
    ...{ opened, messages, text: more.text },
    onChange: () => void session.refresh(),
  });
  const pieces = createPieces({
    messages,
    onChoose(position) {
      state.position = position;
      void session.predict();
    },
  });
  const answer = createAnswer(messages, opened);
  const large = createLarge({
    language,
    messages,
    onChange({ head }) {
      if (head !== state.at.head) choose({ ...state.at, head });
    },
  });
  const heads = createBoard({ messages, onChoose: choose });
  const choices = createChoices({
    ...{ messages, opened, choose },
    setKind(kind) {
      Object.assign(state, { kind, at: { layer: 0, head: 0 } });
      look();
      void session.drawMaps();
    },
    remove(removed) {
      state.removed = removed;
      look();
      void session.refresh();
    },
  });
  const parts = { status, text, pieces, answer, heads, large };
  const session = createSession(connection, opened, messages, state, parts);
  const probe = h('span', { hidden: true });
  const element = h(
    'div',
    { class: 'models-shown' },
    h(
      'div',
      { class: 'models-head' },
      h('h2', { tabindex: '-1' }, name),
      more.onClose &&
        h('button', { type: 'button', class: 'quiet', onclick: more.onClose }, messages.close),
    ),
    h('p', { class: 'models-about' }, sizesText(opened, messages)),
    h(
      'div',
      { class: 'models-top' },
      h('div', null, text.element, pieces.element, status),
      answer.element,
    ),
    h(
      'div',
      { class: 'models-columns' },
      h(
        'section',
        { class: 'models-every' },
        h('h3', null, messages.mapsLabel),
        h('p', { class: 'models-hint' }, messages.mapsAbout),
        choices.kinds,
        heads.element,
      ),
      h(
        'section',
        { class: 'models-one' },
        h('div', { class: 'models-tools' }, choices.element, large.toggle, choices.toggle),
        choices.removed,
        large.element,
      ),
    ),
    probe,
  );
  const unfollow = followAround(element, () => {
    if (element.isConnected) look();
  });

  /** What is chosen and removed, everywhere that it shows. */
  function look() {
    const sizes = session.sizes();
    const removed = state.kind === 'self' ? state.removed : [];
    heads.resize(sizes);
    heads.update({ chosen: state.at, removed, theme: themeAt(element, probe) });
    choices.update({ ...state, sizes });
  }

  /** @param {Head} at */
  function choose(at) {
    const moved = at.layer !== state.at.layer;
    state.at = at;
    look();
    void (moved ? session.drawLayer() : session.drawHead());
  }

  return {
    element,
    start() {
      look();
      return session.refresh();
    },
    dispose() {
      session.stop();
      unfollow();
      text.stop();
      heads.stop();
      large.dispose();
    },
  };
}
