// Measures of heads: marks on thumbnails, order, and the top heads.
// Each top head is compared with a baseline, a head that cannot distinguish words.

import { fillText, h, ownWords, rove, setAttribute, setText } from '../../ui/dom.ts';
import { shortText } from '../../ui/format.ts';
import { createSelect } from '../../elements/model-view/select.ts';
import { visible } from './input-tokens.ts';
import { axesOf } from './tokens.ts';
import type { Connection } from './connection.ts';
import type { Shown } from './session.ts';
import type { Head, Measured } from './worker-messages.ts';
import type { Messages } from '../../words/en/models.ts';

/** Names in headStatistics(); 'tokens' means the chosen tokens. */
const NAMES = [
  ...['entropy', 'distance', 'firstToken', 'separator', 'sameToken', 'previousToken'],
  ...['nextToken', 'induction', 'duplicate', 'written', 'tokens'],
] as const;
/** Measures without the range 0 to 1. */
const WIDE = ['entropy', 'distance'];
const LISTED = 5;

export function createMeasures({
  messages,
  connection,
  session,
  state,
  board,
  choose,
}: {
  messages: Messages;
  connection: Connection;
  session: ReturnType<typeof import('./session.ts').createSession>;
  state: Shown;
  board: ReturnType<typeof import('../../elements/model-view/board.ts').createBoard>;
  choose: (at: Head) => void;
}) {
  const select = createSelect(messages.measureLabel, (at) => {
    name = at === 0 ? null : NAMES[at - 1];
    void measure();
  });
  select.fill([messages.measureNone, ...NAMES.map((one) => messages[`measure_${one}`])], 0);
  const sort = h('input', { type: 'checkbox', role: 'switch', onchange: mark });
  const sorted = h('label', { class: 'switch' }, sort, messages.measureSort);
  const about = h('p', { class: 'models-hint' });
  const list = h('ol', { class: 'models-ranked', 'aria-label': messages.measureList });
  const tokens = createPairs(messages, () => void measure());
  const element = h(
    'div',
    { class: 'models-measures' },
    h('div', { class: 'models-measure' }, select.element, sorted),
    about,
    tokens.element,
    list,
  );
  let name: (typeof NAMES)[number] | null = null;
  let measured: Measured[] = [];
  /** The measured heads, the largest first. */
  let ranked: Measured[] = [];
  /** rows of the list */
  let rows: { one: Measured; button: HTMLElement; row: HTMLElement }[] = [];
  /** statistics of the present text */
  let statistics: Promise<Record<string, Measured[]>> | null = null;
  let asked = 0;

  async function measure() {
    const mine = ++asked;
    const read = session.read();
    const canAsk = name !== 'tokens' || !session.isBehind(); // tokens that the model writes are measured when it ends
    const isOn = name !== null && state.kind === 'self' && read !== null && canAsk;
    tokens.element.hidden = name !== 'tokens';
    if (isOn && name === 'tokens') tokens.show(axesOf(read, state).decoder);
    try {
      const found = isOn ? await ask() : [];
      if (mine !== asked) return;
      measured = found;
      mark();
    } catch (error) {
      if (mine !== asked) return;
      statistics = null;
      session.fail(error);
    }
  }

  async function ask(): Promise<Measured[]> {
    if (name === 'tokens') return connection.ask('rank', tokens.places());
    statistics ??= connection.ask('statistics', null);
    return (await statistics)[String(name)];
  }

  function mark() {
    const isOn = measured.length > 0;
    ranked = measured.toSorted((a, b) => b.value - a.value);
    const most = WIDE.includes(String(name)) ? Math.max(...measured.map(largest)) : 1;
    const marks = measured.map(({ value, baseline }) => ({
      share: most > 0 ? value / most : 0,
      baseline: baseline === null || most === 0 ? null : baseline / most,
    }));
    board.mark(isOn ? { marks, order: sort.checked ? ranked : null } : null);
    sorted.hidden = list.hidden = !isOn;
    setText(about, name && isOn ? aboutOf(name, messages) : '');
    look();
  }

  /** Lists the top heads, and the chosen one. The focus stays on its head. */
  function look() {
    const isChosen = (one: Head) => isSame(one, state.at);
    const shown = ranked.filter((one, i) => i < LISTED || isChosen(one));
    if (shown.length !== rows.length || shown.some((one, i) => one !== rows[i].one)) {
      const held = rows.find(({ button }) => button === document.activeElement)?.one;
      rows = shown.map((one) => rowOf(one, ranked.indexOf(one)));
      list.replaceChildren(...rows.map(({ row }) => row));
      if (held) (rows.find(({ one }) => isSame(one, held)) ?? rows[0])?.button.focus();
    }
    for (const { one, button } of rows) {
      setAttribute(button, 'aria-current', isChosen(one) ? 'true' : null);
    }
  }

  function rowOf(one: Measured, rank: number) {
    const { layer, head, value, baseline } = one;
    const onclick = () => choose({ layer, head });
    const called = fillText(messages.headName, { layer: layer + 1, head: head + 1 });
    const beside = fillText(messages.measureBaseline, { value: shortText(baseline ?? 0) });
    const button = h('button', { type: 'button', class: 'link', onclick }, called);
    const row = h(
      'li',
      { value: rank + 1 },
      button,
      h('span', { class: 'tabular' }, shortText(value)),
      baseline === null ? null : h('span', { class: 'models-was tabular' }, beside),
    );
    return { one, button, row };
  }

  mark();
  void measure();
  return {
    element,
    /** Measures again after another text or other options. */
    again() {
      statistics = null;
      void measure();
    },
    /** Called when another head is chosen. */
    look,
  };
}

