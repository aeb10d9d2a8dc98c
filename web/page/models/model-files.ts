// Turns dropped or chosen files into the argument of openModel.
// Names with their files, or one file. It does not read the files.

import type { ModelSource } from './worker-messages.ts';

export interface ModelFiles {
  source: ModelSource;
  name: string;
  files: number;
  /** size of the weights; 0 or NaN if unknown */
  bytes: number;
  /** the name on the screen, if it is another one */
  title?: string;
  /** the same model with each of its files of weights; missing: there is no choice */
  choices?: readonly ModelFiles[];
}

/** Preferred weights file of a folder, in order. */
const WEIGHTS = [/\.safetensors$/, /\.gguf$/, /\.(bin|pt|pth|ckpt)$/, /\.(whl|zip)$/];
/** Weights only beside a config.json: alone, the file may contain any arrays. */
const ARRAYS = /\.npz$/;

/**
 * @param pairs paths and files
 * @returns null: there is no model among them
 */
export function modelFilesOf(pairs: readonly (readonly [string, File])[]): ModelFiles | null {
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

function withoutEnding(name: string, alone: boolean) {
  return alone ? name.replace(/\.[a-z]+$/, '') : name;
}

/** Whether the dropped files are probably a model, rather than a file of the lab's state. */
export function looksLikeModel({ items, files }: DataTransfer) {
  if (files.length > 1 || WEIGHTS.some((ending) => ending.test(files[0]?.name ?? ''))) return true;
  return Array.from(items).some((item) => item.webkitGetAsEntry()?.isDirectory);
}

/** @param files files of an input element */
export function chosen(files: ArrayLike<File>) {
  return modelFilesOf(Array.from(files, (file) => [file.webkitRelativePath || file.name, file]));
}

/** To be called during the event; the files follow. */
export async function dropped(transfer: DataTransfer): Promise<ModelFiles | null> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  const files = await Promise.all(entries.map(filesOf));
  return modelFilesOf(files.flat());
}

async function filesOf(entry: FileSystemEntry): Promise<[string, File][]> {
  const path = entry.fullPath.replace(/^\//, '');
  if (entry.isFile) {
    const one = entry as FileSystemFileEntry;
    return [[path, await new Promise((resolve, reject) => one.file(resolve, reject))]];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    // browsers return entries by the hundred
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    all.push(...some);
  }
  return (await Promise.all(all.map(filesOf))).flat();
}
