// The shadow tree of the custom elements.
// A poster, the page's content, the reason of an error, and the container of the view.

const STYLE = `
  :host { display: block; position: relative; }
  :host([hidden]) { display: none; }
  .inside[data-waiting] { position: absolute; inset: 0 0 auto; height: 0; overflow: hidden; visibility: hidden; }
  .inside:empty, [hidden] { display: none; }
  img { display: block; max-width: 100%; height: auto; }
  .reason { margin: 0.75em 0; font: 0.875em/1.5 system-ui, sans-serif; }
  .reason button { margin-inline-start: 0.75em; font: inherit; }
`;
let sheet: CSSStyleSheet | undefined;

/** @param element an element without a shadow tree */
export function makeTree(element: HTMLElement) {
  const root = element.attachShadow({ mode: 'open' });
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  root.adoptedStyleSheets = [sheet];
  const poster = make('img', 'poster');
  poster.alt = '';
  const slot = document.createElement('slot');
  const reason = make('p', 'reason');
  reason.setAttribute('role', 'alert');
  const inside = document.createElement('div');
  inside.className = 'inside';
  poster.hidden = reason.hidden = true;
  root.append(poster, slot, reason, inside);
  return { root, poster, slot, reason, inside };
}

/** An element of the shadow tree that the page may style. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  part: string,
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.className = part;
  element.setAttribute('part', part);
  return element;
}
