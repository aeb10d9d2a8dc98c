// Contacts of a protein: the map that the model predicts, and of a chosen pair of residues the heads that make its logit. Loaded
// when the view is opened.

/// <reference path="../../../elements/css.d.ts" />

import { createLarge } from '../../../elements/model-view/large.ts';
import { readMaps } from '../../../elements/embed/read-maps.ts';
import { adopt } from '../../../ui/adopt.ts';
import { saidOf } from '../../../ui/errors.ts';
import { percentText, roundedText } from '../../../ui/format.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { quoteEngine, sayText } from '../../../ui/text.ts';
import { loadCausesWords } from '../../../words/causes.ts';
import causesStyle from '../causes/causes.css';
import { createExport, exportStyle } from '../causes/export.ts';
import { sumView } from '../causes/sum.ts';
import { contactsProgram } from './program.ts';
import { createContactMap } from './map.ts';
import { contactDetail, contactLines, headName, rankedHeads } from './sum.ts';
import type { PlainTensor } from 'headwise';
import type { Place } from '../../../ui/canvas-grid.ts';
import type { OpenModel } from '../open-model.ts';
import type { Asked } from '../causes/state.ts';
import type { Exported } from '../causes/export.ts';
import type { HeadOfPair, PairSum } from './messages.ts';

interface State {
  isOpen: boolean;
  asked: Asked | null;
  map: PlainTensor | null;
  /** the chosen pair, and whether it is the one to begin with */
  pair: Place | null;
  isFirst: boolean;
  sum: PairSum | null;
  isWhole: boolean;
  /** the row of the sum that is opened */
  row: number | null;
  /** the head whose map is shown */
  head: HeadOfPair | null;
  failed: string | null;
}

const FRESH = {
  ...{ map: null, pair: null, isFirst: true, sum: null, isWhole: false },
  ...{ row: null, head: null, failed: null },
};
/** Nearer residues touch in any fold: the pair to begin with is farther apart, as in the field's measures. */
const APART = 6;
const HEIGHT = 400;

