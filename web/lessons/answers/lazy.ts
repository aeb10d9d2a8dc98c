// Exhibits of the answers, loaded with their words when one is first shown.

import { adopt } from '../../ui/adopt.ts';
import { HEAD_CHOICES } from '../../elements/lab/state/state.ts';
import { richText } from '../../elements/lesson/symbols.ts';
import { createRoot, html } from '../../ui/template.ts';
import { exhibit } from '../exhibit.ts';
import { choice, code, facts } from '../exhibit-parts.ts';
import { wayFigure } from '../five-ways/way-figure.ts';
import { sentenceInWays, waysOfSentence } from '../five-ways/ways.ts';
import { FIXED_WIDTH, layerOfState, shapesOfLayer } from '../shapes/layer-shapes.ts';
import { headsOfState, widthsOfHeads } from '../shapes/wrong-width.ts';
import { matrixArea } from '../matrix-boxes.ts';
import { headOf } from '../tensors.ts';
import type { Exhibit, ExhibitKind, Kit, Moment } from '../exhibit-types.ts';

/**
 * Parts that the page has loaded for its lessons. If the answers imported them, they would be split
 * into files of their own: 1.1 kB more in the page's first load.
 */
const GIVEN = {
  ...{ exhibit, choice, code, facts, richText, headOf, wayFigure, HEAD_CHOICES },
  ...{ sentenceInWays, waysOfSentence, layerOfState, shapesOfLayer, FIXED_WIDTH },
  ...{ headsOfState, widthsOfHeads, matrixArea },
};

export type Given = typeof GIVEN;

const NAMES = ['twice', 'where', 'linear', 'out', 'trained', 'order'] as const;

/** The answer about trained heads has the lab's views below it. */
export const answerKinds: readonly ExhibitKind[] = NAMES.map((name) => ({
  name: `answer-${name}`,
  ...(name !== 'trained' && { lab: 'withheld' as const }),
  create: (kit) => lazyExhibit(kit, name),
}));

function lazyExhibit(kit: Kit, name: (typeof NAMES)[number]): Exhibit {
  let real: Exhibit | null = null;
  let isLoading = false;
  let newest: Moment | null = null;
  const view = () => html`<div>${real?.element}</div>`;
  const root = createRoot(view());

  async function load() {
    isLoading = true;
    kit.busy(true);
    try {
      const { createAnswers, style } = await import('./answers.ts');
      adopt(root.element, [style]);
      real = (await createAnswers(kit.messages.language, GIVEN))[name].create(kit);
      root.render(view());
      if (newest) real.update(newest);
    } catch (error) {
      kit.fail(error);
    }
    isLoading = false;
    kit.busy(false);
  }

  return {
    element: root.element,
    update(moment) {
      newest = moment;
      if (real) real.update(moment);
      else if (!isLoading) void load();
    },
    close() {
      newest = null;
      real?.close?.();
    },
  };
}
