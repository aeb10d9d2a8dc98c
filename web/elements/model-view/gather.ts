// Selects and merges the tokens of a layer's maps.
// Tokens of one sentence that attend to another, or tokens merged into words. A word attends with
// the mean of its tokens and is attended to with their sum, so rows still sum to 1 (Clark et al.
// 2019).

import type { Side } from './read-model.ts';

/** tokens of one side */
export interface Shown {
  /** indexes of the tokens that are merged */
  groups: readonly (readonly number[])[];
  names: readonly string[];
}

/** @param wanted segment: the only sentence that is shown; whole: whole words */
export function groupsOf(
  { tokens, words, segments }: Side,
  { segment, whole }: { segment: number | null; whole: boolean },
): Shown {
  const groups: number[][] = [];
  let last = -1;
  for (let i = 0; i < tokens.length; i++) {
    if (segment !== null && segments?.[i] !== segment) continue;
    const word = whole && words ? words[i] : -1;
    const continues = word >= 0 && word === last && groups.at(-1)?.at(-1) === i - 1;
    if (continues) groups.at(-1)?.push(i);
    else groups.push([i]);
    last = word;
  }
  const names = groups.map((group) => group.map((i) => pieceOf(tokens[i], group)).join(''));
  return { groups, names };
}

/** The text of a piece within a word, without the mark of a continuation. */
function pieceOf(token: string, group: readonly number[]) {
  return group.length > 1 ? token.replace(/^##(?=.)/, '') : token;
}

/**
 * @param maps (heads, rows, columns)
 * @returns (heads, rowGroups, columnGroups); the same maps where no token is left out or merged
 */
export function gather(
  maps: Float32Array,
  { heads, rows, columns }: { heads: number; rows: number; columns: number },
  rowGroups: Shown['groups'],
  columnGroups: Shown['groups'],
): Float32Array {
  if (rowGroups.length === rows && columnGroups.length === columns) return maps;
  const height = rowGroups.length;
  const width = columnGroups.length;
  const gathered = new Float32Array(heads * height * width);
  for (let head = 0; head < heads; head++) {
    rowGroups.forEach((group, y) => {
      columnGroups.forEach((others, x) => {
        let sum = 0;
        for (const row of group) {
          for (const column of others) sum += maps[(head * rows + row) * columns + column];
        }
        gathered[(head * height + y) * width + x] = sum / group.length;
      });
    });
  }
  return gathered;
}
