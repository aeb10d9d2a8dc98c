// Templates: views of the page as functions of its state. html`...` describes elements; render() creates them, and afterwards
// changes only what differs.

/** A template with the values of its holes. */
export interface Template {
  readonly strings: TemplateStringsArray;
  readonly values: readonly unknown[];
  /** the element that its elements belong into: outside of it, the parser would make others of them */
  readonly within?: 'svg' | 'math';
}

/** A list whose elements move with their keys; see keyed(). */
interface Keyed {
  readonly keys: readonly unknown[];
  readonly children: readonly Child[];
}

/** The values of a hole between tags. null, undefined and booleans show nothing. */
export type Child =
  Template | Keyed | Node | string | number | boolean | null | undefined | readonly Child[];

/**
 * Describes elements. A hole is one of these:
 *
 * - a child: `<p>${text}</p>`;
 * - an attribute or a part of it: `class="bar ${kind}"`; null, undefined and false remove it, true writes it without a value;
 * - a property: `.value=${text}`, written where the element's own value differs;
 * - a listener: `@click=${listener}`;
 * - `vars=${{ '--share': 0.5 }}`: properties of its style; a page's policy may forbid attributes of style;
 * - `ref=${use}`: a function that receives the element when it is created;
 * - `paint=${draw}`: a function that receives the element whenever it is rendered, such as a canvas.
 *
 * As in JSX, white space with a line break is dropped beside a tag or a hole; `${' '}` writes a space there.
 *
 * A template that is rendered again, such as that of a memo, is skipped.
 */
export function html(strings: TemplateStringsArray, ...values: unknown[]): Template {
  return { strings, values };
}

/** The same for a part of a drawing, which another template shows inside its <svg>. */
export function svg(strings: TemplateStringsArray, ...values: unknown[]): Template {
  return { strings, values, within: 'svg' };
}

/** The same for a part of a formula, which another template shows inside its <math>. */
export function mathml(strings: TemplateStringsArray, ...values: unknown[]): Template {
  return { strings, values, within: 'math' };
}

/** A list in which the elements of an item stay its own when it moves. Keys must differ. */
export function keyed<T>(
  items: readonly T[],
  keyOf: (item: T, i: number) => unknown,
  view: (item: T, i: number) => Child,
): Keyed {
  return { keys: items.map(keyOf), children: items.map(view) };
}

/** Shows a child in a container, after what the container had before. */
export function render(child: Child, container: ParentNode & Node) {
  let range = ROOTS.get(container);
  if (!range) ROOTS.set(container, (range = addRange(container, null)));
  show(range, child);
}

/** The element of a template with one root. `render` updates it with values of the same template. */
export function createRoot<E extends Element = HTMLElement>(template: Template) {
  const instance = instantiate(template);
  return {
    element: instance.fragment.firstElementChild as E,
    render({ strings, values }: Template) {
      if (strings !== template.strings) throw new Error('A root keeps its template.');
      for (const write of instance.holes) write(values);
    },
  };
}

/** A template's elements, and a function for each hole that writes its values. */
interface Instance {
  template: Template;
  readonly fragment: DocumentFragment;
  readonly holes: readonly ((values: readonly unknown[]) => void)[];
}

/** The nodes between two comments, which show one child. */
interface Range {
  readonly start: Comment;
  readonly end: Comment;
  /** the child that is shown, if it is a text, a node or nothing */
  shown: unknown;
  instance: Instance | null;
  /** the ranges of a list, by key or by index */
  items: Map<unknown, Range> | Range[] | null;
}

/** A hole of a compiled template: between tags (name null), or in an attribute. */
interface Hole {
  /** index of its comment or element in document order */
  node: number;
  /** index of its first value */
  first: number;
  name: string | null;
  /** the texts around the values of an attribute */
  texts: readonly string[];
}

const ROOTS: WeakMap<Node, Range> = new WeakMap();
const COMPILED: WeakMap<TemplateStringsArray, { content: DocumentFragment; holes: Hole[] }> =
  new WeakMap();
