// Render scheduler: renders the lab in the next animation frame.
// Promises settle when the state is on the screen.

import { shortText } from '../../ui/format.ts';
import type { Frame } from './frame.ts';

/**
 * @param lab.draw passes the present frame to the parts
 * @param lab.isDrawn whether the parts have drawn it
 * @param lab.isAwaiting whether a model is still to come
 * @param lab.isComputed whether everything that the present state needs is there, or has failed
 */
export function createRenderScheduler({
  draw,
  isDrawn,
  isAwaiting,
  isComputed,
}: {
  draw: () => Frame;
  isDrawn: () => boolean;
  isAwaiting: () => boolean;
  isComputed: () => boolean;
}) {
  let scheduled = 0;
  let settled = false;
  /** whether parts are receiving a frame: some may finish before others have received it */
  let telling = false;
  let waiters: (() => void)[] = [];
  const watchers: Set<(frame: Frame) => void> = new Set();

  function schedule() {
    settled = false;
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    telling = true;
    const frame = draw();
    for (const watcher of watchers) watcher(frame);
    telling = false;
    settle();
  }

  /** The present state is on the screen, or nothing more will come. */
  function settle() {
    if (telling || isAwaiting()) return;
    settled = scheduled === 0 && isComputed() && isDrawn();
    if (!settled) return;
    for (const waiter of waiters) waiter();
    waiters = [];
  }

  return {
    schedule,
    settle,
    render,
    /** Draws now instead of in the next frame. */
    atOnce() {
      cancelAnimationFrame(scheduled);
      render();
    },
    /**
     * Four tasks: making the lab; the browser's first number format; the lab's first layout; the
     * first drawing.
     */
    start() {
      setTimeout(() => shortText(0));
      scheduled = requestAnimationFrame(() => {
        scheduled = requestAnimationFrame(render);
      });
    },
    stop: () => cancelAnimationFrame(scheduled),
    /** @param watcher called after every drawing */
    watch(watcher: (frame: Frame) => void) {
      watchers.add(watcher);
      schedule();
      return () => void watchers.delete(watcher);
    },
    settled: (): Promise<void> =>
      // hover draws without a change of state
      settled && isDrawn()
        ? Promise.resolve()
        : new Promise((resolve) => waiters.push(() => resolve())),
  };
}
