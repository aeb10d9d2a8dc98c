// Reads chosen or dropped files and folders as texts.
// A platform's downloads have a folder for each learner.

/**
 * @typedef {{ file: File, path: string }} Given
 * @typedef {{ source: string, owner: string, text: string }} Opened
 */

/** Larger files hold no codes of a class; a lesson's one file, with the model of English inside, is smaller. */
export const LARGEST = 6_000_000;
export const MOST_FILES = 1000;
/** All files together. */
export const MOST_LETTERS = 40_000_000;
/** The suffix that a platform writes after a learner's name. */
const MADE = /_\d+_assignsubmission_.*$/;
const MARKUP = /\.html?$/i;

/** The files of a field. @param {HTMLInputElement} input @returns {Given[]} */
export function filesOf(input) {
  return Array.from(input.files ?? [], (file) => ({
    file,
    path: file.webkitRelativePath || file.name,
  }));
}

/**
 * The dropped files, and those inside dropped folders.
 * @param {DataTransfer} transfer
 * @returns {Promise<{ given: Given[], unread: string[] }>} unread: files and folders that the browser does not give
 */
export async function filesIn(transfer) {
  const dropped = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const known = dropped.filter((entry) => entry !== null);
  /** @type {Given[]} */
  const given = [];
  /** @type {string[]} */
  const unread = [];
  if (known.length === 0) {
    for (const file of transfer.files) given.push({ file, path: file.name });
  }
  for (const entry of known) await gather(entry, given, unread);
  return { given, unread };
}

/**
 * @param {FileSystemEntry} entry
 * @param {Given[]} found
 * @param {string[]} unread
 */
async function gather(entry, found, unread) {
  if (found.length > MOST_FILES) return;
  const path = entry.fullPath.replace(/^\//, '');
  try {
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) =>
        /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
      );
      found.push({ file, path });
      return;
    }
    const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
    for (;;) {
      /** @type {FileSystemEntry[]} a part of them, until there are no more */
      const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      if (part.length === 0) return;
      for (const one of part) await gather(one, found, unread);
    }
  } catch {
    unread.push(path);
  }
}

/**
 * @param {Given} given
 * @returns {Promise<Opened | null>} null: it is no text
 */
export async function openText({ file, path }) {
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  if (text.includes('\0')) return null;
  const words = MARKUP.test(file.name) ? (lessonIn(text) ?? textIn(text)) : text;
  return { source: path, owner: ownerIn(path), text: words };
}

/**
 * The teacher's lesson that a page carries: as one file, or in an element. Of the page only that tag is read.
 * @param {string} markup
 */
function lessonIn(markup) {
  // first a whole tag, then its attribute: with one expression for both, a hostile page would hold this one up
  const tags = [...markup.matchAll(/<(script|main)\b[^<>]*>/g)];
  const script = tags.find(([tag, name]) => name === 'script' && /\sdata-lesson/.test(tag));
  if (script) {
    const from = script.index + script[0].length;
    return markup.slice(from, markup.indexOf('</script', from));
  }
  const main = tags.find(([tag, name]) => name === 'main' && /\sdata-own=/.test(tag));
  return main ? (parsed(main[0]).querySelector('main')?.dataset.own ?? null) : null;
}

/** @param {string} markup */
const parsed = (markup) => new DOMParser().parseFromString(markup, 'text/html').body;

/**
 * The words of a page: blocks on lines of their own, cells with tabs between them.
 * @param {string} markup
 */
function textIn(markup) {
  const body = parsed(markup.replace(/\s+/g, ' '));
  for (const one of body.querySelectorAll('script, style')) one.remove();
  for (const one of body.querySelectorAll('td, th')) one.append('\t');
  for (const one of body.querySelectorAll('p, div, li, tr, br, pre, h1, h2, h3, h4')) {
    one.before('\n');
    one.after('\n');
  }
  return body.textContent ?? '';
}

/**
 * With one more file. Two of one name are both there; the same one a second time is not.
 * @param {readonly Opened[]} opened
 * @param {Opened} next
 */
export function withFile(opened, next) {
  let { source } = next;
  for (let i = 2; ; i++) {
    const same = opened.find((one) => one.source === source);
    if (!same) return [...opened, { ...next, source }];
    if (same.text === next.text) return opened;
    source = `${next.source} (${i})`;
  }
}

/**
 * Letters as spreadsheets and platforms write them.
 * @param {Uint8Array} bytes
 */
function decode(bytes) {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * Whose file it is: the folder that a platform made for a learner, such as "Ana Ruiz_123_assignsubmission_file".
 * @param {string} path
 */
export function ownerIn(path) {
  const folders = path.split('/').slice(0, -1);
  const made = folders.find((folder) => MADE.test(folder));
  const own = made ?? (folders.length > 1 ? folders[folders.length - 1] : '');
  return own
    .replace(MADE, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
}
