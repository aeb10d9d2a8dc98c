// headwise/anywidget: maps of a notebook's own arrays, or the whole lab.
// For every host of anywidget: Jupyter, JupyterLab, Colab, marimo, VS Code, and MyST's directive.
// Maps need one file and no engine; the lab is loaded from the address that a course names.

import { keepKeys } from './embed/keys.ts';
import { mountGiven } from './embed/mount-given.ts';

/** Traits of the model that become attributes of the lab's element. */
const ATTRIBUTES = [
  ...['text', 'heads', 'view', 'model', 'state', 'lesson', 'locked', 'lang', 'theme', 'compact'],
];
/** Traits of the model that are drawn. */
const NAMES = [
  ...['attention', 'shape', 'shapes', 'tokens', 'key_tokens', 'words', 'type_ids', 'view', 'theme'],
];

export default {
  /**
   * @param {{ model: import('./anywidget.d.ts').Model, el: HTMLElement }} where
   * @returns {() => void} removes it again
   */
  render({ model, el }) {
    const lab = model.get('lab');
    if (typeof lab === 'string' && lab !== '') return renderLab({ model, el }, lab);
    // a shadow root keeps the notebook's styles out
    const host = document.createElement('div');
    el.append(host);
    keepKeys(host);
    const root = host.attachShadow({ mode: 'open' });
    let dispose = () => {};
    let newest = 0;

    async function draw() {
      const mine = ++newest;
      dispose();
      dispose = () => {};
      const place = document.createElement('div');
      root.replaceChildren(place);
      try {
        const mounted = await mountGiven(place, givenIn(model), {
          theme: String(model.get('theme') ?? 'auto'),
          language: document.documentElement.lang || 'en',
          onChange(selection) {
            model.set('selection', { ...selection });
            quietly(() => model.save_changes());
          },
        });
        if (mine === newest) ({ dispose } = mounted);
        else mounted.dispose();
      } catch (error) {
        say(place, error);
      }
    }

    const redraw = later(draw);
    for (const name of NAMES) model.on(`change:${name}`, redraw);
    void draw();
    return () => {
      for (const name of NAMES) quietly(() => model.off(`change:${name}`, redraw));
      newest++;
      dispose();
      host.remove();
    };
  },
};

/**
 * @param {{ model: import('./anywidget.d.ts').Model, el: HTMLElement }} where
 * @param {string} address of element.js
 * @returns {() => void} removes it again
 */
function renderLab({ model, el }, address) {
  const lab = document.createElement('headwise-lab');
  for (const name of ATTRIBUTES) {
    const value = model.get(name) ?? null;
    if (value === null) continue;
    lab.setAttribute(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  el.append(lab);
  import(new URL(address, document.baseURI).href).catch((error) => say(lab, error));
  return () => lab.remove();
}

/** Shows an error in an output. @param {HTMLElement} place @param {unknown} error */
function say(place, error) {
  place.textContent = error instanceof Error ? error.message : String(error);
  place.setAttribute('role', 'alert');
}

/** Skips a change that a static book cannot store: it has no kernel. @param {() => void} work */
function quietly(work) {
  try {
    work();
  } catch {
    // MyST says that it is not implemented
  }
}

/**
 * Data of the model for the drawing.
 *
 * @param {import('./anywidget.d.ts').Model} model
 */
function givenIn(model) {
  return {
    attention: numbersIn(model),
    tokens: namesIn(model.get('tokens')),
    keyTokens: namesIn(model.get('key_tokens')),
    words: namesIn(model.get('words')),
    typeIds: namesIn(model.get('type_ids')),
    view: String(model.get('view') ?? ''),
  };
}

/**
 * Bytes with a shape, as a notebook sends an array, or nested lists. With `shapes` the bytes are those of several kinds of
 * attention, one after the other.
 *
 * @param {import('./anywidget.d.ts').Model} model
 */
function numbersIn(model) {
  const given = model.get('attention');
  if (!(given instanceof DataView)) return given;
  const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length % 4 !== 0) {
    throw new RangeError(`attention: expected float32 numbers, got ${bytes.length} bytes`);
  }
  // copied: a notebook's buffers may start at any byte
  const data = new Float32Array(bytes.slice().buffer);
  const shapes = Object.entries(Object(model.get('shapes')));
  if (shapes.length === 0) return { data, shape: model.get('shape') };
  let at = 0;
  return Object.fromEntries(
    shapes.map(([kind, shape]) => {
      const sizes = Array.isArray(shape) ? shape.map(Number) : [];
      const length = sizes.reduce((product, size) => product * size, 1);
      const from = at;
      at += length;
      return [kind, { data: data.subarray(from, at), shape: sizes }];
    }),
  );
}

/** @param {unknown} value @returns {unknown} an empty list is none */
function namesIn(value) {
  if (Array.isArray(value)) return value.length > 0 ? value : null;
  return Object.keys(Object(value)).length > 0 ? value : null;
}

/** Draws once after several changes. @param {() => unknown} work */
function later(work) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      work();
    });
  };
}
