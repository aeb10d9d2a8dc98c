// An opened head: its map, the parts of the score between the two highlighted tokens, and the words to which it adds.

import { toggle } from '../../../ui/controls.ts';
import { saidOf } from '../../../ui/errors.ts';
import { percentText, roundedText } from '../../../ui/format.ts';
import { table } from '../../../ui/number-table.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { ownWords, quoteEngine, sayText } from '../../../ui/text.ts';
import { float32Text } from '../float32.ts';
import { keyOf } from './head-map.ts';
import { partName, quoted } from './names.ts';
import type { PlainTensor } from 'headwise';
import type { Child } from '../../../ui/template.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { Connection } from '../connection.ts';
import type { Head } from '../worker-messages.ts';
import type { CreateHeadMap } from './head-map.ts';
import type { ScoreParts, WordSums } from './messages.ts';
import type { Word } from './state.ts';

/** An opened head, and the text and the words of the question. */
export interface AskedHead {
  at: Head;
  tokens: readonly string[];
  /** null: the score is of the whole text */
  position: number | null;
  words: readonly Word[];
  isClass: boolean;
}

interface State {
  asked: AskedHead | null;
  maps: PlainTensor | null;
  query: number;
  key: number;
  score: ScoreParts | null;
  written: WordSums | null;
  failed: string | null;
  hasAllDigits: boolean;
}

const EMPTY: State = {
  ...{ asked: null, maps: null, query: 0, key: 0 },
  ...{ score: null, written: null, failed: null, hasAllDigits: false },
};

/**
 * @param createMap makes the map of a head
 * @param onHead called when another head of the layer is chosen
 */
