// The heads' names above the lines, in a row.

import { headHue, markOf } from '../../../views/color.ts';
import { button, rove } from '../../../ui/controls.ts';
import { html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { headText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { MapFrame, SelectionActions } from '../frame.ts';

/** A second click within this time, in ms, leaves this head alone on. */
const DOUBLE = 400;

/**
 * Hover shows one head alone, a click locks it.
 *
 * @param point called with the hovered head
 */
export function headChips(
  messages: Messages,
  { change }: SelectionActions,
  frame: MapFrame,
  point: (head: number | null) => void,
) {
  const heads = headsOf(frame);
  const { solo } = frame.state;
  return html`<div
    class="head-chips"
    role="group"
    aria-label=${messages.linesHeads}
    hidden=${heads < 2}
    ref=${rove}
    @pointerleave=${() => point(null)}
    @focusout=${() => point(null)}
  >
    ${Array.from(
      { length: heads },
      (_, head) => html`<button
        type="button"
        class="head-chip"
        tabindex=${head === 0 ? 0 : -1}
        aria-label=${sayText(messages.linesSolo, { head: head + 1 })}
        aria-pressed=${String(head === solo)}
        title=${headText(frame, head)}
        vars=${{ '--head': markOf(headHue(head), frame.look.theme) }}
        @click=${() => change({ solo: head === solo ? null : head })}
        @pointerenter=${({ pointerType }: PointerEvent) => {
          // a touch has already chosen
          if (pointerType === 'mouse') point(head);
        }}
        @focus=${({ target }: Event) => {
          if ((target as Element).matches(':focus-visible')) point(head);
        }}
      >
        <span class="dot"></span>${chipText(messages, head, heads)}
      </button>`,
    )}
  </div>`;
}

/**
 * Switches of the heads whose lines are drawn together.
 *
 * @returns the view of a frame
 */
export function createHeadSwitches(
  messages: Messages,
  switchOff: (off: ReadonlySet<number>) => void,
) {
  let clicked = { head: -1, at: 0 };

  /** @param at time of the click */
  function flip(frame: MapFrame, head: number, at: number) {
    const isDouble = clicked.head === head && at - clicked.at < DOUBLE;
    clicked = isDouble ? { head: -1, at: 0 } : { head, at };
    const next = new Set(isDouble ? Array(headsOf(frame)).keys() : frame.off);
    if (!next.delete(head)) next.add(head);
    switchOff(next);
  }

  return (frame: MapFrame) => {
    const heads = headsOf(frame);
    return html`<div class="head-chips" hidden=${heads < 2}>
      <div class="head-chips" role="group" aria-label=${messages.linesHeads} ref=${rove}>
        ${Array.from(
          { length: heads },
          (_, head) => html`<button
            type="button"
            class="head-chip"
            tabindex=${head === 0 ? 0 : -1}
            aria-label=${sayText(messages.head, { head: head + 1 })}
            aria-pressed=${String(!frame.off?.has(head))}
            title=${headText(frame, head)}
            vars=${{ '--head': markOf(headHue(head), frame.look.theme) }}
            @click=${({ timeStamp }: MouseEvent) => flip(frame, head, timeStamp)}
          >
            <span class="dot"></span>${chipText(messages, head, heads)}
          </button>`,
        )}
      </div>
      ${button(messages.allHeads, () => switchOff(new Set()), { look: 'quiet', hidden: !frame.off?.size })}
    </div>`;
  };
}

/** Up to this number of heads, a chip says “Head”. */
const NAMED = 8;

const chipText = (messages: Messages, head: number, heads: number) =>
  heads > NAMED ? head + 1 : sayText(messages.head, { head: head + 1 });

const headsOf = ({ maps }: Pick<MapFrame, 'maps'>) => maps?.heads ?? 0;
