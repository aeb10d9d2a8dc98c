// Lazy loading of parts of the lab.
// A page that embeds the lab does not load unused parts. In a bundle of one file the code is there
// at once.

import { adopt } from '../shared/adopt.js';
import { h } from '../shared/dom.js';
import { messageOf } from '../shared/errors.js';

/** @typedef {import('./views.js').LabView} LabView */

/**
 * A view that is made when it is first shown.
 *
 * @param {() => Promise<LabView>} load
 * @param {import('./frame.js').Actions} actions
 * @returns {LabView}
 */
export function laterView(load, actions) {
  const element = h('div');
  /** @type {LabView | null} */
  let view = null;
  /** @type {Promise<void> | null} */
  let loading = null;
  let dropStyles = () => {};
  /** @type {import('./frame.js').Frame | null} */
  let last = null;

  async function begin() {
    try {
      view = await load();
      element.replaceChildren(view.element);
      if (element.isConnected) dropStyles = adopt(element, view.styles ?? []);
      if (last && !element.hidden) view.update(last);
    } catch (error) {
      // another visit tries again
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
 * Something that says what it found in a frame, made when there first is something to look for.
 *
 * @template T
 * @param {() => Promise<{ element: HTMLElement, update: (frame: import('./frame.js').Frame) => T | null,
 *   isDrawn?: () => boolean, styles: readonly string[] }>} load
 * @param {(frame: import('./frame.js').Frame) => boolean} isNeeded
 * @param {() => void} arrived called when it can be asked
 */
export function laterFinder(load, isNeeded, arrived) {
  const element = h('div');
  /** @type {Awaited<ReturnType<typeof load>> | null} */
  let finder = null;
  let loading = false;
  let dropStyles = () => {};
  return {
    element,
    isDrawn: () => !loading && (finder?.isDrawn?.() ?? true),
    /**
     * @param {import('./frame.js').Frame} frame
     * @returns {T | null}
     */
    update(frame) {
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
