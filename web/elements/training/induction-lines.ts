// Lines between an induction head and its previous-token head.
// The induction head reads the output of the earlier head.

import { svg } from '../../ui/dom.ts';
import { isNamed } from './head-roles.ts';
import type { HeadRoles } from 'headwise/training';
import type { Shown } from './heads.ts';
import type { Card } from './card.ts';

/** @param element parent of the cards */
export function createInductionLines(element: HTMLElement) {
  const drawing = svg('svg', { class: 'training-joins', 'aria-hidden': 'true' });
  let drawnFor = '';
  return {
    update({ seen, positional, removed }: Shown, cards: readonly Card[]) {
      const pairs = pairsOf(seen.roles, positional).filter((pair) =>
        pair.every(({ layer, head }) => !removed.has(`${layer}.${head}`)),
      );
      const outer = element.getBoundingClientRect();
      const boxOf = ({ layer, head }: Place) =>
        cards
          .find((card) => card.layer === layer && card.head === head)
          ?.canvas.getBoundingClientRect();
      const paths = pairs.flatMap(([from, to]) => {
        const [a, b] = [boxOf(from), boxOf(to)];
        if (!a || !b) return [];
        const x1 = a.left + a.width / 2 - outer.left;
        const x2 = b.left + b.width / 2 - outer.left;
        const [y1, y2] = [a.bottom - outer.top - 4, b.top - outer.top + 8];
        const bow = Math.max(24, (y2 - y1) / 2);
        return [`M${x1} ${y1}C${x1} ${y1 + bow} ${x2} ${y2 - bow} ${x2} ${y2}`];
      });
      const key = [outer.width, outer.height, ...paths].join();
      if (key === drawnFor) return;
      drawnFor = key;
      if (drawing.parentNode !== element) element.append(drawing);
      drawing.setAttribute('viewBox', `0 0 ${outer.width} ${outer.height}`);
      drawing.replaceChildren(...paths.map((d) => svg('path', { d })));
    },
  };
}

type Place = { layer: number; head: number };

/**
 * The clearest induction head, and the head in an earlier layer that attends most to the previous
 * symbol.
 */
export function pairsOf(
  roles: readonly HeadRoles[],
  positional: Readonly<Record<string, number>>,
): [Place, Place][] {
  const byScore = (name: string) =>
    roles.filter(({ best }) => best.name === name).sort((a, b) => b.best.score - a.best.score);
  const induction = byScore('induction').find(({ best }) => isNamed(best, positional));
  const before = byScore('previousToken').find(({ layer }) => layer < (induction?.layer ?? 0));
  return induction && before ? [[before, induction]] : [];
}
