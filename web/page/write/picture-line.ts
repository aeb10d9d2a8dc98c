// A line of a lesson with a picture from a file, made small enough for a lesson.

import { MOST_PICTURE } from '../../elements/lesson/own/picture.ts';

/** Pixels along the longer side, at first. */
const SIDE = 1000;
/** The least side before the picture is given up. */
const LEAST = 60;
const SMALLER = 0.8;
const QUALITY = 0.8;
/** Room for the name of the setting and the description. */
const REST = 600;

/**
 * @param description in words, for readers who do not see the picture
 * @param room bytes that the lesson may still have
 * @returns null: the file is no picture; '': there is no room for it, however small
 */
export async function pictureLine(
  file: Blob,
  description: string,
  room: number,
): Promise<string | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return null;
  const most = Math.min(MOST_PICTURE, room) - REST;
  try {
    const longer = Math.max(picture.width, picture.height);
    for (let side = Math.min(SIDE, longer); side >= Math.min(LEAST, longer); side *= SMALLER) {
      const address = smaller(picture, side / longer, most);
      if (address.length <= most) return `picture: ${description} ${address}`;
    }
    return '';
  } finally {
    picture.close();
  }
}

/** A PNG, which keeps drawings sharp, or a JPEG if the PNG is too long. */
function smaller(picture: ImageBitmap, factor: number, most: number) {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(factor * picture.width));
  canvas.height = Math.max(1, Math.round(factor * picture.height));
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const png = canvas.toDataURL('image/png');
  if (png.length <= most || !context) return png;
  // a JPEG has no transparent parts: they become white
  context.globalCompositeOperation = 'destination-over';
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/jpeg', QUALITY);
}
