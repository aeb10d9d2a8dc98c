// Exhibit: bilinear form: a head's scores, written with two matrices and with one.

import { richText, symbol } from '../../elements/lesson/symbols.ts';
import { html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { digits, facts, table } from '../exhibit-parts.ts';
import { withProjection } from '../tensors.ts';
import { computeForm } from './experiment.ts';
import type { Child } from '../../ui/template.ts';

export const form = exhibit({
  name: 'one-form',
  lab: 'withheld',
  asks({ trace: given, head }) {
    const trace = withProjection(given);
    return trace && { trace, head };
  },
  compute: (engine, { trace, head }) => computeForm(engine, trace, { head }),
  view({ each, form: joined, difference }, { messages, numbers }) {
    const line = (formula: Child, shapes: readonly (readonly number[])[]) => {
      const sizes = shapes.map((shape) => shape.reduce((all, one) => all * one, 1));
      return [
        html`<b dir="ltr">${formula}</b>`,
        html`<span dir="ltr">
          ${shapes.map((shape) => html`${digits(`(${numbers.shape(shape)})`)}${' '}`)}
        </span>`,
        numbers.whole(sizes.reduce((all, one) => all + one, 0)),
      ];
    };
    const [x, W_Q, W_K] = (['x', 'W_Q', 'W_K'] as const).map((name) => () => symbol(name));
    const two = ['(', x(), W_Q(), ') (', x(), W_K(), ')ᵀ'];
    const one = [x(), '(', W_Q(), W_K(), 'ᵀ)', x(), 'ᵀ'];
    const most = difference.same ? messages.exhibitSame : numbers.few(difference.largest);
    return html`${table(
      messages.formCaption,
      [messages.writingsKind, messages.writingsShape, messages.formNumbers],
      [line(two, [each, each]), line(one, [joined])],
    )}
      ${facts([
        [messages.formRank, numbers.whole(Math.min(...each))],
        [richText(messages.formDifference), most],
      ])}`;
  },
});
