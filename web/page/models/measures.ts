// Measures of heads: marks on thumbnails, order, and the top heads.
// Each top head is compared with a baseline, a head that cannot distinguish words.

import { button, rove, toggle } from '../../ui/controls.ts';
import { shortText } from '../../ui/format.ts';
import { html, keyed } from '../../ui/template.ts';
import { ownWords, sayText } from '../../ui/text.ts';
import { select } from '../../elements/model-view/select.ts';
import { headName, isSame } from './choices.ts';
import { chosenTokens } from './state.ts';
import { axesOf, visible } from './tokens.ts';
import type { Template } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { OpenModel } from './open-model.ts';
import type { Measures, TextEvent, TextState } from './state.ts';
import type { Store } from './store.ts';
import type { Head, Measured } from './worker-messages.ts';

/** Names in headStatistics(); 'tokens' means the chosen tokens. */
const NAMES = [
  'entropy',
  'distance',
  'firstToken',
  'separator',
  'sameToken',
  'previousToken',
  'nextToken',
  'induction',
  'duplicate',
  'written',
  'tokens',
] as const;

export type MeasureName = (typeof NAMES)[number];

/** Measures without the range 0 to 1. */
const WIDE: readonly MeasureName[] = ['entropy', 'distance'];
const LISTED = 5;

/** Asks the worker for the chosen measure. */
export function createMeasuring(
  { connection }: OpenModel,
  { get, dispatch }: Store<TextState, TextEvent>,
  fail: (error: unknown) => void,
) {
  /** statistics of the present text */
  const statistics: Map<MeasureName, Promise<Measured[]>> = new Map();
  let asked = 0;

  async function measure() {
    const mine = ++asked;
    const { read, kind, isBehind, measures } = get();
    const { name } = measures;
    const canAsk = name !== 'tokens' || !isBehind; // tokens that the model writes are measured when it ends
    const isOn = name !== null && kind === 'self' && read !== null && canAsk;
    if (isOn && name === 'tokens') {
      dispatch({ type: 'measuring', tokens: axesOf(read, kind).decoder });
    }
    try {
      const found = isOn ? await ask(name) : [];
      if (mine === asked) dispatch({ type: 'measured', found });
    } catch (error) {
      if (mine !== asked) return;
      statistics.clear();
      fail(error);
    }
  }

  async function ask(name: MeasureName): Promise<Measured[]> {
    if (name === 'tokens') {
      const { measures } = get();
      const from = chosenTokens(measures, 'from');
      return connection.ask('rank', { from, to: chosenTokens(measures, 'to') });
    }
    const known = statistics.get(name) ?? connection.ask('statistics', name);
    statistics.set(name, known);
    return known;
  }

  return {
    measure,
    /** Measures again after another text or other options. */
    again() {
      statistics.clear();
      void measure();
    },
  };
}

/** The marks of the board, and the order of its heads; null: none. */
export function marksOf({ name, found, isSorted }: Measures) {
  if (name === null || found.length === 0) return null;
  const most = WIDE.includes(name) ? Math.max(...found.map(largest)) : 1;
  const marks = found.map(({ value, baseline }) => ({
    share: most > 0 ? value / most : 0,
    baseline: baseline === null || most === 0 ? null : baseline / most,
  }));
  return { marks, order: isSorted ? ranked(found) : null };
}

/** The largest first. */
const ranked = (found: readonly Measured[]) => found.toSorted((a, b) => b.value - a.value);

const largest = ({ value, baseline }: Measured) => Math.max(value, baseline ?? 0);

interface MeasureActions {
  choose: (name: MeasureName | null) => void;
  sort: (isSorted: boolean) => void;
  flip: (side: 'from' | 'to', token: number) => void;
  chooseHead: (at: Head) => void;
}

export function measuresView(
  measures: Measures,
  at: Head,
  messages: Messages,
  actions: MeasureActions,
): Template {
  const { name, found, isSorted } = measures;
  const isOn = found.length > 0;
  const texts = [messages.measureNone, ...NAMES.map((one) => messages[`measure_${one}`])];
  const chosen = name === null ? 0 : NAMES.indexOf(name) + 1;
  const choose = (i: number) => actions.choose(i === 0 ? null : NAMES[i - 1]);
  return html`<div class="models-measures">
    <div class="models-measure">
      ${select(messages.measureLabel, texts, chosen, choose)}
      ${isOn && toggle(messages.measureSort, isSorted, actions.sort)}
    </div>
    <p class="models-hint">${name && isOn && aboutOf(name, messages)}</p>
    <div class="models-pairs" hidden=${name !== 'tokens'}>
      ${tokenChoice('from', messages.measureFrom, measures, actions.flip)}
      ${tokenChoice('to', messages.measureTo, measures, actions.flip)}
    </div>
    ${topHeads(found, at, messages, actions.chooseHead)}
  </div>`;
}

function aboutOf(name: MeasureName, messages: Messages) {
  const text = messages[`about_${name}`];
  return name === 'tokens' ? text : `${text} ${messages.measureTick}`;
}

/** Lists the top heads, and the chosen one. */
function topHeads(
  found: readonly Measured[],
  at: Head,
  messages: Messages,
  choose: (at: Head) => void,
) {
  const shown = ranked(found)
    .map((one, rank) => ({ ...one, rank }))
    .filter((one) => one.rank < LISTED || isSame(one, at));
  return html`<ol
    class="models-ranked"
    aria-label=${messages.measureList}
    hidden=${found.length === 0}
  >
    ${keyed(
      shown,
      ({ layer, head }) => `${layer}.${head}`,
      ({ layer, head, value, baseline, rank }) => html`<li value=${rank + 1}>
        ${button(headName({ layer, head }, messages), () => choose({ layer, head }), {
          look: 'link',
          current: isSame({ layer, head }, at),
        })}
        <span class="tabular">${shortText(value)}</span>
        ${
          baseline !== null &&
          html`<span class="models-was tabular">
            ${sayText(messages.measureBaseline, { value: shortText(baseline) })}
          </span>`
        }
      </li>`,
    )}
  </ol>`;
}

/** Tokens for the queries or the keys. */
function tokenChoice(
  side: 'from' | 'to',
  label: string,
  measures: Measures,
  flip: (side: 'from' | 'to', token: number) => void,
) {
  const chosen = chosenTokens(measures, side);
  return html`<div>
    <span>${label}</span>
    <div class="models-pieces" role="group" aria-label=${label} ref=${rove}>
      ${measures.tokens.map(
        (name, i) => html`<button
          type="button"
          class="models-piece"
          aria-pressed=${String(chosen.includes(i))}
          tabindex=${i === 0 ? '0' : '-1'}
          @click=${() => flip(side, i)}
        >
          ${ownWords(visible(name))}
        </button>`,
      )}
    </div>
  </div>`;
}
