// Writing: a token at a time, each with what else might have stood there, and a new row in the map of every head. It goes on
// from the token that is chosen, so a text can be taken up again at any place.

import { fillText, h, setAttribute, setText } from '../../elements/shared/dom.js';
import { roughText, shortText } from '../../elements/shared/format.js';
import { given, last } from './tokens.js';

const MOST_SEED = 2 ** 32 - 1;
const WARMEST = 2;

/**
 * @typedef {import('./session.js').Shown} Shown
 *
 * @param {object} options
 * @param {import('./messages/en.js').Messages} options.messages
 * @param {import('./connection.js').Connection} options.connection
 * @param {ReturnType<typeof import('./session.js').createSession>} options.session
 * @param {Shown} options.state
 * @param {HTMLElement} options.status
 */
export function createWriting({ messages, connection, session, state, status }) {
  const controls = createControls(messages, {
    press,
    look,
    drop,
    one: () => void write(1),
  });
  /** Writing, until it is false. */
  let isOn = false;
  /** Whether what is still on its way is of no use. */
  let isDropped = false;
  /** Of the writer in the worker: the text that it is at, and how it writes. */
  let writerIs = '';

  /** Where it would go on, and where the text ends. */
  function places() {
    const read = session.read();
    const end = read ? last(read, state) : 0;
    const position = state.position ?? end;
    return { end, position: read && position < given(read) - 1 ? end : position };
  }

  function look() {
    const { end, position } = places();
    controls.update({ isOn, goesBack: position < end, hasWritten: state.written.length > 0 });
  }

  function press() {
    if (isOn) isOn = false;
    else void write(Infinity);
  }

  function drop() {
    Object.assign(state, { written: [], position: null });
    void session.refresh().then(look);
    controls.focus();
  }

  /** @param {number} most tokens */
  async function write(most) {
    if (isOn) return;
    [isOn, isDropped] = [true, false];
    look();
    let isOver = false;
    try {
      await begin();
      isOver = await writeOn(most);
    } catch (error) {
      writerIs = '';
      session.fail(error);
      isDropped = true;
    }
    isOn = false;
    look();
    if (isDropped) return;
    await session.refresh();
    if (isOver && !isOn) setText(status, messages.writtenEnd);
  }

  /** Where the writer of the worker is elsewhere, or writes otherwise, it begins again. */
  async function begin() {
    const { end, position } = places();
    if (position === end && stampOf() === writerIs) return session.stop();
    setText(status, messages.computing);
    if (position < end) {
      state.written = state.written.slice(0, state.written.length - (end - position));
      await session.refresh();
    } else await session.settled();
    session.stop();
    await connection.write(controls.how());
  }

  /** @param {number} most @returns {Promise<boolean>} whether it wrote all that it can */
  async function writeOn(most) {
    let [count, from] = [0, 0];
    while (isOn && count < most) {
      const { kind, at } = state;
      const step = await connection.next({ kind, layer: at.layer });
      writerIs = '';
      if (isDropped) return false;
      if (!step) return true;
      from ||= performance.now();
      await session.add(step);
      writerIs = stampOf();
      count++;
      if (count > 1) sayHow(count, count - 1, performance.now() - from);
      look();
    }
    return false;
  }

  /** The text that is shown, and how it would go on. */
  function stampOf() {
    const { names, targets } = session.read() ?? {};
    return JSON.stringify([controls.how(), names, targets, state.written, state.removed]);
  }

  /** @param {number} count @param {number} steps @param {number} time ms of these */
  function sayHow(count, steps, time) {
    const rate = roughText((1000 * steps) / time);
    setText(status, fillText(messages.writing, { count, rate }));
  }

  look();
  return {
    element: controls.element,
    look,
    /** What is written stays; no more follows. */
    stop() {
      [isOn, isDropped] = [false, true];
    },
  };
}

/**
 * @param {import('./messages/en.js').Messages} messages
 * @param {Record<'press' | 'one' | 'drop' | 'look', () => void>} on
 */
function createControls(messages, on) {
  const go = h('button', { type: 'button', class: 'models-main', onclick: on.press });
  const one = h('button', { type: 'button', class: 'models-second', onclick: on.one });
  const clear = h(
    'button',
    { type: 'button', class: 'link', onclick: on.drop },
    messages.writtenClear,
  );
  one.append(messages.writeOne);
  const temperature = h('input', {
    ...{ type: 'range', min: '0', max: String(WARMEST), step: '0.1', value: '0' },
    oninput: on.look,
  });
  const warmth = h('output', { class: 'tabular' });
  const seed = h('input', {
    ...{ type: 'number', min: '0', max: String(MOST_SEED), step: '1', value: '0' },
    inputmode: 'numeric',
  });
  const hint = h('p', { class: 'models-hint' }, messages.writeAbout);
  const element = h(
    'div',
    { class: 'models-writing' },
    h('div', { class: 'models-buttons' }, go, one, clear),
    h(
      'div',
      { class: 'models-how' },
      h('label', null, h('span', null, messages.temperature), temperature, warmth),
      h('label', null, h('span', null, messages.seed), seed),
    ),
    hint,
  );

  function how() {
    const given = Number(seed.value);
    const isSeed = seed.value !== '' && Number.isInteger(given) && given >= 0 && given <= MOST_SEED;
    if (!isSeed) seed.value = '0';
    return { temperature: Number(temperature.value), seed: isSeed ? given : 0 };
  }

  return {
    element,
    /** How it is to write: what is no seed becomes 0. */
    how,
    focus: () => go.focus(),
    /** @param {{ isOn: boolean, goesBack: boolean, hasWritten: boolean }} now */
    update({ isOn, goesBack, hasWritten }) {
      setText(go, isOn ? messages.pause : goesBack ? messages.writeHere : messages.write);
      setText(warmth, shortText(Number(temperature.value), 1));
      setAttribute(clear, 'hidden', hasWritten && !isOn ? null : '');
      one.disabled = isOn;
    },
  };
}
