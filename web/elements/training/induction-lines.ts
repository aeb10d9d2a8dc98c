// Lines between an induction head and its previous-token head.
// The induction head reads the output of the earlier head.

import { createRoot, html } from '../../ui/template.ts';
import { nameAt } from './card.ts';
import { isNamed } from './head-roles.ts';
import type { HeadRoles } from 'headwise/training';
import type { Shown } from './heads.ts';
import type { Place } from './card.ts';

export function createInductionLines() {
  const view = (box: { width: number; height: number }, paths: readonly string[]) =>
    html`<svg class="training-joins" aria-hidden="true" viewBox="0 0 ${box.width} ${box.height}">
      <path d=${paths.join('')} />
    </svg>`;
  const root = createRoot<SVGSVGElement>(view({ width: 0, height: 0 }, []));
  return {
    element: root.element,
    /** @param cards parent of the cards */
    update(
      { seen, positional, removed }: Shown,
      cards: HTMLElement,
      mapOf: (place: Place) => HTMLCanvasElement,
    ) {
      const outer = cards.getBoundingClientRect();
      const pairs = pairsOf(seen.roles, positional).filter((pair) =>
        pair.every((place) => !removed.has(nameAt(place))),
      );
      const paths = pairs.map((pair) => {
        const [a, b] = pair.map((place) => mapOf(place).getBoundingClientRect());
        const x1 = a.left + a.width / 2 - outer.left;
        const x2 = b.left + b.width / 2 - outer.left;
        const [y1, y2] = [a.bottom - outer.top - 4, b.top - outer.top + 8];
        const bow = Math.max(24, (y2 - y1) / 2);
        return `M${x1} ${y1}C${x1} ${y1 + bow} ${x2} ${y2 - bow} ${x2} ${y2}`;
      });
      root.render(view(outer, paths));
    },
  };
}

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