/** stands for a hole while a template is parsed: a character of the private use area */
const MARK = '\ue000';
const UNWRITTEN = {};

/** The texts of templates, which are our own, for pages whose policy wants trusted types. */
const policy = (globalThis as any).trustedTypes?.createPolicy('headwise', {
  createHTML: (text: string) => text,
});
const trusted = (text: string): string => policy?.createHTML(text) ?? text;

function nodesOf(fragment: DocumentFragment) {
  const nodes: (Comment | Element)[] = [];
  const walker = document.createTreeWalker(
    fragment,
    NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_COMMENT,
  );
  while (walker.nextNode()) nodes.push(walker.currentNode as Comment | Element);
  return nodes;
}

function compile({ strings, within }: Template) {
  const known = COMPILED.get(strings);
  if (known) return known;
  /** names of attributes, of which the parser makes lower case */
  const names: string[] = [];
  let text = strings[0];
  for (const string of strings.slice(1)) {
    const isAttribute = text.lastIndexOf('<') > text.lastIndexOf('>');
    names.push((isAttribute && /([^\s"'=]+)=["']?[^"'=]*$/.exec(text)?.[1]) || '');
    text += (isAttribute ? MARK : `<!--${MARK}-->`) + string;
  }
  const template = document.createElement('template');
  text = withoutLineBreaks(text);
  template.innerHTML = trusted(within ? `<${within}>${text}</${within}>` : text);
  if (within) template.content.replaceChildren(...template.content.firstChild!.childNodes);
  const holes: Hole[] = [];
  let first = 0;
  nodesOf(template.content).forEach((at, node) => {
    if (at instanceof Comment) {
      if (at.data === MARK) holes.push({ node, first: first++, name: null, texts: [] });
      return;
    }
    for (const { name, value } of [...at.attributes]) {
      const texts = value.split(MARK);
      if (texts.length === 1) continue;
      at.removeAttribute(name);
      holes.push({ node, first, name: names[first], texts });
      first += texts.length - 1;
    }
  });
  if (first !== names.length) throw new Error(`A hole is no child and no attribute: ${text}`);
  const compiled = { content: template.content, holes };
  COMPILED.set(strings, compiled);
  return compiled;
}

/** Between words a line break is a space, beside a tag nothing. */
function withoutLineBreaks(text: string) {
  const OUTER = /^\s*\n\s*|\s*\n\s*$/g;
  const INNER = /\s*\n\s*/g;
  return text.replace(
    /(^|>)([^<]+)/g,
    (_, tag, words) => tag + words.replace(OUTER, '').replace(INNER, ' '),
  );
}

function instantiate(template: Template): Instance {
  const { content, holes } = compile(template);
  const fragment = document.importNode(content, true);
  const nodes = nodesOf(fragment);
  const writers = holes.map((hole) => writerOf(hole, nodes[hole.node]));
  for (const write of writers) write(template.values);
  return { template, fragment, holes: writers };
}

/** The function that writes a hole's values where they changed. */
function writerOf({ name, first, texts }: Hole, node: Comment | Element) {
  if (name === null) {
    const range = addRange(node.parentNode!, node);
    (node as Comment).remove();
    return (values: readonly unknown[]) => show(range, values[first] as Child);
  }
  const element = node as Element;
  const isWhole = texts.length === 2 && texts[0] === '' && texts[1] === '';
  const write = attributeWriter(element, name);
  let last: unknown = UNWRITTEN;
  return (values: readonly unknown[]) => {
    const value = isWhole
      ? values[first]
      : texts.reduce((text, next, i) => text + asText(values[first + i - 1]) + next);
    // readers change properties
    if (value === last && name[0] !== '.') return;
    last = value;
    write(value);
  };
}

function asText(value: unknown) {
  return value === null || value === undefined || typeof value === 'boolean' ? '' : String(value);
}

function attributeWriter(element: any, name: string): (value: any) => void {
  if (name[0] === '.') {
    const property = name.slice(1);
    return (value) => {
      if (element[property] !== value) element[property] = value;
    };
  }
  if (name[0] === '@') {
    let listener: ((event: Event) => void) | null = null;
    element.addEventListener(name.slice(1), (event: Event) => listener?.(event));
    return (value) => (listener = value);
  }
  if (name === 'ref') {
    let used = false;
    return (use) => {
      if (!used) use?.(element);
      used = true;
    };
  }
  if (name === 'paint') return (draw) => draw?.(element);
  if (name === 'vars') {
    const known: Record<string, string | number> = {};
    return (vars: Record<string, string | number>) => {
      for (const [key, value] of Object.entries(vars)) {
        if (value === known[key]) continue;
        known[key] = value;
        element.style.setProperty(key, String(value));
      }
    };
  }
  return (value) => {
    if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? '' : String(value));
  };
}

