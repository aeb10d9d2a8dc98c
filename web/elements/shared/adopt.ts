// Adopts style sheets into a document or shadow root, counted by use.
// Each is adopted once, until its last user is gone. No policy has to allow inline styles for them.

/** each text, read once */
const read: Map<string, CSSStyleSheet> = new Map();
/** by how many each is needed */
const needed: WeakMap<Document | ShadowRoot, Map<CSSStyleSheet, number>> = new WeakMap();

/** @returns takes them away again */
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
