// Files and folders that were chosen or dropped, as texts: a platform's downloads have a folder for each learner.

/**
 * @typedef {{ file: File, path: string }} Given
 * @typedef {{ source: string, owner: string, text: string }} Opened
 */

/** Larger files hold no codes of a class. */
export const LARGEST = 4_000_000;
export const MOST_FILES = 1000;
const MARKUP = /\.html?$/i;

/** The files of a field. @param {HTMLInputElement} input @returns {Given[]} */
export function filesOf(input) {
  return Array.from(input.files ?? [], (file) => ({
    file,
    path: file.webkitRelativePath || file.name,
  }));
}

/**
 * What was dropped, with what is in folders.
 * @param {DataTransfer} transfer
 * @returns {Promise<Given[]>}
 */
export async function filesIn(transfer) {
  const dropped = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const known = dropped.filter((entry) => entry !== null);
  if (known.length === 0) return Array.from(transfer.files, (file) => ({ file, path: file.name }));
  /** @type {Given[]} */
  const found = [];
  for (const entry of known) await gather(entry, found);
  return found;
}

/**
 * @param {FileSystemEntry} entry
 * @param {Given[]} found
 */
async function gather(entry, found) {
  if (found.length > MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise((resolve, reject) =>
      /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject),
    );
    found.push({ file, path: entry.fullPath.replace(/^\//, '') });
    return;
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  for (;;) {
    /** @type {FileSystemEntry[]} a part of them, until there are no more */
    const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return;
    for (const one of part) await gather(one, found);
  }
}

/**
 * @param {Given} given
 * @returns {Promise<Opened>}
 */
export async function openText({ file, path }) {
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  const plain = MARKUP.test(file.name)
    ? text.replace(/<[^<>]*>/g, '\n').replaceAll('&nbsp;', ' ')
    : text;
  return { source: path, owner: ownerIn(path), text: plain };
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
  const own = folders.length > 1 ? folders[folders.length - 1] : '';
  return own
    .replace(/_\d+_assignsubmission_.*$/, '')
    .replace(/[_\s]+/g, ' ')
    .trim();
}