function addRange(parent: Node, before: Node | null): Range {
  const start = document.createComment('');
  const end = document.createComment('');
  parent.insertBefore(start, before);
  parent.insertBefore(end, before);
  return { start, end, shown: undefined, instance: null, items: null };
}

function show(range: Range, child: Child) {
  if (child === null || child === undefined || typeof child === 'boolean') {
    showNode(range, undefined);
  } else if (typeof child === 'string' || typeof child === 'number') {
    showText(range, String(child));
  } else if (child instanceof Node) {
    showNode(range, child);
  } else if ('strings' in child) {
    showTemplate(range, child);
  } else if ('children' in child) {
    showKeyed(range, child);
  } else {
    showList(range, child);
  }
}

function showNode(range: Range, node: Node | undefined) {
  if (range.shown === node && !range.instance && !range.items) return;
  clear(range);
  if (node) range.end.before(node);
  range.shown = node;
}

function showText(range: Range, text: string) {
  if (range.shown === text) return;
  if (typeof range.shown === 'string') (range.start.nextSibling as Text).data = text;
  else showNode(range, document.createTextNode(text));
  range.shown = text;
}

function showTemplate(range: Range, template: Template) {
  const { instance } = range;
  if (instance?.template === template) return;
  if (instance?.template.strings === template.strings) {
    instance.template = template;
    for (const write of instance.holes) write(template.values);
    return;
  }
  clear(range);
  range.instance = instantiate(template);
  range.end.before(range.instance.fragment);
}

function showList(range: Range, children: readonly Child[]) {
  if (!Array.isArray(range.items)) clear(range);
  const items = (range.items ??= []) as Range[];
  for (const item of items.splice(children.length)) drop(item);
  children.forEach((child, i) =>
    show((items[i] ??= addRange(range.end.parentNode!, range.end)), child),
  );
}

function showKeyed(range: Range, { keys, children }: Keyed) {
  if (!(range.items instanceof Map)) clear(range);
  const before = (range.items ?? new Map()) as Map<unknown, Range>;
  const after: Map<unknown, Range> = new Map();
  const kept = new Set(keys);
  for (const [key, item] of before) if (!kept.has(key)) drop(item);
  let next = range.start.nextSibling!;
  children.forEach((child, i) => {
    let item = before.get(keys[i]);
    if (!item) item = addRange(range.end.parentNode!, next);
    else if (item.start === next) next = item.end.nextSibling!;
    else next.before(...nodesFrom(item.start, item.end));
    after.set(keys[i], item);
    show(item, child);
  });
  range.items = after;
}

/** The nodes from one to another, both included. */
function nodesFrom(start: Node, end: Node) {
  const nodes = [start];
  for (let node = start; node !== end; nodes.push(node)) node = node.nextSibling!;
  return nodes as ChildNode[];
}

function drop({ start, end }: Range) {
  for (const node of nodesFrom(start, end)) node.remove();
}

function clear(range: Range) {
  while (range.start.nextSibling !== range.end) range.start.nextSibling!.remove();
  range.shown = undefined;
  range.instance = range.items = null;
}
