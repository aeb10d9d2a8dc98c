// Exhibit: the effect of each head on a model's predictions, in a table of all layers and heads.
// Below it the predictions after each word without one of them.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { headHue, markOf } from '../../views/color.ts';
import { bar, choice, facts, table } from '../exhibit-parts.ts';
import { measureFirst, readWithout, weighHeads } from './experiment.ts';
import type { Engine } from '../../elements/shared/engine.ts';
import type { Moment } from '../exhibit-types.ts';
import type { Transformer } from '../../elements/lab/answer/source.ts';

type Size = { layers: number; heads: number };

/** Symbol for a piece that is a space or a line break. */
const BLANK = '␣';

/** The chosen layer, and the ablated head, from 1; 0: none. */
function chosen({ frame: { source }, values }: Moment) {
  return {
    layer: Math.min(values.way ?? 0, source.layers - 1),
    without: Math.min(values.without ?? 0, source.fixed?.heads ?? 0),
  };
}

/** The effect of all heads on the newest sentence: it does not depend on the removed one. */
let weighed: { name: string; effects: ReturnType<typeof weighAll> } | null = null;

async function weighAll(engine: Engine, model: Transformer, ids: readonly number[], size: Size) {
  const moved = await weighHeads(engine, model, ids, size);
  return { moved, first: await measureFirst(model, ids) };
}

function effectsOf(...given: Parameters<typeof weighAll>) {
  const name = given[2].join();
  if (weighed?.name !== name) weighed = { name, effects: weighAll(...given) };
  return weighed.effects;
}

export const missed = exhibit({
  name: 'missed',
  lab: 'withheld',
  asks(moment) {
    const { source, first } = moment.frame;
    const { whole, fixed } = source;
    if (!whole || !fixed || first.tokens.length === 0) return null;
    const { layers } = source;
    return { whole, tokens: first.tokens, layers, heads: fixed.heads, ...chosen(moment) };
  },
  async compute(engine, { whole, tokens, layers, heads, layer, without }) {
    const model = await whole.start(engine);
    const ids = tokens.map(({ id }) => id);
    return {
      all: await readWithout(engine, model, ids, null),
      less: await readWithout(engine, model, ids, without > 0 ? [layer, without - 1] : null),
      ...(await effectsOf(engine, model, ids, { layers, heads })),
    };
  },
  close: () => (weighed = null),
  controls(context) {
    const { messages, frame, setValues } = context;
    const { whole, layers, fixed } = frame.source;
    const { layer, without } = chosen(context);
    const names = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
    const removed = [messages.withoutNobody, ...names(fixed?.heads ?? 0)];
    return html`<div class="exhibit-controls">
      ${
        whole && [
          choice(
            messages.layerLabel,
            names(layers).map((name, at) => [at, name]),
            layer,
            (way) => setValues({ way }),
          ),
          choice(
            messages.withoutRemoved,
            removed.map((name, at) => [at, name]),
            without,
            (at) => setValues({ without: at }),
          ),
        ]
      }
    </div>`;
  },
  view({ all, less, moved, first }, { messages, numbers, frame }, asked) {
    const { tokens, layer, whole } = asked;
    const { vocab } = whole;
    const changed = tokens.filter((_, at) => all.said[at] !== less.said[at]).length;
    const most = Math.max(...moved.flat());
    const effectOf = (part: number, at: number, head: number) => {
      const isFirst = first[at][head] === Math.max(...first[at]);
      const color = markOf(headHue(head), frame.look.theme);
      return bar(numbers.percent(part), part / most, isFirst ? 'best' : '', color);
    };
    const least = moved[layer].indexOf(Math.min(...moved[layer]));
    return html`<h3>${messages.missedCaption}</h3>
      <p class="proof">
        ${tokens.map(({ piece }, at) => {
          const isOther = all.said[at] !== less.said[at];
          return html`<span class="proof-word" data-state=${isOther && 'other'}>
            <bdi lang="en">${piece}</bdi>
            <bdi class="proof-said" lang="en">${vocab[less.said[at]].trim() || BLANK}</bdi>
          </span>`;
        })}
      </p>
      ${facts([
        [messages.missedChanged, `${numbers.whole(changed)} / ${numbers.whole(tokens.length)}`],
        [messages.missedMoved, numbers.percent(less.moved)],
        [messages.missedLeast, sayText(messages.head, { head: least + 1 })],
      ])}
      ${table(
        messages.missedEffect,
        [
          messages.layerLabel,
          ...moved[0].map((_, head) => sayText(messages.head, { head: head + 1 })),
        ],
        moved.map((parts, at) => [
          numbers.whole(at + 1),
          ...parts.map((part, head) => effectOf(part, at, head)),
        ]),
        layer,
      )}`;
  },
});
