// Readers of each source's format, which return paragraphs.

import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, inflateSync } from 'node:zlib';

type Reader = (folder: string) => Promise<string[]>;

const FIRST_YEAR = 1930;
/** Files of WordNet's nouns about animals and plants, mostly Latin. */
const LATIN = ['05', '20'];

/** Readers by the names in sources.ts. */
export const READERS: Readonly<Record<string, Reader>> = Object.freeze({
  async speeches(folder) {
    const texts = await textsIn(join(folder, 'package/data'), (name) => {
      return name.endsWith('.txt') && Number(name.slice(0, 4)) >= FIRST_YEAR;
    });
    return texts.flatMap(linesOf).flatMap((line) => chunksOf(line, 6));
  },
  async wordnet(folder) {
    const names = ['adj', 'adv', 'noun', 'verb'].map((kind) => `data.${kind}`);
    const texts = await textsIn(join(folder, 'package/dict'), (name) => names.includes(name));
    return texts.flatMap(linesOf).flatMap(glossOf);
  },
  async 'moby-dick'(folder) {
    const texts = await textsIn(join(folder, 'package/data'), (name) =>
      /^chapter_\d+\.txt$/.test(name),
    );
    return texts.flatMap((text) => text.split(/\n\s*\n/).slice(1));
  },
  async austen(folder) {
    const data = join(folder, 'usr/lib/R/site-library/janeaustenr/data/Rdata.rdb');
    return rLines(await readFile(data)).flatMap(paragraphsOf);
  },
  async 'world-english-bible'(folder) {
    const at = join(folder, 'usr/share/sword/modules/texts/ztext/engWEB2015eb');
    const parts = ['ot', 'nt'].map(async (name) => {
      const [index, blocks] = await Promise.all(
        ['bzs', 'bzz'].map((ending) => readFile(join(at, `${name}.${ending}`))),
      );
      return swordBlocks(index, blocks).flatMap(osisParagraphs);
    });
    return (await Promise.all(parts)).flat();
  },
  async jargon(folder) {
    const text = gunzipSync(
      await readFile(join(folder, 'usr/share/doc/jargon-text/jargon.txt.gz')),
    );
    return text.toString('latin1').split(/\n\s*\n/);
  },
});

/** How often each word is used. */
export async function spokenWords(folder: string): Promise<Map<string, number>> {
  const list = JSON.parse(await readFile(join(folder, 'package/index.json'), 'utf8'));
  return new Map(list.map(({ word, count }: { word: string; count: number }) => [word, count]));
}

async function textsIn(folder: string, wanted: (name: string) => boolean) {
  const names = (await readdir(folder)).filter(wanted).sort();
  return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');

/** A text of sentences, some of them at a time. */
function chunksOf(text: string, size: number) {
  const sentences = text.split(/(?<=[.!?]) +(?=[A-Z])/);
  const chunks = [];
  for (let i = 0; i < sentences.length; i += size)
    chunks.push(sentences.slice(i, i + size).join(' '));
  return chunks;
}

/**
 * WordNet's texts about one meaning: its examples, every other one as a sentence, and its
 * definition.
 */
function glossOf(line: string, index: number): string[] {
  const [synset, gloss] = line.split(' | ');
  if (gloss === undefined || line.startsWith('  ')) return [];
  const [, file, , , word] = synset.split(' ');
  const examples = Array.from(gloss.matchAll(/"([^"]+)"/g), ([, example]) => example.trim());
  const sentences = examples
    .filter((example) => example.includes(' ') && !/["()]/.test(example))
    .map((example) => (index % 2 === 0 ? sentenceOf(example) : example));
  const definition = gloss.replace(/;?\s*"[^"]*".*$/, '').trim();
  const plain =
    index % 3 === 0 && !LATIN.includes(file) && !/[0-9"]|\b(genus|family)\b/.test(definition);
  const name = word.replaceAll('_', ' ').replace(/\(.*\)/, '');
  return plain ? [...sentences, `${name}: ${definition}.`] : sentences;
}

function sentenceOf(example: string) {
  const text = example[0].toUpperCase() + example.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function paragraphsOf(lines: string[]) {
  return lines.join('\n').split(/\n\s*\n/);
}

/**
 * The vectors of strings in a file of R: objects one after the other, each with its size,
 * compressed, in R's own format, of which only vectors of strings are read.
 */
function rLines(file: Buffer): string[][] {
  const vectors = [];
  for (let at = 0; at < file.length;) {
    const { buffer, engine } = inflateSync(file.subarray(at + 4), { info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    at += 4 + engine.bytesWritten;
    vectors.push(...stringVectors(buffer));
  }
  return vectors;
}

const R_ENCODING = 14; // after 'X\n' and three versions
const R_STRINGS = 16;
const R_STRING = 9;

function stringVectors(object: Buffer) {
  const first = R_ENCODING + 4 + object.readInt32BE(R_ENCODING);
  if ((object.readInt32BE(first) & 0xff) !== R_STRINGS) return [];
  const lines = [];
  let at = first + 8;
  for (let left = object.readInt32BE(first + 4); left > 0; left--) {
    if ((object.readInt32BE(at) & 0xff) !== R_STRING) return [];
    const length = Math.max(0, object.readInt32BE(at + 4));
    lines.push(object.toString('utf8', at + 8, at + 8 + length));
    at += 8 + length;
  }
  return [lines];
}

/** The books of a SWORD module: an index of offset, size and unpacked size, and the blocks. */
function swordBlocks(index: Buffer, blocks: Buffer) {
  const books = [];
  for (let at = 0; at + 12 <= index.length; at += 12) {
    const [place, size] = [index.readUInt32LE(at), index.readUInt32LE(at + 4)];
    if (size > 0) books.push(inflateSync(blocks.subarray(place, place + size)).toString('utf8'));
  }
  return books;
}

function osisParagraphs(osis: string) {
  return osis
    .replace(/<(note|title)\b[^>]*>.*?<\/\1>/gs, '')
    .replace(/<(chapter|lg)\b[^>]*>|<\/lg>|<div [^>]*type="x-p"[^>]*>/g, '\n\n')
    .replace(/<\/l>|<l [^>]*>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&amp;/g, '&')
    .split(/\n\s*\n/);
}
