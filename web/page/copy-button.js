// A button that copies a text and confirms it for a moment. While it confirms, it has data-told.

const SHOWN = 2000;

/**
 * @param {HTMLButtonElement} button
 * @param {object} options
 * @param {() => string} options.text the text to copy
 * @param {{ copy: string, copied: string, copyFailed: string }} options.words what the button says
 * @param {Node} [options.label] the part of the button that has its words; default all of it
 * @param {() => boolean} [options.instead] does something else than copying; true if it did
 * @param {() => void} [options.onRefused] where the page may not write to the clipboard, as in some frames
 */
export function createCopyButton(button, { text, words, label = button, instead, onRefused }) {
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
 * @param {string} text
 * @param {HTMLElement} place that a field can be put in; beside an open dialog nothing can be selected
 * @returns {Promise<boolean>} false where it was refused
 */
async function copy(text, place) {
  try {
    // there is no clipboard on a page that came without encryption
    if (!navigator.clipboard) return copyBySelection(text, place);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

/**
 * For browsers without a clipboard API: selects a hidden field and copies it.
 * @param {string} text
 * @param {HTMLElement} place
 */
function copyBySelection(text, place) {
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
