// The button that copies the address of what is on the screen.

const SHOWN = 2000;

/**
 * @param {HTMLButtonElement} button
 * @param {import('../elements/messages/en.js').Messages} messages
 */
export function createCopyButton(button, messages) {
  let timer = 0;
  button.textContent = messages.copyLink;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const copied = await copy(location.href);
    button.textContent = copied ? messages.copied : messages.copyFailed;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      button.textContent = messages.copyLink;
    }, SHOWN);
  });
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} false where the page may not write to the clipboard, as in some frames
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
