// The texts of all sources as paragraphs of plain English, some of them held out.

import { fetchSources, SOURCES, SPOKEN } from './sources.ts';
import { READERS, spokenWords } from './texts.ts';

/** One paragraph in this many is held out, and one in this many has the quotes of printed books. */
const HELD_OUT = 40;
const PRINTED = 8;
const SHORTEST = 12; // letters

export type Text = { name: string; paragraphs: string[] };

export interface Corpus {
  training: Text[];
  heldOut: Text[];
  /** how often each word is used */
  spoken: ReadonlyMap<string, number>;
}

export async function readCorpus(): Promise<Corpus> {
  const folders = await fetchSources();
  const training = [];
  const heldOut = [];
  for (const { name } of SOURCES) {
    const paragraphs = (await READERS[name](folders[name])).map(plain).filter(isEnglish);
    const isHeld = (index: number) => index % HELD_OUT === HELD_OUT - 1;
    training.push({ name, paragraphs: paragraphs.filter((_, i) => !isHeld(i)).map(printed) });
    heldOut.push({ name, paragraphs: paragraphs.filter((_, i) => isHeld(i)).map(printed) });
  }
  return { training, heldOut, spoken: await spokenWords(folders[SPOKEN.name]) };
}

function plain(text: string) {
  return text
    .normalize('NFC')
    .replace(/[\u2018\u2019\u02bc]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/\s*(?:--+|[\u2013\u2014])\s*/g, ' - ')
    .replace(/[_*[\]{}|]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!?])/g, '$1')
    .trim();
}

function isEnglish(text: string) {
  const letters = text.match(/[A-Za-z ]/g)?.length ?? 0;
  return text.length >= SHORTEST && letters > 0.85 * text.length;
}

function printed(text: string, index: number) {
  if (index % PRINTED !== 0) return text;
  return text
    .replace(/(^|[\s(-])"/g, '$1\u201c')
    .replace(/"/g, '\u201d')
    .replace(/(^|[\s(\u201c-])'/g, '$1\u2018')
    .replace(/'/g, '\u2019')
    .replace(/ - /g, '\u2014');
}
