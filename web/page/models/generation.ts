// Generation: writes a token at a time, with its alternatives.
// Each token adds a row to the map of every head. Writing continues from the chosen token, so a
// text can be continued from any token.

import { fillText, h, setAttribute, setText } from '../../ui/dom.ts';
import { roughText, shortText } from '../../ui/format.ts';
import { given, last } from './tokens.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Connection } from './connection.ts';
import type { Over } from './worker-messages.ts';
import type { Read } from './tokens.ts';
import type { Shown } from './session.ts';

const MOST_SEED = 2 ** 32 - 1;
const WARMEST = 2;

interface Writing {
  /** until it is paused, or ends */
  isOn: boolean;
  /** number of the text that it continues: when another is shown, late answers are dropped */
  text: number;
}

/** @param options.onWritten called when a token was added */
export function createGeneration({
  messages,
  connection,
  session,
  state,
  status,
  onWritten,
}: {
  messages: Messages;
  connection: Connection;
  session: ReturnType<typeof import('./session.ts').createSession>;
  state: Shown;
  status: HTMLElement;
  onWritten: () => void;
}) {
  const controls = createControls(messages, { press, look, drop, one: () => write(1) });
  /** the present generation, or the last one */
  let now: Writing = { isOn: false, text: 0 };
  /** number of texts so far */
  let text = 0;
  /** resolves when the previous generation has ended */
  let ended = Promise.resolve();
  /** the present text and options of the worker's writer */
  let writerIs = '';

  const places = () => placesOf(session.read(), state);
  const stamp = () => stampOf(session.read(), state, controls.how());

  function look() {
    const { end, position } = places();
    const hasWritten = state.written.length > 0;
    controls.update({ isOn: now.isOn, goesBack: position < end, hasWritten });
  }

  function press() {
    if (!now.isOn) return write(Infinity);
    now.isOn = false;
    look();
  }

  /** Stops writing; the written tokens stay. */
  function stop() {
    now.isOn = false;
    text++;
  }

  function drop() {
    stop();
    Object.assign(state, { written: [], position: null });
    void session.refresh().then(look);
    controls.focus();
  }

  /** @param most number of tokens */
  function write(most: number) {
    if (now.isOn) return;
    const mine = (now = { isOn: true, text });
    look();
    ended = ended.then(() => run(mine, most));
  }
  const isDropped = (mine: Writing) => mine.text !== text;

  /** @param most number of tokens */
  async function run(mine: Writing, most: number) {
    let over = '';
    try {
      await begin(mine);
      over = await writeOn(mine, most);
    } catch (error) {
      writerIs = '';
      if (isDropped(mine)) return;
      session.fail(error);
      stop();
    } finally {
      mine.isOn = false;
      look();
    }
    if (isDropped(mine) || now !== mine) return;
    await session.refresh();
    if (over && now === mine && !isDropped(mine)) setText(status, over);
  }

  /** Restarts the worker's writer if it has another text or other options. */
  async function begin(mine: Writing) {
    if (isDropped(mine)) return;
    const { end, position } = places();
    if (position === end && stamp() === writerIs) return session.stop();
    if (position < end) {
      state.written = state.written.slice(0, state.written.length - (end - position));
      await session.refresh();
    } else await session.settled();
    if (isDropped(mine)) return;
    if (!session.read()) return stop();
    setText(status, messages.computing);
    session.stop();
    await connection.ask('write', controls.how());
  }

  /** @returns why no more tokens follow; empty: as requested */
  async function writeOn(mine: Writing, most: number): Promise<string> {
    let [count, from] = [0, 0];
    while (mine.isOn && !isDropped(mine) && count < most) {
      const { kind, at } = state;
      const pictures = session.isDrawn(); // thumbnails of all heads take some frames
      const step = await connection.ask('next', { kind, layer: at.layer, pictures });
      writerIs = '';
      if (isDropped(mine)) return '';
      if ('over' in step) {
        if (step.over !== 'limit' || count > 0) {
          return overText(step.over, { count, size: places().end + 1 }, messages);
        }
        await begin(mine);
        continue;
      }
      from ||= performance.now();
      await session.add(at.layer === state.at.layer ? step : { ...step, map: null });
      if (isDropped(mine)) return '';
      onWritten();
      writerIs = stamp();
      count++;
      if (count > 1) {
        setText(status, ''); // the line is announced
        controls.showRate(count, performance.now() - from);
      }
      look();
    }
    return '';
  }

  look();
  return { element: controls.element, look, stop };
}

/**
 * Why no more tokens follow.
 *
 * @param written count: in this request; size: of the whole text
 */
function overText(
  over: Over['over'],
  { count, size }: { count: number; size: number },
  { writtenEnd, writtenFull, writtenLimit }: Messages,
) {
  if (over === 'end') return writtenEnd;
  return over === 'full'
    ? fillText(writtenFull, { count: size })
    : fillText(writtenLimit, { count });
}

/** The token after which it would continue, and the end of the text. */
function placesOf(read: Read | null, state: Shown) {
  const end = read ? last(read, state) : 0;
  const position = state.position ?? end;
  return { end, position: read && position < given(read) - 1 ? end : position };
}

/** A key of the shown text and the generation's options. */
function stampOf(
  read: Read | null,
  { written, removed }: Shown,
  how: { temperature: number; seed: number },
) {
  const { ids, target } = read?.reading ?? {};
  return JSON.stringify([how, ids, target, written.map(({ id }) => id), removed]);
}

function createControls(
  messages: Messages,
  on: Record<'press' | 'one' | 'drop' | 'look', () => void>,
) {
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
  const rate = h('p', { class: 'models-rate tabular' });
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
    rate,
  );

  function how() {
    const given = Number(seed.value);
    const isSeed = seed.value !== '' && Number.isInteger(given) && given >= 0 && given <= MOST_SEED;
    if (!isSeed) seed.value = '0';
    return { temperature: Number(temperature.value), seed: isSeed ? given : 0 };
  }

  return {
    element,
    /** The generation's options: an invalid seed becomes 0. */
    how,
    focus: () => go.focus(),
    /**
     * @param count number of tokens written
     * @param time ms since the first
     */
    showRate(count: number, time: number) {
      const speed = roughText((1000 * (count - 1)) / time);
      setText(rate, fillText(messages.writing, { count, rate: speed }));
    },
    update({
      isOn,
      goesBack,
      hasWritten,
    }: {
      isOn: boolean;
      goesBack: boolean;
      hasWritten: boolean;
    }) {
      setText(go, isOn ? messages.pause : goesBack ? messages.writeHere : messages.write);
      setText(warmth, shortText(Number(temperature.value), 1));
      setAttribute(clear, 'hidden', hasWritten && !isOn ? null : '');
      if (!isOn) setText(rate, '');
      setAttribute(one, 'aria-disabled', isOn ? 'true' : null); // disabled, it would lose the focus
    },
  };
}
