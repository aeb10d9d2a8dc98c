// The attributes of an element that it does not know, and their values: it would otherwise ignore them without a word.

/** Attributes of every element; names with a hyphen, colon or dot belong to frameworks and to the page. */
const GLOBAL = new Set(
  (
    'accesskey autocapitalize autofocus class contenteditable dir draggable enterkeyhint exportparts hidden id inert ' +
    'inputmode is itemid itemprop itemref itemscope itemtype lang nonce part popover role slot spellcheck style ' +
    'tabindex title translate key ref'
  ).split(' '),
);

/** The possible values of attributes, and a sentence for each problem of another one. */
export interface Values {
  words: Readonly<Record<string, readonly string[]>>;
  problems?: (name: string, value: string) => string[] | Promise<string[]>;
}

const BOTH: Values['words'] = { theme: ['auto', 'light', 'dark'], loading: ['lazy', 'eager'] };

/** @returns a sentence for each unknown attribute, and for each impossible value */
export async function problemsOf(
  { attributes }: Element,
  known: readonly string[],
  { words, problems }: Values,
): Promise<string[]> {
  const found: string[] = [];
  for (const { name, value } of attributes) {
    const possible = BOTH[name] ?? words[name];
    if (!known.includes(name)) {
      if (GLOBAL.has(name) || name.startsWith('on') || !/^[a-z]+$/.test(name)) continue;
      found.push(`${name}: expected one of the attributes ${known.join(', ')}`);
    } else if (possible) {
      if (!['', ...possible].includes(value)) found.push(wrong(name, possible, value));
    } else found.push(...((await problems?.(name, value)) ?? []));
  }
  return found;
}

export function wrong(name: string, possible: readonly string[], value: string) {
  return `${name}: expected one of ${possible.join(', ')}, got ${JSON.stringify(value)}`;
}
