// Entry point of the one-file page and of its worker.

import { isWorker, serve } from 'headwise:single-file';
import { startEmbed } from './embed.ts';

if (isWorker) serve();
else void startEmbed(carried());

/** The English model, where the file's author included it. */
function carried() {
  const block = document.querySelector('script[data-english]');
  const text = block?.textContent ?? '';
  block?.remove();
  if (text === '') return null;
  return () => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
