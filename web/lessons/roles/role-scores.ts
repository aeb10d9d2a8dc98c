// Exhibit: scores of each head in each role.
// Beside them the best score of a head that knows only positions.

import { fillText, h } from '../../ui/dom.ts';
import { headHue, markOf } from '../../views/color.ts';
import { isClear, roleText, scoreText } from '../../elements/lab/answer/roles.ts';
import { createLatestQuery } from '../../elements/lesson/latest-query.ts';
import { measureRoles, SENTENCES } from './experiment.ts';
import { barCell, createTable } from '../exhibit-parts.ts';
import { trainedOf } from './trained.ts';
import type { Kit, Moment } from '../exhibit-types.ts';
import type { Source } from '../../elements/lab/answer/source.ts';
import type { Theme } from '../../views/color.ts';

/** The roles shown. Roles with an offset differ from head to head. */
const SHOWN = [
  'verbToSubject',
  'nounToDeterminer',
  'pronounToAntecedent',
  'previousToken',
  'firstToken',
] as const;

export function createRoles(kit: Kit) {
  const { messages } = kit;
  const holder = h('div', null);
  const element = h('div', { class: 'roles' }, holder);

  const ask = createLatestQuery(
    async (source: Source, layer: number, theme: Theme) => {
      const { whole } = source;
      if (!whole) throw new TypeError('model: expected a whole one');
      return { measured: await measureRoles(await whole.start(await kit.engine())), layer, theme };
    },
    {
      show({ measured, layer, theme }) {
        const heads = measured.filter((one) => one.layer === layer);
        const table = createTable(fillText(messages.rolesCaption, { count: SENTENCES }), [
          messages.rolesRole,
          ...heads.map(({ head }) => fillText(messages.head, { head: head + 1 })),
          messages.rolesPositional,
        ]);
        table.show(
          SHOWN.map((name) => {
            const scores = heads.map(({ roles }) => roles.find((role) => role.name === name));
            const cells = scores.map((role, i) => {
              const score = role?.score ?? 0;
              const cell = barCell(scoreText(score), score);
              cell.classList.toggle('best', heads[i].best.name === name && isClear(heads[i].best));
              cell.style.setProperty('--head', markOf(headHue(i), theme));
              return cell;
            });
            const positional = scores[0]?.positional ?? 0;
            const last = barCell(scoreText(positional), positional);
            last.classList.add('other');
            return [roleText(messages, { name }), ...cells, last];
          }),
        );
        holder.replaceChildren(table.element);
      },
      fail: kit.fail,
      busy: kit.busy,
    },
  );

  return {
    element,
    update({ frame }: Moment) {
      const { source, layer } = trainedOf(frame);
      ask(source, layer, frame.look.theme);
    },
  };
}
