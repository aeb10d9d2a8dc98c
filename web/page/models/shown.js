// An open text model: its text, prediction, heads, and removed heads.
// Every change is computed again.

import { createBoard } from '../../elements/model-view/board.js';
import { createLarge } from '../../elements/model-view/large.js';
import { h, setText } from '../../elements/shared/dom.js';
import { createAnswer } from './answer.js';
import { createChoices } from './choices.js';
import { createFrame } from './frame.js';
import { createMeasures } from './measures.js';
import { createPieces } from './pieces.js';
import { createSession } from './session.js';
import { createSides } from './sides.js';
import { createLayerSteps } from './steps.js';
import { createText } from './text.js';
import { given, sideOf } from './tokens.js';
import { createWriting } from './writing.js';

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
 * @param {(selection: import('./session.js').Selection) => void} [options.onSelect]
 * @param {() => void} [options.onClose]
 */
export function createShown({ connection, opened, name, language, messages, ...more }) {
  const state = begun();
  const parts = createParts(
    { ...{ opened, messages, language }, text: more.text },
    {
      ...{ place, choose },
      onRead(isThere) {
        columns.toggleAttribute('data-empty', !isThere);
        if (isThere) look();
        measures.again();
      },
      ...{ head: chooseHead, select: () => more.onSelect?.(session.selection()) },
      showSteps: (is) => steps.show(is),
      edit: () => rewrite([]),
      take({ id, token }) {
        const read = session.read();
        if (!read) return;
        const kept = state.written.slice(0, Number(state.position) + 1 - given(read));
        rewrite([...kept, { id, name: token }]);
      },
    },
  );
  const session = createSession(connection, opened, messages, state, parts);
  const measures = createMeasures({
    ...{ connection, session, messages, state, choose },
    board: parts.heads,
  });
  const onWritten = () => steps.look();
  const writing =
    opened.kind === 'encoder'
      ? null
      : createWriting({ connection, session, messages, state, status: parts.status, onWritten });
  const { choices, sides } = createTools(
    { opened, messages, session, state, measures },
    { choose, change, look },
  );
  const steps = createLayerSteps({
    ...{ connection, session, state, messages, language, name, onHead: chooseHead },
    again: () => rewrite([...state.written]),
  });
  const frame = createFrame({ name, opened, messages, onClose: more.onClose });
  const { top, columns } = arrange(
    { ...parts, choices, writing, measures, sides, steps },
    messages,
  );
  frame.element.append(top, columns);
  const unfollow = frame.follow(look);

  /** Something else than more tokens is wanted. @param {Partial<typeof state>} next */
  function change(next) {
    writing?.stop();
    Object.assign(state, next);
    look();
  }

  /** @param {import('./session.js').Written[]} written */
  function rewrite(written) {
    change({ written, position: null });
    void session.refresh().then(() => writing?.look());
  }

  /** @param {number} position */
  function place(position) {
    change({ position });
    void session.predict();
  }

  /** What is chosen and removed, everywhere that it shows. */
  function look() {
    const sizes = session.sizes();
    const removed = state.kind === 'self' ? state.removed : [];
    parts.heads.resize(sizes);
    parts.heads.update({ chosen: state.at, removed, theme: frame.theme() });
    choices.update({ ...state, sizes });
    const read = session.read();
    if (read) sides.update(state.part, sideOf(read, read.names));
    measures.look();
    writing?.look();
    steps.look();
  }

  /** @param {number} head of the layer */
  function chooseHead(head) {
    if (head !== state.at.head) choose({ ...state.at, head });
  }

  /** @param {Head} at */
  function choose(at) {
    const moved = at.layer !== state.at.layer;
    state.at = at;
    look();
    void (moved ? session.drawLayer() : session.drawHead());
  }

  return {
    element: frame.element,
    start() {
      look();
      parts.onDrawn();
      return session.refresh().then(() => writing?.look());
    },
    /** The worker has ended by itself. @param {Error} error @param {() => void} onAgain opens it once more */
    stopped(error, onAgain) {
      writing?.stop();
      session.stop();
      setText(parts.status, '');
      frame.stopped(error, onAgain);
    },
    text: parts.text.value,
    dispose() {
      writing?.stop();
      session.stop();
      unfollow();
      parts.text.stop();
      parts.heads.stop();
      parts.large.dispose();
      steps.dispose();
    },
  };
}

