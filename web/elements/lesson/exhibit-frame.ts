// Shows the exhibit of the present scene.

import { exhibits } from '../../lessons/exhibits.ts';
import { messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { quoteEngine } from '../../ui/text.ts';
import { changeLab } from './questions/lend-lab.ts';
import type { Exhibit, Kit, Values } from '../../lessons/exhibit-types.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Frame } from '../lab/frame.ts';
import type { LabState } from '../lab/state/state.ts';
import type { Lab } from '../lab/lab.ts';

export function createExhibits(messages: Messages, lab: Lab) {
  const made: Map<string, Exhibit> = new Map();
  let shown: { name: string; exhibit: Exhibit } | null = null;
  let failure: string | null = null;
  let busy = 0;
  let waiters: (() => void)[] = [];

  const view = () => html`<div
    class="exhibit-frame"
    hidden=${!shown}
    aria-busy=${busy > 0 && 'true'}
    data-kind=${shown?.name}
  >
    <div class="exhibit-holder">${shown?.exhibit.element}</div>
    <p class="exhibit-failure" role="alert" hidden=${failure === null}>
      ${failure !== null && quoteEngine(messages.lessonFailed, failure)}
    </p>
  </div>`;
  const root = createRoot(view());
  const render = () => root.render(view());
  const { element } = root;

  const change = (part: Partial<LabState>) => changeLab(lab, part);

  const kit: Kit = {
    messages,
    engine: lab.engine,
    setValues(values) {
      const { lesson } = lab.getState();
      if (lesson) {
        change({ lesson: { ...lesson, values: { ...lesson.values, ...values } } });
      }
    },
    setState: change,
    busy(is) {
      busy += is ? 1 : -1;
      if (is) failure = null;
      render();
      if (busy > 0) return;
      for (const waiter of waiters) waiter();
      waiters = [];
    },
    fail(error) {
      failure = messageOf(error);
      render();
    },
  };

  return {
    element,
    /** @param covered whether the lab hides the result */
    update(
      frame: Frame,
      place: {
        lesson: { id: string; scenes: readonly { exhibit?: string }[] };
        number: number;
        values: Values;
      } | null,
      covered: boolean = false,
    ) {
      const kind = exhibits.get(place?.lesson.scenes[place.number].exhibit ?? '');
      lab.withhold(covered || kind?.lab === 'withheld');
      lab.places.exhibit.toggleAttribute('data-alone', kind?.lab !== undefined);
      const exhibit = kind && (made.get(kind.name) ?? kind.create(kit));
      if (exhibit !== shown?.exhibit) shown?.exhibit.close?.();
      shown = kind && exhibit ? { name: kind.name, exhibit } : null;
      render();
      if (!place || !shown) return;
      made.set(shown.name, shown.exhibit);
      const { answer, selection, first, second, state } = frame;
      const words = first.tokens.map(({ piece }) => piece);
      shown.exhibit.update({
        frame,
        values: place.values,
        trace: answer && !frame.stale ? answer.trace : null,
        words,
        keys: second ? second.tokens.map(({ piece }) => piece) : words,
        head: selection.head,
        row: Math.min(selection.query ?? state.selection.query ?? 0, Math.max(0, words.length - 1)),
        width: element.clientWidth,
      });
    },
    /** Resolves when no drawing waits for the engine. */
    isDrawn: () =>
      busy === 0
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve(undefined))),
  };
}