function aboutOf(of: (typeof NAMES)[number], messages: Messages) {
  const text = messages[`about_${of}`];
  return of === 'tokens' ? text : `${text} ${messages.measureTick}`;
}

function isSame(one: Head, other: Head) {
  return one.layer === other.layer && one.head === other.head;
}

const largest = ({ value, baseline }: Measured) => Math.max(value, baseline ?? 0);

/** Lists of tokens for the query and the key. */
function createPairs(messages: Messages, onChange: () => void) {
  const sides = [messages.measureFrom, messages.measureTo].map((label, side) => {
    const group = h('div', { class: 'models-pieces', role: 'group', 'aria-label': label });
    rove(group);
    return { label, group, chosen: new Set(side === 0 ? [-1] : [0]) };
  });
  const element = h(
    'div',
    { class: 'models-pairs' },
    ...sides.map(({ label, group }) => h('div', null, h('span', null, label), group)),
  );
  let shown = '';

  const placesOf = ({ chosen }: (typeof sides)[number], count: number) =>
    [...new Set([...chosen].map((at) => (at < 0 ? count - 1 : at)))].filter((at) => at < count);

  function press() {
    for (const side of sides) {
      const places = placesOf(side, side.group.childElementCount);
      for (const [i, piece] of [...side.group.children].entries()) {
        setAttribute(piece, 'aria-pressed', String(places.includes(i)));
        setAttribute(piece, 'tabindex', i === 0 ? '0' : '-1');
      }
    }
  }

  function flip(side: (typeof sides)[number], at: number, count: number) {
    const places = placesOf(side, count);
    const next = places.includes(at) ? places.filter((one) => one !== at) : [...places, at];
    if (next.length === 0) return; // at least one remains chosen
    side.chosen = new Set(next);
    press();
    onChange();
  }

  return {
    element,
    show(names: readonly string[]) {
      const next = JSON.stringify(names);
      if (next === shown) return;
      shown = next;
      for (const side of sides) {
        side.group.replaceChildren(
          ...names.map((name, i) => {
            const onclick = () => flip(side, i, names.length);
            const look = { type: 'button', class: 'models-piece', onclick };
            return h('button', look, ownWords(visible(name)));
          }),
        );
        if (placesOf(side, names.length).length === 0) side.chosen = new Set([0]);
      }
      press();
    },
    places() {
      const [from, to] = sides.map((side) => placesOf(side, side.group.childElementCount));
      return { from, to };
    },
  };
}
