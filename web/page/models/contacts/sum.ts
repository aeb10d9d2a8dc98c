// The logit of a contact as a sum: the bias, and what each head adds to it.

import { percentText, roundedText } from '../../../ui/format.ts';
import { html } from '../../../ui/template.ts';
import { say, sayText } from '../../../ui/text.ts';
import { float32 } from '../float32.ts';
import { partName } from '../causes/names.ts';
import type { Messages } from '../../../words/en/causes.ts';
import type { SumLine } from '../causes/sum.ts';
import type { HeadOfPair, PairSum } from './messages.ts';

/** Heads that have a row of their own before the rest is unfolded. */
const SHOWN = 6;

/** The heads of a pair, the largest values first. */
export const rankedHeads = ({ heads }: PairSum): HeadOfPair[] =>
  heads.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));

export const headName = ({ layer, head }: HeadOfPair, messages: Messages) =>
  partName({ kind: 'head', layer, head, value: 0 }, messages);

/** A row of the sum, and the head whose value it shows. */
export interface ContactLine extends SumLine {
  of: HeadOfPair | null;
}

/** @param isWhole whether every head has a row */
export function contactLines(sum: PairSum, isWhole: boolean, messages: Messages): ContactLine[] {
  const line = (name: string, value: number, more: Partial<ContactLine> = {}): ContactLine => ({
    ...{ name, value, text: roundedText(value), isInner: false, isTotal: false },
    ...{ joins: null, part: null, of: null },
    ...more,
  });
  const ranked = rankedHeads(sum);
  const rest = ranked.slice(SHOWN);
  const ofHead = (of: HeadOfPair, isInner: boolean) =>
    line(headName(of, messages), of.value, { of, isInner });
  const others = rest.reduce((all, { value }) => all + value, 0);
  const joined = line(sayText(messages.contactsOthers, { count: rest.length }), others, {
    joins: 0,
  });
  return [
    line(messages.contactsBias, sum.bias),
    ...ranked.slice(0, SHOWN).map((one) => ofHead(one, false)),
    ...(rest.length > 0 ? [joined] : []),
    ...(isWhole ? rest.map((one) => ofHead(one, true)) : []),
    line(messages.contactsLogit, sum.logit, { isTotal: true }),
  ];
}

/** The terms of a row's number, with all digits. */
export function contactDetail(
  line: ContactLine | undefined,
  sum: PairSum,
  probability: number,
  pair: { one: string; other: string },
  messages: Messages,
) {
  if (!line) return null;
  const { of, value, isTotal, joins, name } = line;
  const part = name[0].toLocaleUpperCase() + name.slice(1);
  const places = { ...pair, part, value: float32(value), count: sum.heads.length };
  if (isTotal) {
    const share = html`${float32(probability)} (${percentText(probability)})`;
    return html`<p>${say(messages.contactsLogitOpened, { ...places, share })}</p>`;
  }
  if (of) {
    const { weight, both, expected } = of;
    const terms = { weight: float32(weight), both: float32(both), expected: float32(expected) };
    return html`<p>${say(messages.contactsHeadOpened, { ...places, ...terms })}</p>`;
  }
  const text = joins === null ? messages.contactsBiasOpened : messages.contactsOthersOpened;
  return html`<p>${say(text, places)}</p>`;
}
