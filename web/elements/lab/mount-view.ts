// Mounts views of numbers that are there already: state, hover, drawing, looks and announcements.
// The state has no history. lab.ts mounts the lab, whose numbers an engine computes.

import { watchAppearance } from './appearance.ts';
import { createLiveRegion } from './live-region.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { Look, MapFrame, MapState, Preview } from './frame.ts';
import type { SelectionNeeds } from './selection-actions.ts';

/** what a view's actions need */
type Needs<State> = Omit<SelectionNeeds, 'get' | 'change' | 'settle'> & {
  get: () => State;
  change: (part: Partial<State>) => void;
};

interface View<Frame> {
  element: HTMLElement;
  /** the column with the views */
  main: HTMLElement;
  /** the part of it whose width the drawings have */
  views: HTMLElement;
  update: (frame: Frame) => void;
  /** called by the Escape key */
  letGo: () => void;
  /** @returns a function that removes them */
  adoptStyles: () => () => void;
  dispose?: () => void;
}

export function mountView<State extends MapState, Frame extends MapFrame>(
  root: HTMLElement,
  options: {
    messages: Messages;
    state: State;
    theme?: string | null;
    create: (needs: Needs<State>) => View<Frame>;
    frame: (now: {
      state: State;
      preview: Preview | null;
      messages: Messages;
      look: Look;
    }) => Frame;
    sentence: (frame: Frame) => string | Promise<string>;
    onSelection?: (selection: State['selection']) => void;
  },
) {
  const { messages, theme, onSelection } = options;
  let { state } = options;
  let preview: Preview | null = null;
  let scheduled = 0;
  const liveRegion = createLiveRegion();
  const view = options.create({
    get: () => state,
    change,
    messages,
    schedule,
    say: liveRegion.say,
    sentence: () => options.sentence(frame()),
    preview: () => preview,
    setPreview(next) {
      preview = next;
    },
  });
  const { element, main, views } = view;
  element.append(liveRegion.element);
  element.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') view.letGo();
  });
  const appearance = watchAppearance(element, main, views, theme, schedule, render);

  function change(part: Partial<State>) {
    state = { ...state, ...part };
    schedule();
    if (part.selection) onSelection?.(state.selection);
  }

  function frame() {
    return options.frame({ state, preview, messages, look: appearance.look() });
  }

  function schedule() {
    scheduled ||= requestAnimationFrame(render);
  }

  function render() {
    scheduled = 0;
    const now = frame();
    element.style.setProperty('--head', now.mark);
    view.update(now);
  }

  root.append(element);
  const dropStyles = view.adoptStyles();
  appearance.start();
  schedule();

  return {
    get: () => state,
    change,
    /** The state for other numbers: nothing is hovered, and the selection is not reported. */
    reset(part: Partial<State>) {
      preview = null;
      state = { ...state, ...part };
      schedule();
    },
    dispose() {
      cancelAnimationFrame(scheduled);
      appearance.stop();
      view.dispose?.();
      element.remove();
      dropStyles();
    },
  };
}
