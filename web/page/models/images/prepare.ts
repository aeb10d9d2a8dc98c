// Resizes and crops an image to a model's input size.
// The sizes are in preprocessor_config.json; the browser resizes.

import type { ImageInput } from 'headwise/models';

/** position of the resized image in the crop */
interface Fitted {
  /** width of the crop */
  width: number;
  height: number;
  image: [x: number, y: number, width: number, height: number];
}

export function fit(
  { width, height }: { width: number; height: number },
  { resize, crop, patch, grid }: ImageInput,
): Fitted {
  const size = resize ?? { height: patch.height * grid.down, width: patch.width * grid.across };
  let [w, h] = 'width' in size ? [size.width, size.height] : [0, 0];
  if ('shortestEdge' in size) {
    const edge = size.shortestEdge;
    // rounded as in transformers
    w = width <= height ? edge : Math.floor((edge * width) / height);
    h = width <= height ? Math.floor((edge * height) / width) : edge;
  }
  const [cutWidth, cutHeight] = crop ? [crop.width, crop.height] : [w, h];
  const [x, y] = [Math.ceil((cutWidth - w) / 2), Math.ceil((cutHeight - h) / 2)];
  return { width: cutWidth, height: cutHeight, image: [x, y, w, h] };
}

export function prepare(
  image: HTMLCanvasElement | ImageBitmap,
  input: ImageInput,
): { canvas: HTMLCanvasElement; data: Uint8ClampedArray<ArrayBuffer> } {
  const { width, height, image: place } = fit(image, input);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('a canvas of this size cannot be had');
  context.fillStyle = '#fff'; // background behind transparent pixels
  context.fillRect(...place);
  context.imageSmoothingEnabled = input.resample !== 'nearest';
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, ...place);
  const { data } = context.getImageData(0, 0, width, height);
  return { canvas, data: data as Uint8ClampedArray<ArrayBuffer> };
}
