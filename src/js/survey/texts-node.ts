// The texts of a survey: the lines of a .txt file, or the field `text` of the objects of a .jsonl file. Empty lines are no texts,
// but they count as lines.

import { createReadStream } from 'node:fs';
import { basename, extname } from 'node:path';
import { shorten } from '../arguments/errors.ts';
import { isRecord } from '../arguments/options.ts';

const LINE_FEED = 10;

export interface TextLine {
  /** from 0 */
  line: number;
  text: string;
}

/** The parsers of lines, by the ending of a file's name. */
const PARSERS: Record<string, (line: string) => string> = {
  '.txt': (line) => line,
  '.jsonl': (line) => {
    const expected = 'expected a JSON object with a text, such as {"text": "The cat sat"}';
    let value;
    try {
      value = JSON.parse(line);
    } catch {
      throw new TypeError(`${expected}, got ${shorten(line)}, which is no JSON`);
    }
    const text = isRecord(value) ? value.text : undefined;
    if (typeof text === 'string') return text;
    throw new TypeError(`${expected}, got ${shorten(line)}`);
  },
};

/**
 * Reads the texts of a file, line by line.
 *
 * @param onBytes is called with all bytes, in order
 */
export async function* readTexts(
  path: string,
  onBytes: (bytes: Uint8Array) => void = () => {},
): AsyncGenerator<TextLine> {
  const parse = PARSERS[extname(path)];
  if (!parse) throw new TypeError(`TEXTS: expected a .txt or a .jsonl file, got ${path}`);
  let line = 0;
  for await (const bytes of linesOf(path, onBytes)) {
    const text = inLine(path, line, () => {
      const whole = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r$/, '');
      return whole === '' ? '' : { text: parse(whole) };
    });
    if (text !== '') yield { line, ...text };
    line++;
  }
}

/** Runs a step on a line; its errors name the line, counted from 1 like in an editor. */
export function inLine<T>(path: string, line: number, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string };
    const why =
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'expected UTF-8, got other bytes' : message;
    throw new Error(`${basename(path)}, line ${line + 1}: ${why}`, { cause });
  }
}

async function* linesOf(path: string, onBytes: (bytes: Uint8Array) => void) {
  let rest: Uint8Array[] = [];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    onBytes(chunk);
    let begin = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, begin)) {
      yield Buffer.concat([...rest, chunk.subarray(begin, end)]);
      rest = [];
      begin = end + 1;
    }
    rest.push(chunk.subarray(begin));
  }
  if (rest.some(({ length }) => length > 0)) yield Buffer.concat(rest);
}
