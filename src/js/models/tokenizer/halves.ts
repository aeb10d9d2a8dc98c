// The merges of SentencePiece: each way to make a piece of two others.

/** The longest piece, in UTF-16 units: all its halves are tried, and the default of SentencePiece's trainer is 16. */
export const LONGEST_PIECE = 512;

/**
 * Cuts a piece between each two of its characters.
 *
 * @param piece of at most LONGEST_PIECE units
 * @returns the pairs of which both halves are pieces, the shortest left one first
 */
export function halvesOf(
  piece: string,
  isPiece: (text: string) => boolean,
): [left: string, right: string][] {
  const found: [string, string][] = [];
  let at = 0;
  for (const { length } of piece) {
    at += length;
    const [left, right] = [piece.slice(0, at), piece.slice(at)];
    if (right !== '' && isPiece(left) && isPiece(right)) found.push([left, right]);
  }
  return found;
}
