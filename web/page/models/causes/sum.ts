// The score as a sum of parts: a bar for each, in the order of the layers, which add up to the score.

import { roundedText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';
import { say, sayText } from '../../../ui/text.ts';
import { signedRampOf } from '../../../views/color.ts';
import { rangeOf, spansOf } from '../../../views/causes/sums.ts';
import { float32 } from '../float32.ts';
import { partName, quoted } from './names.ts';
import type { Template } from '../../../ui/template.ts';
import type { Theme } from '../../../views/color.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { SumRow } from '../../../views/causes/sums.ts';
import type { Attribution, Part } from './messages.ts';
import type { CausesState } from './state.ts';

export interface SumLine extends SumRow {
  /** the layer whose heads it joins; null: it is one part */
  joins: number | null;
  /** null: several parts, or the total */
  part: Part | null;
}

/** Heads of a layer are joined to one row, which can be unfolded. */
export function linesOf(
  { parts, total, rest }: Attribution,
  unfolded: readonly number[],
  messages: Messages,
): SumLine[] {
  const lines: SumLine[] = [];
  const add = (name: string, value: number, more: Partial<SumLine> = {}) =>
    lines.push({
      ...{ name, value, text: roundedText(value), isInner: false, isTotal: false },
      ...{ joins: null, part: null },
      ...more,
    });
  const isOfHeads = ({ kind }: Part) => kind === 'head' || kind === 'attentionBias';
  const done: Set<number> = new Set();
  for (const part of parts) {
    const { layer = 0 } = part;
    if (!isOfHeads(part)) {
      add(partName(part, messages), part.value, { part });
      continue;
    }
    if (done.has(layer)) continue;
    done.add(layer);
    const own = parts.filter((one) => isOfHeads(one) && one.layer === layer);
    const value = own.reduce((sum, one) => sum + one.value, 0);
    add(sayText(messages.partHeads, { layer: layer + 1 }), value, { joins: layer });
    if (!unfolded.includes(layer)) continue;
    for (const one of own) {
      add(partName(one, messages), one.value, { isInner: true, part: one });
    }
  }
  if (rest !== 0 && roundedText(rest) !== roundedText(0)) add(messages.partRest, rest);
  add(messages.sumTotal, total, { isTotal: true });
  return lines;
}

export function sumSaid(
  { word, against }: CausesState,
  { parts, total }: Attribution,
  messages: Messages,
): string | null {
  if (!word || parts.length === 0) return null;
  const most = parts.reduce((one, other) => (other.value > one.value ? other : one));
  const least = parts.reduce((one, other) => (other.value < one.value ? other : one));
  const places = {
    word: quoted(word.name, messages),
    value: roundedText(total),
    most: partName(most, messages),
    mostValue: roundedText(most.value),
    least: partName(least, messages),
    leastValue: roundedText(least.value),
  };
  if (!against) return sayText(messages.sumLogit, places);
  return sayText(messages.sumDifference, { ...places, other: quoted(against.name, messages) });
}

/** @param actions choose: opens a row's number; unfold: shows the heads of a layer */
export function sumView(
  lines: readonly SumLine[],
  unfolded: readonly number[],
  chosen: number | null,
  messages: Messages,
  theme: Theme,
  actions: { choose: (row: number) => void; unfold: (layer: number) => void },
): Template {
  const spans = spansOf(lines);
  const { least, most } = rangeOf(spans);
  const share = (value: number) => (most > least ? (value - least) / (most - least) : 0);
  const { css } = signedRampOf(theme);
  const vars = { '--zero': share(0), '--less': css[0], '--more': css.at(-1) as string };
  return html`<ol class="causes-sum" vars=${vars}>
    ${lines.map(({ name, value, text, isInner, isTotal, joins }, row) => {
      const { from, to } = spans[row];
      const isOpen = joins !== null && unfolded.includes(joins);
      return html`<li data-inner=${isInner} data-total=${isTotal} data-less=${value < 0}>
        ${
          joins === null
            ? html`<span class="causes-name">${name}</span>`
            : html`<button
                type="button"
                class="causes-name"
                aria-expanded=${String(isOpen)}
                @click=${() => actions.unfold(joins)}
              >
                ${name}
              </button>`
        }
        <span
          class="causes-bar"
          vars=${{ '--from': share(Math.min(from, to)), '--to': share(Math.max(from, to)) }}
        ></span>
        <button
          type="button"
          class="causes-value tabular"
          aria-pressed=${String(row === chosen)}
          aria-label=${`${name}: ${text}`}
          @click=${() => actions.choose(row)}
        >
          ${text}
        </button>
      </li>`;
    })}
  </ol>`;
}

/** A row's number with all digits. */
export function sumDetail(
  lines: readonly SumLine[],
  row: number | null,
  { parts, rest }: Attribution,
  messages: Messages,
) {
  const line = row === null ? undefined : lines[row];
  if (!line || row === null) return null;
  if (line.isTotal) {
    const places = { value: float32(line.value), count: parts.length, rest: float32(rest) };
    return html`<p>${say(messages.sumTotalOpened, places)}</p>`;
  }
  const sum = spansOf(lines)[row].to;
  const places = { part: line.name, value: float32(line.value), sum: float32(sum) };
  return html`<p>${say(messages.sumOpened, places)}</p>`;
}