/**
 * @param {Pick<Parameters<typeof createShown>[0], 'opened' | 'messages' | 'language' | 'text'>} options
 * @param {object} on
 * @param {(isThere: boolean) => void} on.onRead
 * @param {() => void} on.edit the text is another
 * @param {(position: number) => void} on.place
 * @param {(guess: import('./connection.js').Guess) => void} on.take continues the text with this token
 * @param {(at: Head) => void} on.choose
 * @param {(head: number) => void} on.head another one of the layer
 * @param {() => void} on.select
 * @param {(is: boolean) => void} on.showSteps in place of the maps
 */
function createParts({ opened, messages, language, text: begin }, on) {
  const isTwo = opened.kind === 'encoder-decoder';
  const label = messages.piecesLabel;
  const pieces = createPieces({ label, onChoose: isTwo ? null : on.place });
  const decoder = isTwo
    ? createPieces({ label: messages.targetPiecesLabel, onChoose: on.place })
    : null;
  const text = createText({ opened, messages, text: begin, onChange: on.edit });
  const answer = createAnswer(messages, opened, on.take);
  const heads = createBoard({ messages, onChoose: on.choose });
  const more = { text: messages.viewSteps, show: on.showSteps };
  const large = createLarge({
    ...{ language, messages, more },
    onChange({ head }) {
      on.head(head);
      on.select();
    },
  });
  const status = h('p', { class: 'models-status', role: 'status' });
  const { onRead, select: onDrawn } = on;
  return { ...{ status, text, pieces, decoder, answer, large, heads }, onRead, onDrawn };
}

/**
 * The shown part of a model's attention, and the removed heads.
 *
 * @param {object} of
 * @param {import('./connection.js').Opened} of.opened
 * @param {import('./messages/en.js').Messages} of.messages
 * @param {ReturnType<typeof createSession>} of.session
 * @param {import('./session.js').Shown} of.state
 * @param {ReturnType<typeof createMeasures>} of.measures
 * @param {object} on
 * @param {(at: Head) => void} on.choose
 * @param {(next: Partial<import('./session.js').Shown>) => void} on.change
 * @param {() => void} on.look
 */
function createTools({ opened, messages, session, state, measures }, { choose, change, look }) {
  const choices = createChoices({
    ...{ messages, opened, choose },
    setKind(kind) {
      change({ kind, at: { layer: 0, head: 0 } });
      measures.again();
      void session.drawMaps();
    },
    remove(removed) {
      change({ removed });
      void session.refresh();
    },
  });
  const sides = createSides(messages, (part) => {
    state.part = { ...state.part, ...part };
    look();
    void session.drawMaps();
  });
  return { choices, sides };
}

/** What is chosen before anything else is. @returns {import('./session.js').Shown} */
function begun() {
  return {
    at: { layer: 0, head: 0 },
    kind: 'self',
    removed: [],
    position: null,
    written: [],
    part: { pair: null, whole: false },
  };
}

/**
 * @param {any} parts
 * @param {import('./messages/en.js').Messages} messages
 */
function arrange(
  { measures, sides, status, writing, answer, choices, heads, large, steps, ...parts },
  messages,
) {
  const { text, pieces, decoder } = parts;
  const read = h('div', null, text.element, pieces.element, decoder?.element);
  read.append(...[writing?.element, status].filter(Boolean));
  return {
    top: h('div', { class: 'models-top' }, read, answer.element),
    columns: h(
      'div',
      { class: 'models-columns' },
      h(
        'section',
        { class: 'models-every' },
        h('h3', null, messages.mapsLabel),
        h('p', { class: 'models-hint' }, messages.mapsAbout),
        choices.kinds,
        measures.element,
        heads.element,
      ),
      h(
        'section',
        { class: 'models-one' },
        h('div', { class: 'models-tools' }, choices.element, large.toggle, choices.toggle),
        sides.element,
        choices.removed,
        large.element,
        steps.element,
      ),
    ),
  };
}
