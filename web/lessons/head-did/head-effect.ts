// Exhibit: two tables of all heads: where the last word looks, and the probability of the answer without each head. A head can be
// removed; the second table then shows each other head removed beside it.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { exhibit } from '../exhibit.ts';
import { bar, choice, table } from '../exhibit-parts.ts';
import type { Moment } from '../exhibit-types.ts';
import type { At } from './experiment.ts';

/** The chosen layer, and the removed head, from 1; 0: none. */
function chosen({ frame: { source }, values }: Moment) {
  return {
    layer: Math.min(values.way ?? 0, source.layers - 1),
    without: Math.min(values.without ?? 0, source.fixed?.heads ?? 0),
  };
}

export const headEffect = exhibit({
  name: 'head-effect',
  lab: 'withheld',
  asks(moment) {
    const { source, first } = moment.frame;
    const { whole } = source;
    const { tokens } = first;
    return whole && tokens.length > 0 ? { whole, tokens, ...chosen(moment) } : null;
  },
  // an element that shows lessons loads it on its first use
  async compute(engine, { whole, tokens, layer, without }) {
    const { extreme, readEffects } = await import('./experiment.ts');
    const ids = tokens.map(({ id }) => id);
    const removed: At | null = without > 0 ? [layer, without - 1] : null;
    const found = await readEffects(engine, await whole.start(engine), ids, removed);
    return { ...found, most: extreme(found.looks, 1), lowest: extreme(found.without, -1) };
  },
  controls(context) {
    const { messages, frame, setValues } = context;
    const { layers, fixed } = frame.source;
    const { layer, without } = chosen(context);
    const names = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
    const removed = [messages.withoutNobody, ...names(fixed?.heads ?? 0)];
    return html`<div class="exhibit-controls">
      ${choice(
        messages.layerLabel,
        names(layers).map((name, at) => [at, name]),
        layer,
        (way) => setValues({ way }),
      )}
      ${choice(
        messages.withoutRemoved,
        removed.map((name, at) => [at, name]),
        without,
        (at) => setValues({ without: at }),
      )}
    </div>`;
  },
  view(found, { messages, numbers, frame }, { whole, tokens, layer, without }) {
    const { answer, all, base, earlier, looks, most, lowest } = found;
    const at: At | null = without > 0 ? [layer, without - 1] : null;
    const nameOf = ([layer, head]: At) =>
      sayText(messages.effectHead, { layer: layer + 1, head: head + 1 });
    const word = whole.vocab[answer].trim();
    const least = found.without[lowest[0]][lowest[1]];
    const places = {
      ...{ word, all: numbers.percent(all), base: numbers.percent(base) },
      ...{ head: at ? nameOf(at) : '', other: nameOf(lowest), least: numbers.percent(least) },
      before: tokens[tokens.length - 1].piece,
    };
    const heads = looks[0].map((_, head) => sayText(messages.head, { head: head + 1 }));
    const grid = (
      caption: string,
      values: readonly (readonly number[])[],
      best: At,
      scale: number,
    ) =>
      table(
        caption,
        [messages.layerLabel, ...heads],
        values.map((row, i) => [
          numbers.whole(i + 1),
          ...row.map((value, head) => {
            const isBest = best[0] === i && best[1] === head ? 'best' : '';
            const color = markOf(headHue(head), frame.look.theme);
            return at?.[0] === i && at[1] === head
              ? messages.effectGone
              : bar(numbers.percent(value), value / scale, isBest, color);
          }),
        ]),
        layer,
      );
    const largest = Math.max(all, ...found.without.flat());
    return html`<p class="exhibit-note" role="status">
        ${sayText(at ? messages.effectRemoved : messages.effectAll, places)}
      </p>
      ${grid(sayText(earlier === null ? messages.effectLooks : messages.effectLooksAt, places), looks, most, 1)}
      ${grid(sayText(at ? messages.effectPair : messages.effectEach, places), found.without, lowest, largest)}`;
  },
});