export function createHeadDetail(
  connection: Connection,
  createMap: CreateHeadMap,
  messages: Messages,
  onHead: (at: Head) => void,
) {
  let state = EMPTY;
  let turn = 0;
  const large = createMap(light);
  const { element, render } = createRoot(view());

  function change(next: Partial<State>) {
    state = { ...state, ...next };
    render(view());
  }

  /** Another pair of tokens is highlighted. */
  function light({ head, query, key }: { head: number; query: number | null; key: number | null }) {
    const { asked, maps } = state;
    if (!asked || !maps) return;
    if (head !== asked.at.head) return onHead({ ...asked.at, head });
    const row = query ?? state.query;
    const column = key ?? keyOf(maps, head, row);
    if (row === state.query && column === state.key) return;
    change({ query: row, key: column, score: null });
    void readScore();
  }

  async function readScore() {
    const { asked, query, key } = state;
    const mine = turn;
    if (!asked) return;
    const isOn = () => mine === turn && query === state.query && key === state.key;
    try {
      const score = await connection.ask('causesScore', { ...asked.at, query, key });
      if (isOn()) change({ score });
    } catch (error) {
      if (isOn()) change({ failed: saidOf(error) });
    }
  }

  async function readWritten({ at, position, words, isClass }: AskedHead) {
    const mine = turn;
    const ids = words.map(({ id }) => id);
    try {
      const written = await connection.ask('causesWritten', { ...at, position, ids, isClass });
      if (mine === turn) change({ written });
    } catch (error) {
      if (mine === turn) change({ failed: saidOf(error) });
    }
  }

  async function open(asked: AskedHead | null) {
    const mine = ++turn;
    const { hasAllDigits } = state;
    change({ ...EMPTY, hasAllDigits, asked });
    if (!asked) return;
    try {
      const maps = await connection.ask('causesMaps', { layer: asked.at.layer });
      if (mine !== turn) return;
      const query = asked.position ?? 0;
      const key = keyOf(maps, asked.at.head, query);
      change({ maps, query, key });
      void large.show({ maps, tokens: asked.tokens, head: asked.at.head, query, key });
      await Promise.all([readScore(), readWritten(asked)]);
    } catch (error) {
      if (mine === turn) change({ failed: saidOf(error) });
    }
  }

  function view(): ReturnType<typeof html> {
    const { asked, failed, score, written, hasAllDigits } = state;
    return html`<div class="causes-opened" hidden=${!asked}>
      <h3>${asked && sayText(messages.headTitle, headOf(asked.at))}</h3>
      ${large.element}
      <p class="models-wrong">${failed && quoteEngine(messages.failed, failed)}</p>
      <section hidden=${!score}>${asked && score && why(asked, score)}</section>
      <section hidden=${!written}>${asked && written && writes(asked, written)}</section>
      ${(score || written) && toggle(messages.allDigits, hasAllDigits, (on) => change({ hasAllDigits: on }))}
    </div>`;
  }

  const textOf = (value: number) => (state.hasAllDigits ? float32Text(value) : roundedText(value));
  const shareOf = (value: number) => (state.hasAllDigits ? float32Text(value) : percentText(value));

  function why({ at, tokens }: AskedHead, { score, queries, keys, values }: ScoreParts): Child {
    const { maps, query, key } = state;
    if (!maps) return null;
    const [, rows, columns] = maps.shape;
    const { data } = values;
    let most = 0;
    for (let i = 1; i < data.length; i++) if (data[i] > data[most]) most = i;
    const nameOf = (part: (typeof queries)[number]) => partName(part, messages);
    const pair = { query: quoted(tokens[query], messages), key: quoted(tokens[key], messages) };
    const isDistance = keys[most % keys.length].kind === 'relative';
    const said = sayText(isDistance ? messages.whyDistance : messages.whySaid, {
      ...pair,
      share: percentText(maps.data[(at.head * rows + query) * columns + key]),
      score: roundedText(score),
      queryPart: nameOf(queries[Math.floor(most / keys.length)]),
      keyPart: nameOf(keys[most % keys.length]),
      value: roundedText(data[most]),
    });
    return html`<h4>${messages.whyTitle}</h4>
      <p>${said}</p>
      <div class="causes-scroll" tabindex="0" role="region" aria-label=${messages.whyTitle}>
        ${table({
          kind: 'causes-numbers causes-why',
          caption: sayText(messages.whyTable, pair),
          corner: messages.whyCorner,
          headings: [...keys.map(nameOf), messages.whySum],
          rows: [
            ...queries.map((part, i) => ({
              name: nameOf(part),
              cells: [
                ...keys.map((_, j) => textOf(data[i * keys.length + j])),
                html`<b>${textOf(part.value)}</b>`,
              ],
            })),
            {
              name: messages.whySum,
              cells: [...keys.map(({ value }) => textOf(value)), html`<b>${textOf(score)}</b>`],
            },
          ],
        })}
      </div>`;
  }

  function writes({ words, isClass }: AskedHead, written: WordSums): Child {
    if (written.length === 0) return null;
    const names = new Map(words.map(({ id, name }) => [id, name]));
    const ranked = written.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));
    const [first] = ranked;
    const said = sayText(messages.writesSaid, {
      word: quoted(names.get(first.id) ?? '', messages),
      value: roundedText(first.value),
      before: percentText(first.before),
      after: percentText(first.after),
    });
    return html`<h4>${messages.writesTitle}</h4>
      <p>${said}</p>
      ${table({
        kind: 'causes-numbers causes-untitled',
        caption: messages.writesTitle,
        headings: [
          isClass ? messages.writesClass : messages.writesWord,
          messages.writesValue,
          messages.writesBefore,
          messages.writesAfter,
        ],
        rows: ranked.map(({ id, value, before, after }) => ({
          name: ownWords((names.get(id) ?? '').trim()),
          cells: [textOf(value), shareOf(before), shareOf(after)],
        })),
      })}`;
  }

  return {
    element,
    open: (asked: AskedHead | null) => void open(asked),
    draw: large.draw,
    dispose: large.dispose,
  };
}

/** Numbers from 1, for readers. */
const headOf = ({ layer, head }: Head) => ({ layer: layer + 1, head: head + 1 });
