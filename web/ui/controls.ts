// Controls: a row of buttons of which one is pressed, a switch, a slider.

import { html } from './template.ts';
import type { Child, Template } from './template.ts';

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
  label: string;
  min: number;
  max: number;
  /** 'any': every number */
  step?: number | 'any';
  value: number;
  /** the value in words, for screen readers */
  text?: string;
  /** called while the slider moves */
  slide: (value: number) => void;
  /** called when it is let go */
  settle?: (value: number) => void;
}

export function slider({
  label,
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
    aria-label=${label}
    aria-valuetext=${text}
    min=${min}
    max=${max}
    step=${step}
    .value=${String(value)}
    @input=${(event: Event) => slide(valueOf(event))}
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
