// Adopts style sheets into a document or shadow root, counted by use.
// Each is adopted once, until its last user is gone. Pages need not allow inline styles.

/** each text, parsed once */
const read: Map<string, CSSStyleSheet> = new Map();
/** number of users of each */
const needed: WeakMap<Document | ShadowRoot, Map<CSSStyleSheet, number>> = new WeakMap();

/** @returns removes them again */
export function adopt(root: HTMLElement | ShadowRoot, texts: readonly string[]): () => void {
  const scope = root.getRootNode() as Document | ShadowRoot;
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

function sheetOf(text: string) {
  let sheet = read.get(text);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    read.set(text, sheet);
  }
  return sheet;
}
