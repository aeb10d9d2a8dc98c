// Turns dropped or chosen files into the argument of openModel.
// Names with their files, or one file. Nothing is read here.

/**
 * @typedef {object} Given
 * @property {Record<string, File> | File | string} source string: the address of a folder beside the page
 * @property {string} name
 * @property {number} files
 * @property {number} bytes of the weights; 0 where that is not known
 */

/** Preferred weights file of a folder, in order. */
const WEIGHTS = [/\.safetensors$/, /\.gguf$/, /\.(bin|pt|pth|ckpt)$/, /\.(whl|zip)$/];
/** Weights only beside a config.json: alone, it may be any arrays. */
const ARRAYS = /\.npz$/;
const NAME = /^[A-Za-z0-9][\w.-]{0,95}$/;

/**
 * @param {readonly (readonly [string, File])[]} pairs paths and files
 * @returns {Given | null} null: there are none
 */
export function givenOf(pairs) {
  if (pairs.length === 0) return null;
  const [[path, first]] = pairs;
  const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '';
  const alone = pairs.length === 1;
  const inFolder = folder !== '' && pairs.every(([one]) => one.startsWith(`${folder}/`));
  const kinds = alone ? WEIGHTS : [...WEIGHTS, ARRAYS];
  const kind = kinds.find((ending) => pairs.some(([one]) => ending.test(one)));
  const bytes = pairs
    .filter(([one]) => kind?.test(one))
    .reduce((sum, [, { size }]) => sum + size, 0);
  return {
    source: alone && !inFolder ? first : Object.fromEntries(pairs),
    name: inFolder ? folder : withoutEnding(first.name, alone),
    files: pairs.length,
    bytes,
  };
}

/** @param {string} name @param {boolean} alone */
function withoutEnding(name, alone) {
  return alone ? name.replace(/\.[a-z]+$/, '') : name;
}

/**
 * Whether what is dropped looks like a model, rather than a file of the lab's state.
 *
 * @param {DataTransfer} transfer
 */
export function looksLikeModel({ items, files }) {
  if (files.length > 1 || WEIGHTS.some((ending) => ending.test(files[0]?.name ?? ''))) return true;
  return Array.from(items).some((item) => item.webkitGetAsEntry()?.isDirectory);
}

/** @param {ArrayLike<File>} files of an input */
export function chosen(files) {
  return givenOf(Array.from(files, (file) => [file.webkitRelativePath || file.name, file]));
}

/**
 * A model that stands beside the page, in models/ and its name.
 *
 * @param {string} name
 * @returns {Given | null} null: it cannot be a name
 */
export function beside(name) {
  if (!NAME.test(name)) return null;
  const source = new URL(`models/${name}/`, document.baseURI.replace(/[?#].*$/, '')).href;
  return { source, name, files: 0, bytes: 0 };
}

/**
 * Has to be called while the event lasts; the files follow.
 *
 * @param {DataTransfer} transfer
 * @returns {Promise<Given | null>}
 */
export async function dropped(transfer) {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  const files = await Promise.all(entries.map(filesOf));
  return givenOf(files.flat());
}

/**
 * @param {FileSystemEntry} entry
 * @returns {Promise<[string, File][]>}
 */
async function filesOf(entry) {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const one = /** @type {FileSystemFileEntry} */ (entry);
    return [[path, await new Promise((resolve, reject) => one.file(resolve, reject))]];
  }
  const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
  /** @type {FileSystemEntry[]} */
  const all = [];
  for (;;) {
    // a reader gives them by the hundred
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesOf))).flat();
}
