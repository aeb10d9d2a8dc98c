// Parses a formula of a teacher's lesson, such as softmax((Q K^T) / sqrt(d)) V.
// Letters, numbers, signs, roots, fractions and raised or lowered parts, and nothing else: no markup reaches the page.

export type Formula =
  | { kind: 'letter' | 'name' | 'number' | 'sign'; text: string }
  | { kind: 'row' | 'brackets' | 'root'; parts: readonly Formula[] }
  | { kind: 'fraction' | 'raised' | 'lowered'; base: Formula; other: Formula };

/** Letters of a formula. */
const LONGEST = 200;
/** Brackets, roots, fractions and indexes inside each other. */
const DEEPEST = 12;
const SIGNS: Readonly<Record<string, string>> = Object.freeze({
  ...{ '+': '+', '-': '−', '−': '−', '=': '=', '*': '·', '·': '·', '×': '×', ',': ',' },
  ...{ '<': '<', '>': '>', '≤': '≤', '≥': '≥', '≈': '≈', '→': '→', '…': '…', '∞': '∞' },
});
const GREEK: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ alpha: 'α', beta: 'β', gamma: 'γ', delta: 'δ', epsilon: 'ε', theta: 'θ', lambda: 'λ' },
    ...{ mu: 'μ', pi: 'π', rho: 'ρ', sigma: 'σ', tau: 'τ', phi: 'φ', omega: 'ω', sum: '∑' },
  }),
);
const TOKEN = /\s*(?:(\d+(?:[.]\d+)?)|([A-Za-z]+)|(\p{Script=Greek})|([√^_/()])|(\S))/uy;

/** @returns null: it is no formula */
export function readFormula(text: string): Formula | null {
  if (text.trim() === '' || text.length > LONGEST) return null;
  const tokens = tokensOf(text);
  if (!tokens) return null;
  let at = 0;

  function row(depth: number): Formula | null {
    const parts: Formula[] = [];
    while (at < tokens!.length && tokens![at].text !== ')') {
      const part = tokens![at].kind === 'sign' ? sign() : fraction(depth);
      if (!part) return null;
      parts.push(part);
    }
    return parts.length === 0 ? null : parts.length === 1 ? parts[0] : { kind: 'row', parts };
  }

  function sign(): Formula {
    return { kind: 'sign', text: tokens![at++].text };
  }

  function fraction(depth: number): Formula | null {
    let base = indexed(depth);
    let lines = depth;
    while (base && tokens![at]?.text === '/') {
      if (++lines > DEEPEST) return null;
      at++;
      const other = indexed(depth);
      base = other && { kind: 'fraction', base: bare(base), other: bare(other) };
    }
    return base;
  }

  function indexed(depth: number): Formula | null {
    let base = atom(depth);
    let marks = depth;
    for (let mark = tokens![at]?.text; base && (mark === '^' || mark === '_');) {
      if (++marks > DEEPEST) return null;
      at++;
      const other = atom(depth);
      base = other && { kind: mark === '^' ? 'raised' : 'lowered', base, other: bare(other) };
      mark = tokens![at]?.text;
    }
    return base;
  }

  function atom(depth: number): Formula | null {
    const token = tokens![at++];
    if (!token || depth > DEEPEST) return null;
    if (token.text === '√') {
      const inside = atom(depth + 1);
      return inside && { kind: 'root', parts: [bare(inside)] };
    }
    if (token.text === '(') {
      const inside = row(depth + 1);
      if (!inside || tokens![at++]?.text !== ')') return null;
      return { kind: 'brackets', parts: [inside] };
    }
    return token.kind === 'mark' || token.kind === 'sign'
      ? null
      : { kind: token.kind, text: token.text };
  }

  const found = row(0);
  return at === tokens.length ? found : null;
}

/** Brackets are not drawn where a line of a fraction, a root or a small size says the same. */
function bare(formula: Formula): Formula {
  return formula.kind === 'brackets' ? formula.parts[0] : formula;
}

function tokensOf(text: string) {
  const tokens: { kind: 'letter' | 'name' | 'number' | 'sign' | 'mark'; text: string }[] = [];
  TOKEN.lastIndex = 0;
  const plain = text.trim();
  while (TOKEN.lastIndex < plain.length) {
    const found = TOKEN.exec(plain);
    if (!found) return null;
    const [, number, word, greek, mark, other] = found;
    if (number) tokens.push({ kind: 'number', text: number });
    else if (word) tokens.push(wordToken(word));
    else if (greek) tokens.push({ kind: 'letter', text: greek });
    else if (mark) tokens.push({ kind: 'mark', text: mark });
    else if (Object.hasOwn(SIGNS, other)) tokens.push({ kind: 'sign', text: SIGNS[other] });
    else return null;
  }
  return tokens;
}

function wordToken(word: string) {
  if (word === 'sqrt') return { kind: 'mark' as const, text: '√' };
  const greek = GREEK.get(word);
  if (greek !== undefined) return { kind: 'letter' as const, text: greek };
  return { kind: word.length === 1 ? ('letter' as const) : ('name' as const), text: word };
}
