// Downloads data that a page made as a file.

/** Milliseconds until the data is freed; browsers read the file after the click. */
const KEPT_FOR = 10_000;

export function download(name: string, parts: BlobPart[], type: string) {
  const address = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement('a'), { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
