// Exhibit: scores of each head in each role.
// Beside them the best score of a head that knows only positions.

import { isClear, roleText, scoreText } from '../../elements/lab/answer/roles.ts';
import { sayText } from '../../ui/text.ts';
import { headHue, markOf } from '../../views/color.ts';
import { exhibit } from '../exhibit.ts';
import { bar, table } from '../exhibit-parts.ts';
import { measureRoles, SENTENCES } from './experiment.ts';
import { trainedOf } from './trained.ts';

/** The roles shown. Roles with an offset differ from head to head. */
const SHOWN = [
  'verbToSubject',
  'nounToDeterminer',
  'pronounToAntecedent',
  'previousToken',
  'firstToken',
] as const;

export const roleScores = exhibit({
  name: 'roles',
  asks: ({ frame }) => trainedOf(frame),
  async compute(engine, { source: { whole }, layer }) {
    if (!whole) throw new TypeError('model: expected a whole one');
    const measured = await measureRoles(await whole.start(engine));
    return measured.filter((one) => one.layer === layer);
  },
  view(heads, { messages, frame }) {
    const rowOf = (name: (typeof SHOWN)[number]) => {
      const scores = heads.map(({ roles }) => roles.find((role) => role.name === name));
      const cells = scores.map((role, i) => {
        const score = role?.score ?? 0;
        const isBest = heads[i].best.name === name && isClear(heads[i].best);
        const color = markOf(headHue(i), frame.look.theme);
        return bar(scoreText(score), score, isBest ? 'best' : '', color);
      });
      const positional = scores[0]?.positional ?? 0;
      const least = bar(scoreText(positional), positional, 'other');
      return [roleText(messages, { name }), ...cells, least];
    };
    return table(
      sayText(messages.rolesCaption, { count: SENTENCES }),
      [
        messages.rolesRole,
        ...heads.map(({ head }) => sayText(messages.head, { head: head + 1 })),
        messages.rolesPositional,
      ],
      SHOWN.map(rowOf),
    );
  },
});
