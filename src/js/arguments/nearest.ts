// Finds the known name that a caller probably meant. Runs only when an error is thrown anyway.

/**
 * A near name: few typing errors away (`casual`, `embed_dim`), or one contains the other word by word (`isCausal`, `attnMask`,
 * `heads`).
 *
 * @returns undefined when nothing is near
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  return (
    mostAlike(known, (other) => spelling(name, other)) ??
    mostAlike(known, (other) => containment(name, other))
  );
}

/**
 * The end of the error text `unknown option isCausal`: `: did you mean causal?`, or the empty string.
 */
export function suggestion(name: string, known: readonly string[]) {
  const near = nearest(name, known);
  return near === undefined ? '' : `: did you mean ${near}?`;
}

/** @param likeness 0 = not near */
function mostAlike(known: readonly string[], likeness: (other: string) => number) {
  let best;
  let most = 0;
  for (const other of known) {
    const like = likeness(other);
    if (like > most) [best, most] = [other, like];
  }
  return best;
}

/** Similarity of spelling: the fraction of correct letters if it is at least two thirds, else 0. */
function spelling(name: string, other: string) {
  const a = words(name).join('');
  const b = words(other).join('');
  const longer = a.length > b.length ? a.length : b.length;
  const wrong = editDistance(a, b);
  return wrong * 3 <= longer ? 1 - wrong / (longer + 1) : 0;
}

/**
 * Similarity by containment: the length of the shorter name over the longer one. A known name counts anywhere inside the given
 * one; a given name inside a known one must be at least half as long.
 */
function containment(name: string, other: string) {
  const a = ` ${words(name).join(' ')} `;
  const b = ` ${words(other).join(' ')} `;
  if (a.includes(b)) return b.length / a.length;
  if (b.includes(a) && a.length * 2 >= b.length) return a.length / b.length;
  return 0;
}

/** `isCausal`, `is_causal` -> `['is', 'causal']` */
function words(name: string) {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/**
 * Edit distance: letters added, left out, changed, or swapped with their neighbour (optimal string alignment).
 */
function editDistance(a: string, b: string) {
  const distance: number[][] = []; // (a.length + 1, b.length + 1): between the first i letters of a and the first j of b
  for (let i = 0; i <= a.length; i++) {
    distance.push([i]);
    for (let j = 1; j <= b.length; j++) {
      if (i === 0) {
        distance[i].push(j);
        continue;
      }
      const changed = distance[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = changed;
      if (distance[i - 1][j] + 1 < least) least = distance[i - 1][j] + 1;
      if (distance[i][j - 1] + 1 < least) least = distance[i][j - 1] + 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped && distance[i - 2][j - 2] + 1 < least) least = distance[i - 2][j - 2] + 1;
      distance[i].push(least);
    }
  }
  return distance[a.length][b.length];
}
