// Choices of an open model: layer, head, attention, removed heads.
// The chosen head is shown enlarged.

import { createSelect } from '../../elements/model-view/select.ts';
import { fillText, h, setAttribute, setText } from '../../ui/dom.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Opened } from './worker-messages.ts';
import type { Head, Kind } from './worker-messages.ts';

export function createChoices({
  messages,
  opened,
  choose,
  setKind,
  remove,
}: {
  messages: Messages;
  opened: Opened;
  choose: (at: Head) => void;
  setKind: (kind: Kind) => void;
  remove: (removed: readonly Head[]) => void;
}) {
  const layers = createSelect(messages.layerLabel, (layer) => choose({ ...at, layer }));
  const heads = createSelect(messages.headLabel, (head) => choose({ ...at, head }));
  const toggle = h('button', { type: 'button', class: 'quiet', onclick: flip });
  const list = h('div', {
    class: 'models-removed',
    role: 'group',
    'aria-label': messages.removedLabel,
  });
  const names = [
    ['self', messages.kindSelf],
    ['cross', messages.kindCross],
    ['encoder', messages.kindOfEncoder],
  ] as const;
  const buttons = names.map(([kind, name]) =>
    h('button', { type: 'button', onclick: () => setKind(kind) }, name),
  );
  const kinds = h(
    'div',
    { class: 'segments', role: 'group', 'aria-label': messages.kindLabel },
    ...buttons,
  );
  kinds.hidden = opened.kind !== 'encoder-decoder';
  let at = { layer: 0, head: 0 };
  let removed: readonly Head[] = [];

  const isAt = (one: Head) => one.layer === at.layer && one.head === at.head;

  function flip() {
    remove(removed.some(isAt) ? removed.filter((one) => !isAt(one)) : [...removed, at]);
  }

  function chipOf(one: Head) {
    const name = fillText(messages.headName, { layer: one.layer + 1, head: one.head + 1 });
    return h(
      'button',
      {
        ...{ type: 'button', class: 'models-chip' },
        'aria-label': fillText(messages.restoreOne, { name }),
        onclick: () => remove(removed.filter((other) => other !== one)),
      },
      name,
      h('span', { 'aria-hidden': 'true' }, '×'),
    );
  }

  return {
    element: h('div', { class: 'models-choice' }, layers.element, heads.element),
    toggle,
    kinds,
    removed: list,
    update(next: {
      at: Head;
      kind: Kind;
      removed: readonly Head[];
      sizes: { layers: number; heads: number };
    }) {
      ({ at, removed } = next);
      layers.fill(next.sizes.layers, at.layer);
      heads.fill(next.sizes.heads, at.head);
      toggle.hidden = next.kind !== 'self';
      setText(toggle, removed.some(isAt) ? messages.restore : messages.remove);
      for (const [i, [kind]] of names.entries()) {
        setAttribute(buttons[i], 'aria-pressed', String(kind === next.kind));
      }
      const all = h(
        'button',
        { type: 'button', class: 'link', onclick: () => remove([]) },
        messages.restoreAll,
      );
      const chips = [...removed.map(chipOf), all];
      const held = [...list.querySelectorAll('button')].findIndex(
        (one) => one === document.activeElement,
      );
      list.hidden = removed.length === 0;
      list.replaceChildren(h('span', null, messages.removedLabel), ...chips);
      if (held >= 0) (list.hidden ? toggle : chips[Math.min(held, chips.length - 1)]).focus();
    },
  };
}
