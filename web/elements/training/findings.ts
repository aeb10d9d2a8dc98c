// Findings about the heads: roles, since when, and the loss of ablation.
// Ablation uses the model without the heads that the reader removed.

import { messageOf } from '../../ui/errors.ts';
import { html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { NAMED, nameOf } from './head-roles.ts';
import type { Evaluation } from 'headwise/training';
import type { Emergence } from './role-emergence.ts';
import type { Texts } from './texts.ts';

/** The heads with a role, and since when. */
export function namedHeads(texts: Texts, emerged: readonly Emergence[]) {
  const { words, numbers } = texts;
  const lines = emerged.map(({ layer, head, role, step }) =>
    sayText(words.became, {
      head: sayText(words.headAt, { layer: layer + 1, head: head + 1 }),
      role: nameOf(texts, role),
      score: numbers.fixed(role.score, 2),
      step: numbers.whole(step),
    }),
  );
  return html`<section>
    <h3>${words.namesTitle}</h3>
    <p class="training-none" hidden=${lines.length > 0}>
      ${sayText(words.noNames, { share: numbers.percent(NAMED) })}
    </p>
    <ul class="training-found">${lines.map((line) => html`<li>${line}</li>`)}</ul>
  </section>`;
}

/** evaluation without some heads */
export interface Ablation {
  heads: readonly (readonly [layer: number, head: number])[];
  /** null: it is still computed, or failed */
  less: Evaluation | null;
  error: unknown;
}

/** @param whole evaluation with all heads */
export function ablated(texts: Texts, ablation: Ablation, whole: Evaluation) {
  const { heads, less, error } = ablation;
  const hidden = heads.length === 0 || (less === null && error === null);
  return html`<p class="training-without" role="status" hidden=${hidden}>
    ${!hidden && (less ? lossOf(texts, heads, less, whole) : quoteEngine('{detail}', messageOf(error)))}
  </p>`;
}

function lossOf(
  { words, numbers, locale }: Texts,
  heads: Ablation['heads'],
  less: Evaluation,
  whole: Evaluation,
) {
  const names = heads.map(([layer, head]) =>
    sayText(words.headAt, { layer: layer + 1, head: head + 1 }),
  );
  return sayText(words.without, {
    heads: new Intl.ListFormat(locale, { type: 'conjunction' }).format(names),
    loss: numbers.few(less.loss),
    right: numbers.percent(less.accuracy),
    wholeLoss: numbers.few(whole.loss),
    wholeRight: numbers.percent(whole.accuracy),
  });
}
