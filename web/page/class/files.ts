// Reads chosen or dropped files and folders as texts.
// A platform's downloads have a folder for each learner.

type Given = { file: File; path: string };

export type Opened = { source: string; owner: string; text: string };

/**
 * Largest file: larger ones contain no codes of a class. A lesson's one file, with the model of
 * English inside, is smaller.
 */
export const LARGEST = 6_000_000;
export const MOST_FILES = 1000;
/** Most characters in all files together. */
export const MOST_LETTERS = 40_000_000;
/** The suffix that a platform writes after a learner's name. */
const MADE = /_\d+_assignsubmission_.*$/;
const MARKUP = /\.html?$/i;

/** The files of an input element. */
export function filesOf(input: HTMLInputElement): Given[] {
  return Array.from(input.files ?? [], (file) => ({
    file,
    path: file.webkitRelativePath || file.name,
  }));
}

/**
 * The dropped files, and the files inside dropped folders.
 *
 * @returns unread: files and folders that the browser does not provide
 */
export async function filesIn(
  transfer: DataTransfer,
): Promise<{ given: Given[]; unread: string[] }> {
  const dropped = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const known = dropped.filter((entry) => entry !== null);
  const given: Given[] = [];
  const unread: string[] = [];
  if (known.length === 0) {
    for (const file of transfer.files) given.push({ file, path: file.name });
  }
  for (const entry of known) await gather(entry, given, unread);
  return { given, unread };
}

async function gather(entry: FileSystemEntry, found: Given[], unread: string[]) {
  if (found.length > MOST_FILES) return;
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      found.push({ file, path });
      return;
    }
    const reader = (entry as FileSystemDirectoryEntry).createReader();
    for (;;) {
      /** some entries at a time, until there are no more */
      const part: FileSystemEntry[] = await new Promise((resolve, reject) =>
        reader.readEntries(resolve, reject),
      );
      if (part.length === 0) return;
      for (const one of part) await gather(one, found, unread);
    }
  } catch {
    unread.push(path);
  }
}

/** @returns null: it is not text */
export async function openText({ file, path }: Given): Promise<Opened | null> {
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\0')) return null;
  const words = MARKUP.test(file.name) ? (lessonIn(text) ?? textIn(text)) : text;
  return { source: path, owner: ownerIn(path), text: words };
}

/**
 * The teacher's lesson inside a page: as one file, or in an element. Only that tag of the page is
 * parsed.
 */
function lessonIn(markup: string) {
  // first a whole tag, then its attribute: with one expression for both, a hostile page could make
  // the search very slow
  const tags = [...markup.matchAll(/<(script|main)\b[^<>]*>/g)];
  const script = tags.find(([tag, name]) => name === 'script' && /\sdata-lesson/.test(tag));
  if (script) {
    const from = script.index + script[0].length;
    return markup.slice(from, markup.indexOf('</script', from));
  }
  const main = tags.find(([tag, name]) => name === 'main' && /\sdata-own=/.test(tag));
  return main ? (parsed(main[0]).querySelector('main')?.dataset.own ?? null) : null;
}

const parsed = (markup: string) => new DOMParser().parseFromString(markup, 'text/html').body;

/** The text of a page: blocks on lines of their own, cells separated by tabs. */
function textIn(markup: string) {
  const body = parsed(markup.replace(/\s+/g, ' '));
  for (const one of body.querySelectorAll('script, style')) one.remove();
  for (const one of body.querySelectorAll('td, th')) one.append('\t');
  for (const one of body.querySelectorAll('p, div, li, tr, br, pre, h1, h2, h3, h4')) {
    one.before('\n');
    one.after('\n');
  }
  return body.textContent ?? '';
}

/** Adds a file. Different files of one name are both in the list; the same file appears once. */
export function withFile(opened: readonly Opened[], next: Opened) {
  let { source } = next;
  for (let i = 2; ; i++) {
    const same = opened.find((one) => one.source === source);
    if (!same) return [...opened, { ...next, source }];
    if (same.text === next.text) return opened;
    source = `${next.source} (${i})`;
  }
}

/** Decodes text in the encodings of spreadsheets and platforms. */
function decode(bytes: Uint8Array) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The owner of a file: the folder that a platform made for a learner, such as "Ana
 * Ruiz_123_assignsubmission_file".
 */
export function ownerIn(path: string) {
  const folders = path.split('/').slice(0, -1);
  const made = folders.find((folder) => MADE.test(folder));
  const own = made ?? (folders.length > 1 ? folders[folders.length - 1] : '');
  return own
    .replace(MADE, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
}
