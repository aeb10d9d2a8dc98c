// Generation: writes a token at a time, with its alternatives.
// Each token adds a row to the map of every head. Writing continues from the chosen token, so a
// text can be continued from any token.

import { button, slider } from '../../ui/controls.ts';
import { roughText, shortText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { placesOf } from './state.ts';
import { last } from './tokens.ts';
import type { Template } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { OpenModel } from './open-model.ts';
import type { Session } from './session.ts';
import type { TextEvent, TextState, Writing } from './state.ts';
import type { Status } from './status.ts';
import type { Store } from './store.ts';
import type { Over, Sampling } from './worker-messages.ts';

const MOST_SEED = 2 ** 32 - 1;
const WARMEST = 2;

/** One press of a button that writes. */
interface Generation {
  run: number;
  /** number of the text that it continues */
  text: number;
}

/** @param onWritten called when a token was added */
export function createGeneration(
  { connection }: OpenModel,
  { get, dispatch }: Store<TextState, TextEvent>,
  session: Session,
) {
  /** resolves when the previous generation has ended */
  let ended = Promise.resolve();
  /** the present text and options of the worker's writer */
  let writerIs = '';

  const isDropped = ({ text }: Generation) => text !== get().writing.text;
  const isLatest = ({ run }: Generation) => run === get().writing.run;
  const isOn = (mine: Generation) => isLatest(mine) && get().writing.isOn;

  /** @param most number of tokens */
  function write(most: number) {
    if (get().writing.isOn) return;
    dispatch({ type: 'writingStarted' });
    const { run, text } = get().writing;
    ended = ended.then(() => generate({ run, text }, most));
  }

  async function generate(mine: Generation, most: number) {
    let over: Status = null;
    try {
      await begin(mine);
      over = await writeOn(mine, most);
    } catch (error) {
      writerIs = '';
      if (isDropped(mine)) return;
      session.fail(error);
      dispatch({ type: 'writingDropped' });
    } finally {
      dispatch({ type: 'writingEnded', run: mine.run });
    }
    if (isDropped(mine) || !isLatest(mine)) return;
    await session.refresh();
    if (over && isLatest(mine) && !isDropped(mine)) dispatch({ type: 'writingOver', status: over });
  }

  /** Restarts the worker's writer if it has another text or other options. */
  async function begin(mine: Generation) {
    if (isDropped(mine)) return;
    if (seedOf(get().writing) === null) dispatch({ type: 'seedTyped', seed: '0' });
    const { end, position } = placesOf(get());
    if (position === end && stampOf(get()) === writerIs) return session.outrun();
    if (position < end) {
      const { written } = get();
      dispatch({ type: 'rewound', written: written.slice(0, written.length - (end - position)) });
      await session.refresh();
    } else if (get().isBehind) await session.refresh();
    else await session.settled();
    if (isDropped(mine)) return;
    if (!get().read) return dispatch({ type: 'writingDropped' });
    dispatch({ type: 'textAsked' });
    session.outrun();
    await connection.ask('write', samplingOf(get().writing));
  }

  /** @returns why no more tokens follow; null: as requested */
  async function writeOn(mine: Generation, most: number): Promise<Status> {
    let [count, from] = [0, 0];
    while (isOn(mine) && !isDropped(mine) && count < most) {
      const { kind, at } = get();
      const pictures = session.isDrawn(); // thumbnails of all heads take some frames
      const question = { kind, layer: at.layer, pictures, goesOn: count + 1 < most };
      const step = await connection.ask('next', question);
      writerIs = '';
      if (isDropped(mine)) return null;
      if ('over' in step) {
        if (step.over !== 'limit' || count > 0) return overOf(step.over, count, get());
        await begin(mine);
        continue;
      }
      const now = performance.now();
      from ||= now;
      count++;
      const rate = count > 1 ? { count, milliseconds: now - from } : null;
      await session.add(at.layer === get().at.layer ? step : { ...step, map: null }, rate);
      if (isDropped(mine)) return null;
      writerIs = stampOf(get());
    }
    return null;
  }

  return {
    write,
    /** Writes on, or pauses. */
    press() {
      if (get().writing.isOn) dispatch({ type: 'writingPaused' });
      else write(Infinity);
    },
  };
}

/** @param count number of tokens in this request */
function overOf(over: Over['over'], count: number, { read }: TextState): Status {
  return { type: 'over', over, count: over === 'full' && read ? last(read) + 1 : count };
}

/** A key of the shown text and the generation's options. */
function stampOf({ read, written, removed, writing }: TextState) {
  const { ids, target } = read?.reading ?? {};
  const writtenIds = written.map(({ id }) => id);
  return JSON.stringify([samplingOf(writing), ids, target, writtenIds, removed]);
}

function samplingOf(writing: Writing): Sampling {
  return { temperature: writing.temperature, seed: seedOf(writing) ?? 0 };
}

/** The typed seed; null: it is invalid. */
function seedOf({ seed }: Writing) {
  const given = Number(seed);
  const fits = seed !== '' && Number.isInteger(given) && given >= 0 && given <= MOST_SEED;
  return fits ? given : null;
}

interface WritingActions {
  press: () => void;
  one: () => void;
  drop: () => void;
  setTemperature: (temperature: number) => void;
  setSeed: (seed: string) => void;
}

export function writingControls(
  state: TextState,
  messages: Messages,
  { press, one, drop, setTemperature, setSeed }: WritingActions,
): Template {
  const { isOn, temperature, seed, rate } = state.writing;
  const { end, position } = placesOf(state);
  const goesBack = position < end;
  const valueOf = ({ target }: Event) => (target as HTMLInputElement).value;
  const clear = ({ currentTarget }: Event) => {
    drop();
    // this button goes: the focus moves to the first one
    (currentTarget as HTMLElement).closest('.models-writing')?.querySelector('button')?.focus();
  };
  return html`<div class="models-writing">
    <div class="models-buttons">
      ${button(isOn ? messages.pause : goesBack ? messages.writeHere : messages.write, press, { look: 'primary', classes: 'models-main' })}
      ${
        // not `disabled`, which would take the focus from it
        button(messages.writeOne, one, { look: 'second', inactive: isOn })
      }
    </div>
    <div class="models-how">
      <label>
        <span>${messages.temperature}</span>
        ${slider({ min: 0, max: WARMEST, step: 0.1, value: temperature, slide: setTemperature })}
        <output class="tabular">${shortText(temperature, 1)}</output>
      </label>
      <label>
        <span>${messages.seed}</span>
        <input
          type="number"
          min="0"
          max=${MOST_SEED}
          step="1"
          inputmode="numeric"
          .value=${seed}
          @input=${(event: Event) => setSeed(valueOf(event))}
        />
      </label>
    </div>
    <div class="models-after">
      <p class="models-hint">${messages.writeAbout}</p>
      ${button(messages.writtenClear, clear, { look: 'link', hidden: state.written.length === 0 || isOn })}
    </div>
    <p class="models-rate tabular">${rate && rateText(rate, messages)}</p>
  </div>`;
}

function rateText({ count, milliseconds }: NonNullable<Writing['rate']>, messages: Messages) {
  const rate = roughText((1000 * (count - 1)) / milliseconds);
  return sayText(messages.writing, { count, rate });
}
