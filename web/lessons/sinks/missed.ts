// Exhibit: a model's predictions after each word, without one head.
// Beside them the predictions with all heads.

import { fillText, h, setText } from '../../ui/dom.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { measureFirst, readWithout } from './experiment.ts';
import { numbersOf } from '../../elements/lesson/numbers.ts';
import { createChoice, factsOf } from '../exhibit-parts.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Whole } from '../../elements/lab/answer/source.ts';
import type { Token } from '../../elements/lab/answer/tokenizer.ts';

/** Symbol for a piece that is a space or a line break. */
const BLANK = '␣';

interface Read {
  tokens: readonly Token[];
  vocab: readonly string[];
  all: Awaited<ReturnType<typeof readWithout>>;
  less: Awaited<ReturnType<typeof readWithout>>;
  /** each head's attention to the first word */
  first: readonly number[];
}

export function createMissed(kit: Kit) {
  const { messages, setValues } = kit;
  const numbers = numbersOf(messages.locale);
  const place = h('div', { class: 'exhibit-controls' });
  const facts = h('dl', { class: 'exhibit-facts' });
  const words = h('p', { class: 'proof' });
  const element = h(
    'div',
    { class: 'missed without' },
    ...[place, facts, h('h3', null, messages.missedCaption), words],
  );
  let choices: {
    layers: ReturnType<typeof createChoice<number>>;
    heads: ReturnType<typeof createChoice<number>>;
    size: string;
  } | null = null;

  const ask = createLatestQuery(
    async (whole: Whole, tokens: Read['tokens'], layer: number, without: number) => {
      const engine = await kit.engine();
      const model = await whole.start(engine);
      const ids = tokens.map(({ id }) => id);
      const removed = without > 0 ? ([layer, without - 1] as [number, number]) : null;
      return {
        ...{ tokens, vocab: whole.vocab },
        all: await readWithout(engine, model, ids, null),
        less: await readWithout(engine, model, ids, removed),
        first: (await measureFirst(model, ids))[layer],
      };
    },
    { show, fail: kit.fail, busy: kit.busy },
  );

  function show({ tokens, vocab, all, less, first }: Read) {
    const changed = tokens.filter((_, at) => all.said[at] !== less.said[at]).length;
    facts.replaceChildren(
      ...factsOf([
        [
          fillText(messages.missedFirst, { heads: first.length }),
          first.map((share) => numbers.fixed(share, 2)).join(' · '),
        ],
        [messages.missedChanged, `${numbers.whole(changed)} / ${numbers.whole(tokens.length)}`],
        [messages.missedMoved, numbers.percent(less.moved)],
      ]),
    );
    words.replaceChildren(
      ...tokens.map(({ piece }, at) => {
        const said = h('bdi', { class: 'proof-said', lang: 'en' });
        setText(said, vocab[less.said[at]].trim() || BLANK);
        const state = all.said[at] === less.said[at] ? null : 'other';
        return h(
          'span',
          { class: 'proof-word', 'data-state': state },
          h('bdi', { lang: 'en' }, piece),
          said,
        );
      }),
    );
  }

  function choicesFor(layers: number, heads: number) {
    const size = `${layers} ${heads}`;
    if (choices?.size === size) return choices;
    const names = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1));
    choices = {
      size,
      layers: createChoice(
        messages.layerLabel,
        names(layers).map((name, choice) => [choice, name]),
        (choice) => setValues({ way: choice }),
      ),
      heads: createChoice(
        messages.withoutRemoved,
        [messages.withoutNobody, ...names(heads)].map((name, without) => [without, name]),
        (without) => setValues({ without }),
      ),
    };
    place.replaceChildren(choices.layers.element, choices.heads.element);
    return choices;
  }

  return {
    element,
    update({ frame, values }: Moment) {
      const { whole, layers, fixed } = frame.source;
      if (!whole || !fixed || frame.first.tokens.length === 0) return ask.forget();
      const layer = Math.min(values.way ?? 0, layers - 1);
      const without = Math.min(values.without ?? 0, fixed.heads);
      const shown = choicesFor(layers, fixed.heads);
      shown.layers.update(layer);
      shown.heads.update(without);
      ask(whole, frame.first.tokens, layer, without);
    },
  };
}
