// A button that copies a text and confirms it for a moment. While it confirms, it has the attribute `data-told`.

import { createRoot, html } from '../ui/template.ts';

const SHOWN = 2000;

interface CopyOptions {
  /** the text to copy */
  text: () => string;
  words: { copy: string; copied: string; copyFailed: string };
  /** an action other than copying; true if it was done */
  instead?: () => boolean;
  /** called where the page may not write to the clipboard, as in some frames */
  onRefused?: () => void;
  classes?: string;
}

export function createCopyButton(options: CopyOptions) {
  const { words } = options;
  const state = {
    /** the button's text; null: the words' own */
    name: null as string | null,
    disabled: false,
    /** the confirmation, while it is shown */
    told: null as string | null,
  };
  let timer = 0;
  const root = createRoot<HTMLButtonElement>(view());

  function view() {
    const { name, told, disabled } = state;
    const text = told ?? name ?? words.copy;
    return html`<button
      type="button"
      class=${options.classes}
      disabled=${disabled}
      data-told=${told !== null}
      @click=${press}
    >${text}</button>`;
  }

  async function press() {
    if (options.instead?.()) return;
    const { element } = root;
    const copied = await copy(options.text(), element.closest('dialog') ?? document.body);
    tell(copied ? words.copied : words.copyFailed);
    if (!copied) options.onRefused?.();
    clearTimeout(timer);
    timer = window.setTimeout(() => tell(null), SHOWN);
  }

  function tell(told: string | null) {
    state.told = told;
    root.render(view());
  }

  return {
    element: root.element,
    /** @param change.name the button's text, instead of its words */
    update(change: { name?: string | null; disabled?: boolean }) {
      Object.assign(state, change);
      root.render(view());
    },
  };
}

/**
 * @param place parent for a field; beside an open dialog nothing can be selected
 * @returns false where the browser refused
 */
async function copy(text: string, place: HTMLElement): Promise<boolean> {
  try {
    // pages without https have no clipboard
    if (!navigator.clipboard) return copyBySelection(text, place);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

/** For browsers without a clipboard API: selects a hidden field and copies it. */
function copyBySelection(text: string, place: HTMLElement) {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  place.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
