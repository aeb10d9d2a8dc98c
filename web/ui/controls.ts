// Controls: a button, a row of buttons of which one is pressed, a switch, a slider. Drawings make their own
// marks that can be pressed, such as tokens and bars.

import { html } from './template.ts';
import type { Child, Template } from './template.ts';

/**
 * - primary: the way on; second: an act beside it, in bold; plain: any other act; outlined: a choice among equals;
 * - quiet: a tool of a view; action: an act on a drawing; link: an act within a text;
 * - bare: an icon; shaded: an icon or a sign in a row of them.
 */
export type Look =
  'primary' | 'second' | 'plain' | 'outlined' | 'quiet' | 'action' | 'link' | 'bare' | 'shaded';

export interface ButtonOptions {
  look?: Look;
  /** more names of classes: small or medium, filled for a quiet one, and those of its place */
  classes?: string;
  /** the text for screen readers, instead of the visible one */
  label?: string;
  title?: string;
  hidden?: boolean;
  disabled?: boolean;
  /** looks and sounds as if it were disabled, but keeps the focus */
  inactive?: boolean;
  /** whether the part that it opens is open */
  expanded?: boolean;
  /** whether it is the chosen one */
  pressed?: boolean;
  /** whether it leads to the part on the screen */
  current?: boolean;
  /** whether it sends its form */
  submit?: boolean;
  /** receives the element when it is created */
  ref?: (element: HTMLElement) => void;
}

/** @param press null: its form or its container listens */
export function button(
  text: Child,
  press: ((event: Event) => void) | null,
  options: ButtonOptions = {},
) {
  const { look = 'plain', classes = '', submit } = options;
  return html`<button
    type=${submit ? 'submit' : 'button'}
    class=${`${classes} button ${look}`.trimStart()}
    aria-label=${options.label}
    title=${options.title}
    hidden=${options.hidden}
    disabled=${options.disabled}
    aria-disabled=${asWord(options.inactive)}
    aria-expanded=${asWord(options.expanded)}
    aria-pressed=${asWord(options.pressed)}
    aria-current=${options.current && 'true'}
    ref=${options.ref}
    @click=${press}
  >${text}</button>`;
}

const asWord = (is: boolean | undefined) => is?.toString();

export interface Choice<T> {
  value: T;
  text: Child;
  /** what a screen reader says instead of the text */
  label?: string | null;
  disabled?: boolean;
}

/**
 * A row of buttons, one of them pressed. It is one stop of the Tab key.
 *
 * @param label null: the text beside it says what is chosen
 */
export function segments<T>(
  label: string | null,
  choices: readonly Choice<T>[],
  chosen: T | null,
  choose: (value: T) => void,
): Template {
  const stop = Math.max(
    0,
    choices.findIndex(({ value }) => value === chosen),
  );
  return html`<div class="segments" role=${label !== null && 'group'} aria-label=${label} ref=${rove}>
    ${choices.map(
      ({ value, text, label: spoken, disabled }, i) =>
        html`<button
          type="button"
          aria-label=${spoken}
          aria-pressed=${String(value === chosen)}
          disabled=${disabled}
          .tabIndex=${i === stop ? 0 : -1}
          @click=${() => choose(value)}
        >
          ${text}
        </button>`,
    )}
  </div>`;
}

/** A row of buttons after its label. */
export function labelledSegments<T>(
  label: Child,
  name: string,
  choices: readonly Choice<T>[],
  chosen: T | null,
  choose: (value: T) => void,
): Template {
  return html`<div class="control">
    <span aria-hidden="true">${label}</span>${segments(name, choices, chosen, choose)}
  </div>`;
}

/** A switch before its label. */
export function toggle(
  label: Child,
  on: boolean,
  change: (on: boolean) => void,
  hint: string | null = null,
): Template {
  return html`<label class="switch" title=${hint}>
    <input
      type="checkbox"
      role="switch"
      .checked=${on}
      @change=${({ target }: Event) => change((target as HTMLInputElement).checked)}
    />
    <span>${label}</span>
  </label>`;
}

export interface Slider {
  /** absent: a label around it names it */
  label?: string;
  /** name of a class */
  kind?: string;
  min: number;
  max: number;
  /** 'any': every number */
  step?: number | 'any';
  value: number;
  /** the value in words, for screen readers */
  text?: string;
  /** called while the slider moves; absent: its container listens */
  slide?: (value: number) => void;
  /** called when it is let go */
  settle?: (value: number) => void;
}

export function slider({
  label,
  kind,
  min,
  max,
  step = 1,
  value,
  text,
  slide,
  settle,
}: Slider): Template {
  const valueOf = ({ target }: Event) => (target as HTMLInputElement).valueAsNumber;
  // the value comes after the bounds, which would clamp it
  return html`<input
    type="range"
    class=${kind}
    aria-label=${label}
    aria-valuetext=${text}
    min=${min}
    max=${max}
    step=${step}
    .value=${String(value)}
    @input=${(event: Event) => slide?.(valueOf(event))}
    @change=${settle && ((event: Event) => settle(valueOf(event)))}
  />`;
}

/** Whether the reader has typed since the page last set the text through `defaultValue`. */
export function isUnsaved({ value, defaultValue }: HTMLInputElement | HTMLTextAreaElement) {
  return value !== defaultValue;
}

/**
 * Makes the buttons in a container one stop of the Tab key, with arrows, Home and End among them.
 * @param selector which of them
 */
export function rove(container: HTMLElement, selector: string = 'button') {
  const items = () => [
    ...container.querySelectorAll<HTMLButtonElement>(`${selector}:not([hidden] *)`),
  ];
  container.addEventListener('keydown', (event) => {
    const all = items();
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const backwards = getComputedStyle(container).direction === 'rtl' ? 1 : -1;
    const to = {
      ArrowLeft: at + backwards,
      ArrowRight: at - backwards,
      ArrowUp: at - 1,
      ArrowDown: at + 1,
      Home: 0,
      End: all.length - 1,
    }[event.key];
    if (to === undefined || !all[to]) return;
    event.preventDefault();
    all[to].focus();
  });
  container.addEventListener('focusin', (event) => {
    const all = items();
    if (!all.includes(event.target as HTMLButtonElement)) return;
    for (const item of all) item.tabIndex = item === event.target ? 0 : -1;
  });
}
