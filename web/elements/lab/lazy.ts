// Lazy loading of parts of the lab.
// A page that embeds the lab does not load unused parts. A bundle of one file contains the code.

import { adopt } from '../../ui/adopt.ts';
import { isMissingPart, messageOf } from '../../ui/errors.ts';
import { createRoot, html } from '../../ui/template.ts';
import { startWordsOf } from '../../words/languages.ts';
import type { Template } from '../../ui/template.ts';
import type { LabView } from './views.ts';

/** A view that is created when it is first shown. */
export function lazyView<F>(
  load: () => Promise<LabView<F>>,
  actions: { drawn: () => void },
): LabView<F> {
  let view: LabView<F> | null = null;
  let problem: unknown = null;
  let loading: Promise<void> | null = null;
  let dropStyles = () => {};
  let last: F | null = null;
  /** whether the reader opened the view before it was loaded */
  let isEntered = false;
  const show = (): Template =>
    html`<div>${problem === null ? view?.element : alertOf(problem, element)}</div>`;
  const root = createRoot(show());
  const { element } = root;

  async function begin() {
    problem = null;
    try {
      view = await load();
      root.render(show());
      if (element.isConnected) dropStyles = adopt(element, view.styles ?? []);
      if (isEntered) view.enter?.();
      if (last && !element.hidden) view.update(last);
    } catch (error) {
      // the next visit tries again
      loading = null;
      problem = error;
      root.render(show());
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
    enter() {
      isEntered = true;
      view?.enter?.();
    },
    leave() {
      last = null;
      isEntered = false;
      view?.leave?.();
    },
    dispose() {
      dropStyles();
      view?.dispose?.();
    },
  };
}

const alertOf = (problem: unknown, place: Element) =>
  html`<p class="notice" role="alert">${textOf(problem, place)}</p>`;

/** The reason in the language of its place; the engine's own is English. */
function textOf(problem: unknown, place: Element) {
  if (!isMissingPart(problem)) return html`<span lang="en">${messageOf(problem)}</span>`;
  const around = place.closest<HTMLElement>('[lang]') ?? document.documentElement;
  return html`<span>${startWordsOf(around.lang).part}</span>`;
}

/**
 * A function that describes findings in a frame, loaded when there is first something to find.
 *
 * @param arrived called when it is loaded
 */
export function lazyFinder<F, T>(
  load: () => Promise<{
    element: HTMLElement;
    update: (frame: F) => T | null;
    isDrawn?: () => boolean;
    styles: readonly string[];
  }>,
  isNeeded: (frame: F) => boolean,
  arrived: () => void,
) {
  let finder: Awaited<ReturnType<typeof load>> | null = null;
  let loading = false;
  let problem: unknown = null;
  let dropStyles = () => {};
  const showProblem = (): Template =>
    html`<div>${problem !== null && textOf(problem, place.element)}</div>`;
  /** in place of the finder until it is loaded */
  const place = createRoot(showProblem());

  async function begin() {
    loading = true;
    try {
      const made = await load();
      if (place.element.isConnected) dropStyles = adopt(place.element, made.styles);
      finder = made;
    } catch (error) {
      problem = error;
      place.render(showProblem());
    }
    loading = false;
    arrived();
  }

  return {
    /** the present element, for a template that is rendered with each frame */
    element: () => finder?.element ?? place.element,
    isDrawn: () => !loading && (finder?.isDrawn?.() ?? true),
    update(frame: F): T | null {
      if (finder) return finder.update(frame);
      if (isNeeded(frame) && !loading) void begin();
      return null;
    },
    dispose: () => dropStyles(),
  };
}
