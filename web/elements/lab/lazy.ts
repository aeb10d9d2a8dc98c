// Lazy loading of parts of the lab.
// A page that embeds the lab does not load unused parts. A bundle of one file contains the code.

import { adopt } from '../../ui/adopt.ts';
import { h } from '../../ui/dom.ts';
import { messageOf } from '../../ui/errors.ts';
import type { Actions, Frame } from './frame.ts';
import type { LabView } from './views.ts';

/** A view that is created when it is first shown. */
export function lazyView(load: () => Promise<LabView>, actions: Actions): LabView {
  const element = h('div');
  let view: LabView | null = null;
  let loading: Promise<void> | null = null;
  let dropStyles = () => {};
  let last: Frame | null = null;

  async function begin() {
    try {
      view = await load();
      element.replaceChildren(view.element);
      if (element.isConnected) dropStyles = adopt(element, view.styles ?? []);
      if (last && !element.hidden) view.update(last);
    } catch (error) {
      // the next visit tries again
      loading = null;
      element.replaceChildren(
        h('p', { class: 'notice', role: 'alert', lang: 'en' }, messageOf(error)),
      );
    }
    actions.drawn();
  }

  return {
    element,
    update(frame) {
      last = frame;
      if (view) view.update(frame);
      else loading ??= begin();
    },
    isDrawn: () => (view ? (view.isDrawn?.() ?? true) : loading === null),
    exported: (frame) => view?.exported?.(frame) ?? null,
    arrive: (selection) => view?.arrive?.(selection),
    leave: () => view?.leave?.(),
    dispose() {
      dropStyles();
      view?.dispose?.();
    },
  };
}

/**
 * A function that describes findings in a frame, loaded when there is first something to find.
 *
 * @param arrived called when it is loaded
 */
export function lazyFinder<T>(
  load: () => Promise<{
    element: HTMLElement;
    update: (frame: Frame) => T | null;
    isDrawn?: () => boolean;
    styles: readonly string[];
  }>,
  isNeeded: (frame: Frame) => boolean,
  arrived: () => void,
) {
  const element = h('div');
  let finder: Awaited<ReturnType<typeof load>> | null = null;
  let loading = false;
  let dropStyles = () => {};
  return {
    element,
    isDrawn: () => !loading && (finder?.isDrawn?.() ?? true),
    update(frame: Frame): T | null {
      if (finder) return finder.update(frame);
      if (!isNeeded(frame) || loading) return null;
      loading = true;
      load()
        .then((made) => {
          finder = made;
          element.replaceWith(made.element);
          if (made.element.isConnected) dropStyles = adopt(made.element, made.styles);
        })
        .catch((error) => element.replaceChildren(h('span', { lang: 'en' }, messageOf(error))))
        .then(() => {
          loading = false;
          arrived();
        });
      return null;
    },
    dispose: () => dropStyles(),
  };
}
