// Finds added tokens in a text before it is split into words.

import { HeadwiseError } from '../../arguments/errors.ts';
import { codePointsOf, textOf } from './aligned.ts';
import { PieceIndex } from './piece-index.ts';
import { wrongField } from './schema.ts';
import type { Normalize } from './normalize.ts';
import type { CodePoint } from './aligned.ts';
import type { Cost } from './limits.ts';
import type { PieceModel } from './pieces.ts';

/** begin and end in code points; matched: the text of an added token, spaces included */
export type Piece = {
  token: string;
  id: number;
  begin: number;
  end: number;
  word: number;
  matched?: string;
};

export type Added = {
  content: string;
  id: number;
  single_word: boolean;
  lstrip: boolean;
  rstrip: boolean;
  special: boolean;
  normalized: boolean | null;
};
type AddedSet = PieceIndex<Added>;

/** @returns the tokens to find in the text, and in the normalized text */
export function addedTokens(
  all: Added[],
  normalize: Normalize,
  cost: Cost,
): { raw: AddedSet; normalized: AddedSet } {
  const raw: [string, Added][] = [];
  const normalized: [string, Added][] = [];
  all.forEach((each, i) => {
    if (each.content === '') return;
    if (!isNormalized(each)) return raw.push([each.content, each]);
    const content = textOf(normalize(codePointsOf(each.content), cost));
    if (content !== '') return normalized.push([content, each]);
    const path = `added_tokens[${i}].content`;
    throw wrongField(path, 'text of which the normalizer leaves something', each.content);
  });
  return { raw: new PieceIndex(raw), normalized: new PieceIndex(normalized) };
}

/** Whether a token is found in normalized text. */
export function isNormalized({ normalized, special }: Added) {
  return normalized ?? !special;
}

/**
 * The ids of added tokens: a token of the model has the model's id; other tokens follow the model's pieces, in the order of the
 * list.
 */
export function checkAddedIds(all: Added[], model: PieceModel) {
  const ids: Map<string, number> = new Map();
  let next = model.size;
  all.forEach(({ content, id }, i) => {
    if (content === '') return;
    const right = model.idOf(content) ?? ids.get(content) ?? next++;
    ids.set(content, right);
    if (id === right) return;
    throw wrongField(`added_tokens[${i}].id`, `${right}, which Python's tokenizers gives it`, id);
  });
}

export function splitAdded(
  codePoints: CodePoint[],
  set: AddedSet,
  cost: Cost,
): { codePoints: CodePoint[]; added?: Added }[] {
  if (set.size === 0) return [{ codePoints }];
  const text = textOf(codePoints);
  const parts: { codePoints: CodePoint[]; added?: Added }[] = [];
  let done = 0;
  for (let at = 0, unit = 0; at < codePoints.length;) {
    const found = set.longest(text, unit, cost);
    if (!found) {
      unit += codePoints[at++].text.length;
      continue;
    }
    const added = found.value;
    let begin = at;
    for (const after = unit + found.length; unit < after; at++) unit += codePoints[at].text.length;
    let end = at;
    if (added.single_word && (isInWord(codePoints[begin - 1]) || isInWord(codePoints[end])))
      continue;
    if (added.lstrip) {
      while (begin > 0 && isSpace(codePoints[begin - 1])) begin--;
      begin = Math.max(begin, done);
    }
    while (added.rstrip && end < codePoints.length && isSpace(codePoints[end])) end++;
    if (begin > end) throw overlapping(added.content);
    if (begin > done) parts.push({ codePoints: codePoints.slice(done, begin) });
    if (end > begin) parts.push({ codePoints: codePoints.slice(begin, end), added });
    done = end;
  }
  if (done < codePoints.length) parts.push({ codePoints: codePoints.slice(done) });
  return parts;
}

function overlapping(content: string) {
  const text = `tokenizer.json: added_tokens: ${JSON.stringify(content)} begins with spaces that the token before it takes`;
  return new HeadwiseError('unsupported', text);
}

function isInWord(codePoint: CodePoint | undefined) {
  return /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\u200c\u200d]$/u.test(codePoint?.text ?? '');
}

function isSpace(codePoint: CodePoint) {
  return /^\p{White_Space}$/u.test(codePoint.text);
}

export function addedPiece(
  { codePoints, added }: { codePoints: CodePoint[]; added?: Added },
  word: number,
): Piece {
  const { content, id } = added as Added;
  return {
    token: content,
    matched: textOf(codePoints),
    id,
    word,
    begin: codePoints[0].begin,
    end: codePoints[codePoints.length - 1].end,
  };
}
