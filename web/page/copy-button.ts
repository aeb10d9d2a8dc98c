// A button that copies a text and confirms it for a moment. While it confirms, it has the attribute `data-told`.

const SHOWN = 2000;

/**
 * @param options.text the text to copy
 * @param options.words the button's text
 * @param options.label the part of the button that has its text; default all of it
 * @param options.instead an action other than copying; true if it was done
 * @param options.onRefused called where the page may not write to the clipboard, as in some frames
 */
export function createCopyButton(
  button: HTMLButtonElement,
  {
    text,
    words,
    label = button,
    instead,
    onRefused,
  }: {
    text: () => string;
    words: { copy: string; copied: string; copyFailed: string };
    label?: Node;
    instead?: () => boolean;
    onRefused?: () => void;
  },
) {
  let timer = 0;
  label.textContent = words.copy;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (instead?.()) return;
    const copied = await copy(text(), button.closest('dialog') ?? document.body);
    label.textContent = copied ? words.copied : words.copyFailed;
    button.dataset.told = '';
    if (!copied) onRefused?.();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      label.textContent = words.copy;
      delete button.dataset.told;
    }, SHOWN);
  });
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
