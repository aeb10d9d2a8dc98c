// Exhibit: a model's predictions after each word, without one head.
// Beside them the predictions with all heads.

import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { exhibit } from '../exhibit.ts';
import { choice, facts } from '../exhibit-parts.ts';
import { measureFirst, readWithout } from './experiment.ts';
import type { Moment } from '../exhibit-types.ts';

/** Symbol for a piece that is a space or a line break. */
const BLANK = '␣';

/** The chosen layer, and the ablated head, from 1; 0: none. */
function chosen({ frame: { source }, values }: Moment) {
  return {
    layer: Math.min(values.way ?? 0, source.layers - 1),
    without: Math.min(values.without ?? 0, source.fixed?.heads ?? 0),
  };
}

export const missed = exhibit({
  name: 'missed',
  lab: 'withheld',
  asks(moment) {
    const { source, first } = moment.frame;
    const { whole, fixed } = source;
    if (!whole || !fixed || first.tokens.length === 0) return null;
    return { whole, tokens: first.tokens, ...chosen(moment) };
  },
  async compute(engine, { whole, tokens, layer, without }) {
    const model = await whole.start(engine);
    const ids = tokens.map(({ id }) => id);
    return {
      all: await readWithout(engine, model, ids, null),
      less: await readWithout(engine, model, ids, without > 0 ? [layer, without - 1] : null),
      // each head's attention to the first word
      first: (await measureFirst(model, ids))[layer],
    };
  },
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
  view({ all, less, first }, { messages, numbers }, { tokens, whole: { vocab } }) {
    const changed = tokens.filter((_, at) => all.said[at] !== less.said[at]).length;
    return html`${facts([
      [
        sayText(messages.missedFirst, { heads: first.length }),
        first.map((share) => numbers.fixed(share, 2)).join(' · '),
      ],
      [messages.missedChanged, `${numbers.whole(changed)} / ${numbers.whole(tokens.length)}`],
      [messages.missedMoved, numbers.percent(less.moved)],
    ])}
      <h3>${messages.missedCaption}</h3>
      <p class="proof">
        ${tokens.map(({ piece }, at) => {
          const isOther = all.said[at] !== less.said[at];
          return html`<span class="proof-word" data-state=${isOther && 'other'}>
            <bdi lang="en">${piece}</bdi>
            <bdi class="proof-said" lang="en">${vocab[less.said[at]].trim() || BLANK}</bdi>
          </span>`;
        })}
      </p>`;
  },
});
