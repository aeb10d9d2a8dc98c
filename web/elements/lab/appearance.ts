// The lab's appearance: watches theme, font and available size.

import { followAround, themeAt } from '../../ui/theme.ts';
import type { Theme } from '../../views/color.ts';
import type { Look } from './frame.ts';

/** Height of everything above and below the maps, CSS pixels. */
const AROUND = 130;
const LEAST_HEIGHT = 380;
const MOST_HEIGHT = 1000;
const SETTLED = 80;
/** Height of the maps in a compact lab: the sentence, the maps and a lesson's text fit one screen. */
const COMPACT_HEIGHT = 380;
/**
 * Below this width, in CSS pixels, the maps are below a scene's text, or above it on a phone, and
 * get a part of the window's height.
 */
const SCENE_BELOW = 1200;
const FRAMED_SCENE_BELOW = 640;
const SCENE_PART = 0.48;
/** Height in a frame, whose window is as tall as its content and so does not measure the room. */
const FRAMED_HEIGHT = 600;
/**
 * Below this width the panel is a sheet: readers scroll, and on a phone the height changes while
 * they do.
 */
export const SHEET_BELOW = 900;
/** Width between the margins of A4, the narrower of the usual paper sizes, CSS pixels. */
const PAPER = 680;
const FINE = 2;
const PROBES = ['text', 'faint', 'line', 'wash', 'around'];

/**
 * @param element the lab
 * @param main the column with the maps
 * @param heads the part of it that contains the views
 * @param asked light or dark; otherwise the theme of the page around it
 * @param redraw draws at once
 */
export function watchAppearance(
  element: HTMLElement,
  main: HTMLElement,
  heads: HTMLElement,
  asked: string | null | undefined,
  changed: () => void,
  redraw: () => void,
) {
  // canvases need computed colours, forced colours included
  const probes = PROBES.map((name) => {
    const probe = document.createElement('span');
    probe.className = `probe-${name}`;
    probe.hidden = true;
    return probe;
  });
  element.append(...probes);
  const fixed = asked === 'light' || asked === 'dark' ? asked : null;
  if (fixed) element.dataset.ground = ''; // the page around it may have the other one
  let theme: Theme = 'light';
  let unfollow = () => {};
  let known: Look | null = null;
  let printing = false;
  let reading = 0;

  const forget = () => {
    known = null;
    changed();
  };
  /** measured widths; hidden views have none until they are shown */
  const seen: Map<Element, number> = new Map();
  const observer = new ResizeObserver((entries) => {
    const moved = entries.filter(({ target, contentRect }) => {
      return seen.get(target) !== contentRect.width;
    });
    for (const { target, contentRect } of moved) seen.set(target, contentRect.width);
    if (moved.length > 0) forget();
  });

  function readTheme() {
    if (printing) return;
    const next = fixed ?? themeAt(element, probes[4]);
    if (element.dataset.theme === next) return;
    element.dataset.theme = theme = next;
    forget();
  }

  function read(): Look {
    const style = getComputedStyle(element);
    const [text, faint, line, wash] = probes.map((probe) => getComputedStyle(probe).color);
    const framed = window.parent !== window;
    const top = heads.getBoundingClientRect().top + window.scrollY;
    const room = window.innerHeight - top - AROUND;
    const fitting = Math.floor(Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, room)));
    const width = Math.floor(main.clientWidth);
    const scrolls = element.clientWidth < SHEET_BELOW;
    const compact = element.dataset.compact !== undefined;
    const below = framed ? FRAMED_SCENE_BELOW : SCENE_BELOW;
    // an answer may scroll: its maps are as large as a reader's own
    const led =
      element.dataset.scene !== undefined &&
      element.clientWidth < below &&
      !element.querySelector('[data-answer]');
    const ledHeight = Math.floor(SCENE_PART * window.innerHeight);
    const look = {
      theme,
      fontFamily: style.fontFamily,
      colors: { ink: style.color, text, faint, line, wash },
      pixelRatio: window.devicePixelRatio,
      size:
        compact || led
          ? { width, height: compact ? COMPACT_HEIGHT : ledHeight, bounded: true }
          : { width, height: scrolls ? Infinity : framed ? FRAMED_HEIGHT : fitting },
      atOnce: printing,
    };
    if (!printing) return look;
    const size = { width: Math.min(width, PAPER), height: Infinity };
    return { ...look, size, theme: 'light', pixelRatio: Math.max(FINE, look.pixelRatio) };
  }

  /** Prepares for print: paper is white and narrow, and later drawings would be missing. */
  function print(is: boolean) {
    printing = is;
    known = null;
    element.dataset.theme = is ? 'light' : theme;
    redraw();
  }
  const beforePrint = () => print(true);
  const afterPrint = () => print(false);

  return {
    look: () => (known ??= read()),
    /** Limits the lab to the parts that a scene shows; null: all. */
    setScene(parts: readonly string[] | null) {
      const next = parts?.join(' ');
      if (element.dataset.scene === next) return;
      if (next === undefined) delete element.dataset.scene;
      else element.dataset.scene = next;
      forget();
    },
    /**
     * Measures again after the sentence has grown or shrunk. A small change does not move existing
     * maps.
     *
     * @param isFirst whether there are no maps yet
     */
    remeasure(isFirst: boolean) {
      const before = known;
      known = read();
      if (isFirst || !before) return;
      if (Math.abs(before.size.height - known.size.height) < SETTLED) known = before;
    },
    start() {
      known = null;
      if (fixed) readTheme();
      else {
        unfollow = followAround(element, readTheme);
        // it needs the first layout: now it would be in the task that makes the lab
        reading = requestAnimationFrame(readTheme);
      }
      window.addEventListener('resize', forget);
      window.addEventListener('beforeprint', beforePrint);
      window.addEventListener('afterprint', afterPrint);
      observer.observe(main);
      observer.observe(heads);
    },
    stop() {
      cancelAnimationFrame(reading);
      unfollow();
      window.removeEventListener('resize', forget);
      window.removeEventListener('beforeprint', beforePrint);
      window.removeEventListener('afterprint', afterPrint);
      observer.disconnect();
    },
  };
}
