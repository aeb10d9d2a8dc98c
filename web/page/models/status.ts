// The status line of an open model.

import { durationText } from '../../ui/format.ts';
import { html } from '../../ui/template.ts';
import { quoteEngine, sayText } from '../../ui/text.ts';
import { arrivingText } from './coming.ts';
import type { Messages } from '../../words/en/models.ts';
import type { Child, Template } from '../../ui/template.ts';
import type { Arrived } from './state.ts';
import type { Over } from './worker-messages.ts';

/** null: nothing to report */
export type Status =
  | { type: 'computing' }
  /** layers are read */
  | ({ type: 'arriving' } & Arrived)
  /** @param milliseconds null: computed while layers were read */
  | { type: 'computed'; count: number; milliseconds: number | null }
  | {
      type: 'computedImage';
      count: number;
      down: number;
      across: number;
      milliseconds: number | null;
    }
  /** no more tokens are written: `count` tokens of the request, or of the whole text if it is full */
  | { type: 'over'; over: Over['over']; count: number }
  | { type: 'failed'; detail: string }
  | null;

export function statusLine(status: Status, messages: Messages): Template {
  return html`<p class="models-status" role="status">${textOf(status, messages)}</p>`;
}

function textOf(status: Status, messages: Messages): Child {
  switch (status?.type) {
    case undefined:
      return null;
    case 'computing':
      return messages.computing;
    case 'arriving':
      return arrivingText(status, messages);
    case 'computed':
    case 'computedImage': {
      const { type, milliseconds, ...counts } = status;
      const [timed, early] =
        type === 'computed'
          ? [messages.computed, messages.computedEarly]
          : [messages.imageComputed, messages.imageComputedEarly];
      if (milliseconds === null) return sayText(early, counts);
      return sayText(timed, { ...counts, time: durationText(milliseconds) });
    }
    case 'over': {
      const { over, count } = status;
      const reasons = {
        end: messages.writtenEnd,
        full: messages.writtenFull,
        limit: messages.writtenLimit,
      };
      return sayText(reasons[over], { count });
    }
    case 'failed':
      return quoteEngine(messages.runFailed, status.detail);
  }
}
