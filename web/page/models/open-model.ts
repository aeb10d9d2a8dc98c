// An opened model: the input of its screen, and the screen that shows it.

import type { Messages } from '../../words/en/models.ts';
import type { Connection } from './connection.ts';
import type { Opened } from './worker-messages.ts';

export interface OpenModel {
  connection: Connection;
  opened: Opened;
  name: string;
  /** the name on the screen */
  title: string;
  language: string;
  messages: Messages;
}

export interface ScreenOptions {
  /** initial text */
  text?: string;
  /** initial view, as the address names it */
  view?: string | null;
  onView?: (view: string) => void;
  onSelect?: (selection: Selection) => void;
  onClose?: () => void;
}

/** The enlarged head, and its highlighted tokens. */
export interface Selection {
  layer: number;
  head: number;
  query: number | null;
  key: number | null;
  /** only with an encoder and a decoder */
  kind?: 'encoder' | 'decoder' | 'cross';
}

export interface ModelScreen {
  element: HTMLElement;
  start: () => Promise<void>;
  /**
   * Shows that the worker has ended by itself.
   *
   * @param onAgain opens the model once more
   */
  stopped: (error: Error, onAgain: () => void) => void;
  /** the typed text, for a model with a tokenizer */
  text: () => string;
  dispose: () => void;
}

/** Numbers of layers, and of heads in each. */
export interface Sizes {
  layers: number;
  heads: number;
}
