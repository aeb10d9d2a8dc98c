// The questions as they were before three lessons were joined and divided.
// Records and result codes from that time are read by them. Their names stay as they were; a question that changes later
// changes nothing here.

import { drawTest, TEST, TESTS, TEST_LENGTH } from '../../../lessons/questions.ts';
import type { Slot } from '../../../lessons/questions.ts';

/** by lesson: whether it was a further one, the questions before its scenes, and its own with their mistakes; * where some copies cannot ask it */
const LESSONS: readonly (readonly [id: string, further: boolean, asks: string, own: string])[] = [
  [
    'why',
    false,
    '  average-share look-around',
    'average-share one before count; look-around none little most',
  ],
  [
    'one-head',
    false,
    '  query-shape dot-product last-share mixture',
    'query-shape turned weights map; dot-product unsigned added sums; last-share same even; mixture value key own mean',
  ],
  [
    'matrices',
    false,
    'average-share mirror-score order-steps form-shape exchange-values',
    'order-steps; mirror-score same twice minus; form-shape small one; exchange-values mixed map both none',
  ],
  [
    'scale',
    false,
    ' score-growth query-shape what-stays divide-by',
    'score-growth half same twice four; divide-by noRoot whole heads; what-stays shares largest smallest',
  ],
  [
    'masks',
    false,
    ' row-count last-share first-hidden empty-cells',
    'row-count all ahead notItself; empty-cells corner both fillers; first-hidden itself turned',
  ],
  [
    'shapes',
    false,
    'form-shape head-width set-head-width map-shape',
    'head-width whole heads product; set-head-width*; map-shape one last values',
  ],
  [
    'five-ways',
    false,
    ' divide-by whose-column product-shape sees-all row-count',
    'whose-column dealt; product-shape large turned; sees-all piece heads',
  ],
  [
    'layer',
    false,
    'head-width joined-shape  residual-sum which-maps cross-shape',
    'joined-shape stacked one turned; residual-sum replaced kept mean; cross-shape turned square joined; which-maps one all block',
  ],
  [
    'roles',
    false,
    ' find-head untrained-share find-word product-shape',
    'untrained-share always half chance; find-head; find-word',
  ],
  [
    'rotary',
    false,
    'residual-sum even-share turn-angle same-distance turn-partner ',
    'even-share whole count; turn-angle once fromOne; same-distance later earlier swapped doubled one; turn-partner neighbour mirrored',
  ],
  [
    'long',
    false,
    'untrained-share map-cells kept',
    'map-cells row twice width; kept one head words',
  ],
  [
    'cache',
    false,
    'times-as-long keys-again kept-what cached-map',
    'times-as-long same factor double square; keys-again once square; kept-what keysValues all keys queries; cached-map whole query before',
  ],
  [
    'sinks',
    true,
    'map-cells find-sink arrives removed-head',
    'find-sink*; arrives share length added; removed-head* sink worker same',
  ],
  [
    'dropout',
    true,
    'keys-again drop-factor row-after',
    'drop-factor same less over; row-after one kept',
  ],
  [
    'digits',
    true,
    'arrives too-large shifted-share online-sum same-distance',
    'too-large zero large infinite; shifted-share times even; online-sum unscaled noNew added',
  ],
  ['appears', true, 'drop-factor lens-sum lens-from', 'lens-sum layer end; lens-from early end'],
  [
    'head-did',
    true,
    'too-large most-missed pair-effect',
    'most-missed looks rises; pair-effect shared own none',
  ],
];

interface Own {
  id: string;
  isAlways: boolean;
  mistakes: readonly string[];
}

const own: readonly (readonly Own[])[] = LESSONS.map(([, , , text]) =>
  text.split('; ').map((one) => {
    const [name, ...mistakes] = one.split(' ');
    return { id: name.replace('*', ''), isAlways: !name.endsWith('*'), mistakes };
  }),
);

const slots: readonly Slot[] = [
  ...LESSONS.flatMap(([lesson, , text]) =>
    text
      .split(' ')
      .flatMap((asks, scene) =>
        asks ? [{ name: `${lesson}.${scene}`, lesson, scene, asks }] : [],
      ),
  ),
  ...TESTS.flatMap((lesson) =>
    Array.from({ length: TEST_LENGTH }, (_, scene) => ({
      ...{ name: `${lesson}.${scene}`, lesson, scene, asks: '' },
    })),
  ),
];

export const earlier = Object.freeze({
  slots,
  questionOf(id: string) {
    const found = own.flat().find((one) => one.id === id);
    if (!found) throw new RangeError(`question: none was called "${id}"`);
    return found;
  },
  testOf(test: string, seed: number, run: number) {
    const lists = own.filter((_, at) => test === TEST || !LESSONS[at][1]);
    const ids = lists.map((list) => list.filter(({ isAlways }) => isAlways).map(({ id }) => id));
    return drawTest(ids, test, seed, run);
  },
});
