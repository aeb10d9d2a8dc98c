// The English model as a source for the lab.
// It tokenizes any text. Its file, with all its metadata, is fetched on first use.

import { pieceTokenizer, readModel } from 'headwise/training';
import { ENGLISH } from '../lab/state/state.ts';
import { visiblePiece } from '../lab/answer/tokenizer.ts';
import { createTrainedSource } from './trained-source.ts';
import type { Piece } from 'headwise/training';
import type { Encoding } from '../lab/answer/tokenizer.ts';
import type { Source } from '../lab/answer/source.ts';

const loading: Map<string, Promise<Source>> = new Map();
/** Listeners for the bytes read of a file. */
const watching: Map<string, Set<(bytes: number) => void>> = new Map();

/**
 * Fetches the model, once for each address; after an error another call tries again.
 *
 * @param url of english.safetensors
 * @param onProgress called with the number of bytes read
 * @throws {Error} if it is missing, or is another file
 */
export function loadEnglish(
  url: string | URL,
  onProgress?: (bytes: number) => void,
): Promise<Source> {
  const { href } = new URL(url, globalThis.location?.href);
  const watchers = watching.get(href) ?? new Set();
  watching.set(href, watchers);
  if (onProgress) watchers.add(onProgress);
  let source = loading.get(href);
  if (!source) {
    const tell = (read: number) => watchers.forEach((watcher) => watcher(read));
    source = fetchFile(href, tell)
      .then(englishSource)
      .finally(() => watching.delete(href));
    loading.set(href, source);
    source.catch(() => loading.delete(href));
  }
  return source;
}

async function fetchFile(href: string, tell: (bytes: number) => void) {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: expected the English model, got ${response.status}`);
  const reader = response.body?.getReader();
  if (!reader) return response.arrayBuffer();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    size += next.value.length;
    tell(size);
  }
  return new Blob(parts).arrayBuffer();
}

export function englishSource(file: ArrayBuffer | Uint8Array): Source {
  const { config, state, vocab, about } = readModel(file);
  const tokenizer = pieceTokenizer(vocab);
  const [roles, measured] = [JSON.parse(about.roles), Number(about.measured)];
  const source = createTrainedSource(
    { name: ENGLISH, config, vocab: [], kinds: NO_KINDS, roles, measured, example: NO_EXAMPLE },
    async () => state,
  );
  const said = vocab.map((_, id) => tokenizer.decode([id]));
  return Object.freeze({
    ...source,
    tokenizer: {
      encode(text: string, options?: { limit?: number }): Encoding {
        const { tokens, truncated } = tokenizer.encode(text, options);
        return { tokens: tokens.map(countBytes), truncated };
      },
    },
    words: null,
    fits: () => () => true,
    example: null,
    whole: source.whole && {
      ...source.whole,
      vocab: said,
      begins: vocab.map((piece) => piece.startsWith(' ')),
    },
  });
}

/** Numbers the tokens of a character that has several: 你 你₂ 你₃. */
function countBytes(token: Piece, place: number, tokens: readonly Piece[]) {
  const { start, end } = token;
  const piece = visiblePiece(token.piece);
  let before = 0;
  while (tokens[place - before - 1]?.start === start && tokens[place - before - 1].end === end)
    before++;
  return before === 0
    ? { ...token, piece }
    : { ...token, piece: piece + [...String(before + 1)].map(lowered).join('') };
}

const lowered = (digit: string) => String.fromCharCode(0x2080 + Number(digit));

/** Fields that only the grammar model has. */
const NO_KINDS = { of: '', after: {} };
const NO_EXAMPLE = { text: '', second: '' };

/** Indexes of each word's pieces, side by side: they show a text by its words. */
export function wordsOf(
  tokens: readonly Piece[],
): { text: string; start: number; end: number; first: number; count: number }[] {
  const words: ReturnType<typeof wordsOf> = [];
  tokens.forEach(({ piece, start, end, word }, place) => {
    const last = words[words.length - 1];
    if (place > 0 && tokens[place - 1].word === word && last) {
      if (start >= last.end) last.text += piece;
      last.end = end;
      last.count++;
    } else words.push({ text: piece, start, end, first: place, count: 1 });
  });
  return words;
}
