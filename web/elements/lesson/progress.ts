// Tracks whether the task of the current scene is done.

import type { Frame, Place } from './lesson.ts';

export function createProgress() {
  let shown = '';
  /** the state in which the scene opened */
  let start: any = null;
  let tried = false;
  /** values that the task has met since then */
  let seen: Set<unknown> = new Set();
  return {
    /** @param asked whether its question comes first: its task has not begun */
    of(frame: Frame, { lesson, number, values }: Place, asked: boolean) {
      const name = `${lesson.id} ${number}${asked ? ' asked' : ''}`;
      const isNew = name !== shown;
      if (isNew) {
        shown = name;
        start = frame.state;
        tried = false;
        seen = new Set();
      }
      const before = tried;
      tried ||=
        !asked && lesson.scenes[number].done({ state: frame.state, start, values, seen, frame });
      return { isNew, tried, justTried: tried && !before };
    },
    forget() {
      shown = '';
    },
  };
}