export async function createContactsView({ connection, name, language }: OpenModel) {
  const messages = await loadCausesWords(language);
  adopt(document.body, [causesStyle, exportStyle]);
  let state: State = { isOpen: false, asked: null, ...FRESH };
  /** number of questions: answers to earlier ones are dropped */
  let turn = 0;
  const map = createContactMap(choosePair);
  const large = createLarge({
    language,
    height: HEIGHT,
    onChange: ({ head }) => chooseHead(head),
  });
  const exporting = createExport(messages, exported);
  const { element, render } = createRoot(view());

  function change(next: Partial<State>) {
    state = { ...state, ...next };
    render(view());
    drawMap();
    exporting.update(Object.keys(next).length > 0);
  }

  /** Answers a question for as long as the text and the pair stay. */
  async function safely(ask: (isOn: () => boolean) => Promise<void>) {
    const mine = ++turn;
    try {
      await ask(() => mine === turn);
    } catch (error) {
      if (mine === turn) change({ failed: saidOf(error) });
    }
  }

  function begin(asked: Asked) {
    change({ ...FRESH, asked });
    return safely(async (isOn) => {
      const found = await connection.ask('contactsMap', undefined);
      if (!isOn()) return;
      change({ map: found, pair: likeliest(found) });
      await readPair(isOn);
    });
  }

  function choosePair(pair: Place) {
    change({ pair, isFirst: false, sum: null, row: null, head: null, failed: null });
    void safely(readPair);
  }

  async function readPair(isOn: () => boolean) {
    const { pair } = state;
    if (!pair) return;
    const sum = await connection.ask('contactsPair', [pair.row, pair.column]);
    if (!isOn()) return;
    change({ sum });
    await showHead(rankedHeads(sum)[0], isOn);
  }

  async function showHead(head: HeadOfPair, isOn: () => boolean) {
    const { asked, pair } = state;
    if (!asked || !pair) return;
    const maps = await connection.ask('causesMaps', { layer: head.layer });
    if (!isOn()) return;
    change({ head });
    const { names } = asked.read;
    await large.show(readMaps(maps, names, names), head.head);
    large.light({ query: pair.row + 1, key: pair.column + 1 });
  }

  function openRow(row: number) {
    change({ row, failed: null });
    const of = linesNow()[row]?.of;
    if (!of) return;
    if (of === state.head)
      turn++; // another head that is still on its way is not shown any more
    else void safely((isOn) => showHead(of, isOn));
  }

  /** Another head of the layer is enlarged. @param head index in the layer */
  function chooseHead(head: number) {
    const { sum, head: shown } = state;
    if (!shown || shown.head === head) return;
    const other = sum?.heads.find((one) => one.layer === shown.layer && one.head === head);
    if (!other) return;
    turn++; // as above
    change({ head: other });
  }

  const linesNow = () => (state.sum ? contactLines(state.sum, state.isWhole, messages) : []);

  /** Residues in letters; a token of several letters, such as a mask, is a question mark. */
  const residues = () =>
    (state.asked?.read.names ?? []).slice(1, -1).map((one) => ([...one].length === 1 ? one : '?'));

  function namesOf({ row, column }: Place) {
    const all = residues();
    return { one: `${all[row]}${row + 1}`, other: `${all[column]}${column + 1}` };
  }

  const valueAt = ({ data, shape }: PlainTensor, { row, column }: Place) =>
    data[row * shape[1] + column];

  function drawMap() {
    const { asked, map: found, pair } = state;
    const shown = found && {
      title: messages.contactsMap,
      residues: residues(),
      values: found.data,
      chosen: pair,
      nameOf: (place: Place) =>
        sayText(messages.contactsCell, {
          ...namesOf(place),
          share: percentText(valueAt(found, place)),
        }),
    };
    map.show(shown, asked?.theme ?? 'light');
  }

  function said() {
    const { map: found, pair, sum, isFirst } = state;
    if (!found || !pair || !sum) return null;
    const most = sum.heads.reduce((one, other) => (other.value > one.value ? other : one));
    const isFar = isFirst && Math.abs(pair.row - pair.column) >= APART;
    return sayText(isFar ? messages.contactsLikeliest : messages.contactsSaid, {
      ...namesOf(pair),
      share: percentText(valueAt(found, pair)),
      apart: APART,
      head: headName(most, messages),
      value: roundedText(most.value),
    });
  }

  function exported(): Exported | null {
    const { asked, map: found, pair, sum } = state;
    if (!asked || !found || !pair || !sum) return null;
    const { theme, input } = asked;
    const all = residues();
    const labels = all.map((letter, i) => `${letter}${i + 1}`);
    const at: [number, number] = [pair.row, pair.column];
    return {
      name: 'headwise-contacts',
      figure: () => map.figure()!,
      arrays: () => [
        {
          name: 'probability',
          data: Float32Array.from(found.data),
          axes: [
            { name: 'residue', labels },
            { name: 'other', labels },
          ],
        },
        {
          name: 'contribution',
          data: Float32Array.from(sum.heads, ({ value }) => value),
          axes: [{ name: 'head', labels: sum.heads.map((one) => headName(one, messages)) }],
        },
      ],
      state: { model: name, ...input, pair: at },
      program: () => contactsProgram(input, at, name),
      theme,
      fontFamily: getComputedStyle(element).fontFamily,
    };
  }

  function sumPart() {
    const { sum, pair, map: found, isWhole, row, asked } = state;
    if (!sum || !pair || !found) return null;
    const lines = linesNow();
    const names = namesOf(pair);
    const actions = {
      choose: openRow,
      unfold: () => change({ isWhole: !isWhole, row: null }),
    };
    const opened = row === null ? undefined : lines[row];
    return html`<h3>${sayText(messages.contactsWhy, names)}</h3>
      ${sumView(lines, isWhole ? [0] : [], row, messages, asked?.theme ?? 'light', actions)}
      <div aria-live="polite" class="contacts-opened">
        ${contactDetail(opened, sum, valueAt(found, pair), names, messages)}
      </div>`;
  }

  function view(): ReturnType<typeof html> {
    const { isOpen, asked, map: found, head, failed } = state;
    const isWaiting = asked !== null && !found && !failed;
    return html`<div class="causes contacts" hidden=${!isOpen}>
      <p class="causes-said" role="status">${isWaiting ? messages.contactsWait : said()}</p>
      <p class="models-hint">${messages.contactsAbout}</p>
      <p class="models-hint" hidden=${!asked || asked.removed.length === 0}>${messages.allHeads}</p>
      <p class="models-wrong">${failed && quoteEngine(messages.failed, failed)}</p>
      <div class="contacts-split">
        ${map.element}
        <div class="contacts-why">
          ${sumPart()}
          <section class="contacts-head" hidden=${!head}>
            <h3>${head && sayText(messages.contactsHead, { head: headName(head, messages) })}</h3>
            ${large.element}
          </section>
        </div>
      </div>
      ${exporting.element}
    </div>`;
  }

  return {
    element,
    /** @param asked null: nothing has been read */
    update(isOpen: boolean, asked: Asked | null) {
      if (isOpen !== state.isOpen) change({ isOpen });
      if (!isOpen || !asked) return;
      if (state.asked?.read !== asked.read) void begin(asked);
      else if (asked.theme !== state.asked.theme || asked.removed !== state.asked.removed) {
        change({ asked });
      }
    },
    stop() {
      turn++;
      map.stop();
      large.dispose();
    },
  };
}

/** The likeliest pair of residues that are APART or farther, or as far as the protein is long. */
function likeliest({ data, shape: [count] }: PlainTensor): Place {
  const apart = Math.min(APART, count - 1);
  let best = { row: 0, column: apart };
  for (let row = 0; row < count; row++) {
    for (let column = row + apart; column < count; column++) {
      if (data[row * count + column] > data[best.row * count + best.column]) best = { row, column };
    }
  }
  return best;
}
