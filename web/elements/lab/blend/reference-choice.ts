// Chooses the reference of a difference: a head, or a saved run.

import { h, setText } from '../../../ui/dom.ts';
import { headText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Actions, Frame } from '../frame.ts';
import type { Compare } from '../state/heads.ts';

/** The item of the list that is not a head. */
const RUN = 'run';

/** @param keep saves the present run for comparison */
export function createReferenceChoice(messages: Messages, actions: Actions, keep: () => void) {
  const select = h('select', {
    'aria-label': messages.blendLess,
    onchange: () => {
      if (select.value === RUN) keep();
      else actions.change({ compare: { head: Number(select.value) } });
    },
  });
  const again = h(
    'button',
    { type: 'button', class: 'quiet', onclick: () => keep() },
    messages.blendKeepAgain,
  );
  return {
    element: h(
      'div',
      { class: 'blend-compare' },
      h('span', { 'aria-hidden': 'true' }, messages.blendLess),
      select,
      again,
    ),
    update(frame: Frame, compare: NonNullable<Compare>, heads: number) {
      while (select.options.length > heads + 1) select.remove(0);
      if (select.options.length !== heads + 1) {
        const named = Array.from({ length: heads }, (_, head) =>
          h('option', { value: String(head) }),
        );
        select.replaceChildren(...named, h('option', { value: RUN }));
      }
      for (let head = 0; head < heads; head++) {
        setText(select.options[head], headText(frame, head));
      }
      const isRun = 'run' in compare;
      const lastOption = select.options[select.options.length - 1];
      setText(lastOption, isRun ? messages.blendKept : messages.blendKeep);
      const value = isRun ? RUN : String(compare.head < heads ? compare.head : 0);
      if (select.value !== value) select.value = value;
      again.hidden = !isRun;
    },
  };
}
