// Keeps keyboard events of an element inside it.
// Otherwise the page around would receive keys of an element that is no text field; pages with
// shortcuts, such as slides or a search, would act on them.

/** Keys that write, move or choose. Tab, function keys and modifiers are excluded. */
const PLAIN =
  /^(.|Arrow\w+|Home|End|Page(Up|Down)|Enter|Escape|Backspace|Delete|Insert|Dead|Process|Unidentified)$/u;
/** With Ctrl or Cmd, shortcuts that edit a text field. */
const EDITING = /^([acvxyz]|Arrow\w+|Home|End|Enter|Backspace|Delete|Insert)$/i;
const FIELDS = 'textarea, input:not([type=checkbox])';
/**
 * Notebook 7 handles a key before the element with the focus does; it leaves keys in an element
 * with this attribute alone.
 */
const MARK = 'data-lm-suppress-shortcuts';

/** @param host of a shadow root */
export function keepKeys(host: HTMLElement) {
  /** pressed keys whose keydown came from inside */
  const down: Set<string> = new Set();
  function keep(event: KeyboardEvent) {
    if (event.target !== host) return; // the page itself put the target there
    if (event.type === 'keydown' && isKept(event)) down.add(event.code);
    const isInside = down.has(event.code);
    if (event.type === 'keyup') down.delete(event.code);
    if (isInside) event.stopPropagation();
  }
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    host.addEventListener(type, keep);
  }
  function mark(event: KeyboardEvent) {
    if (!host.isConnected) hear(false);
    else if (event.target === host) host.toggleAttribute(MARK, isKept(event));
  }
  const hear = (on: boolean) =>
    (on ? addEventListener : removeEventListener)('keydown', mark, true);
  host.addEventListener('focusin', () => hear(true));
  host.addEventListener('focusout', () => hear(false));
}

function isKept(event: KeyboardEvent) {
  const { key, altKey, ctrlKey, metaKey } = event;
  if (event.defaultPrevented || event.isComposing) return true;
  if (!PLAIN.test(key)) return false;
  const [target] = event.composedPath();
  const isWriting = target instanceof Element && target.matches(FIELDS);
  if (event.getModifierState('AltGraph')) return true; // the key types a character
  if (ctrlKey || metaKey) return isWriting && EDITING.test(key);
  return isWriting || !altKey;
}
