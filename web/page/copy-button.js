// A button that copies a text and says for a moment whether it did.

const SHOWN = 2000;

/**
 * @param {HTMLButtonElement} button
 * @param {object} options
 * @param {() => string} options.text what is copied
 * @param {{ copy: string, copied: string, copyFailed: string }} options.words what the button says
 * @param {() => boolean} [options.instead] does something else than copying; true if it did
 * @param {() => void} [options.onRefused] where the page may not write to the clipboard, as in some frames
 */
export function createCopyButton(button, { text, words, instead, onRefused }) {
  let timer = 0;
  button.textContent = words.copy;
  button.hidden = false;
  button.addEventListener('click', async () => {
    if (instead?.()) return;
    const copied = await copy(text(), button.closest('dialog') ?? document.body);
    button.textContent = copied ? words.copied : words.copyFailed;
    if (!copied) onRefused?.();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = words.copy;
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
 * The old way: a field that nobody sees, selected and copied.
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
