// Parses a picture of a teacher's lesson: its description, and a PNG or JPEG as a data: URL.
// The picture is hostile until it is checked: its type is read from its bytes, and its size before it is decoded. No address is
// fetched.

export interface Picture {
  /** in words, below the picture */
  description: string;
  type: 'image/png' | 'image/jpeg';
  bytes: Uint8Array<ArrayBuffer>;
  /** pixels */
  width: number;
  height: number;
}

/** Characters of a line with a picture. */
export const MOST_PICTURE = 49_152;
/** Characters of a description. */
const LONGEST = 400;
/** Pixels along a side. */
export const MOST_PIXELS = 2000;
const ADDRESS = ' data:';
const WRITTEN = /^ data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const HEADER = 'IHDR';
/** Segments of a JPEG that have its size: the starts of frames. */
const isFrame = (mark: number) =>
  mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;

/** @returns null: it is no picture, or one with too many pixels */
export function readPicture(text: string): Picture | null {
  if (text.length > MOST_PICTURE) return null;
  const at = text.lastIndexOf(ADDRESS);
  const description = text.slice(0, Math.max(0, at)).trim();
  const [, kind, base64] = WRITTEN.exec(text.slice(Math.max(0, at))) ?? [];
  const bytes = base64 ? bytesOf(base64) : null;
  if (!bytes || description === '' || description.length > LONGEST) return null;
  const size = kind === 'png' ? sizeOfPng(bytes) : sizeOfJpeg(bytes);
  if (!size || Math.min(...size) < 1 || Math.max(...size) > MOST_PIXELS) return null;
  const [width, height] = size;
  return { description, type: kind === 'png' ? 'image/png' : 'image/jpeg', bytes, width, height };
}

function bytesOf(base64: string) {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    return null; // cut off
  }
}

function sizeOfPng(bytes: Uint8Array): [number, number] | null {
  const name = String.fromCharCode(...bytes.subarray(12, 16));
  if (bytes.length < 33 || PNG.some((one, i) => bytes[i] !== one) || name !== HEADER) return null;
  const view = new DataView(bytes.buffer);
  return [view.getUint32(16), view.getUint32(20)];
}

function sizeOfJpeg(bytes: Uint8Array): [number, number] | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
  const view = new DataView(bytes.buffer);
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    // bytes that fill up before a mark
    if (bytes[at + 1] === 0xff) {
      at++;
      continue;
    }
    if (isFrame(bytes[at + 1])) return [view.getUint16(at + 7), view.getUint16(at + 5)];
    const length = view.getUint16(at + 2);
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}
