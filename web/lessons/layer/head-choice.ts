// The choice of a removed head, in the lab itself: everything after it follows.

import { choice } from '../exhibit-parts.ts';
import type { Context } from '../exhibit.ts';

export function headChoice({ messages, frame, setState }: Context) {
  const { off, heads } = frame.state;
  const count = frame.answer?.question.heads ?? heads;
  const names = Array.from({ length: count }, (_, head) => String(head + 1));
  return choice(
    messages.withoutRemoved,
    [messages.withoutNobody, ...names].map((name, at) => [at, name] as const),
    off.length === 0 ? 0 : off[0] + 1,
    (at) => setState({ off: at === 0 ? [] : [at - 1] }),
  );
}
