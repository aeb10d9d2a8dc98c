// Adopts style sheets into a document or shadow root, counted by use.
// Each is adopted once, until its last user is gone. No policy has to allow inline styles for them.

/** @type {Map<string, CSSStyleSheet>} each text, read once */
const read = new Map();
/** @type {WeakMap<Document | ShadowRoot, Map<CSSStyleSheet, number>>} by how many each is needed */
const needed = new WeakMap();

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {readonly string[]} texts
 * @returns {() => void} takes them away again
 */
export function adopt(root, texts) {
  const scope = /** @type {Document | ShadowRoot} */ (root.getRootNode());
  const counts = needed.get(scope) ?? new Map();
  needed.set(scope, counts);
  const mine = texts.map(sheetOf);
  for (const sheet of mine) {
    const count = counts.get(sheet) ?? 0;
    counts.set(sheet, count + 1);
    if (count === 0) scope.adoptedStyleSheets = [...scope.adoptedStyleSheets, sheet];
  }
  return () => {
    for (const sheet of mine.splice(0)) {
      const count = (counts.get(sheet) ?? 1) - 1;
      counts.set(sheet, count);
      if (count > 0) continue;
      scope.adoptedStyleSheets = scope.adoptedStyleSheets.filter((one) => one !== sheet);
    }
  };
}

/** @param {string} text */
function sheetOf(text) {
  let sheet = read.get(text);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    read.set(text, sheet);
  }
  return sheet;
}
