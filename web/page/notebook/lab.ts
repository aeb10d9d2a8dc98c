// The lab in an output of a notebook, as anywidget.
// It is headwise.html in a frame; Python sends the page. The reader's changes go to Python, and the
// frame grows with its content.

import type { Model } from '../../elements/anywidget.d.ts';

const ATTRIBUTES = [
  'text',
  'heads',
  'view',
  'model',
  'lesson',
  'locked',
  'lang',
  'theme',
  'class-key',
];
const PLACE = '<main id="lab">';
/** Limits of the frame's height, CSS pixels; other heights do not come from a lab. */
const LEAST = 200;
const MOST = 4000;

export default {
  /** @returns removes it again */
  render({ model, el }: { model: Model; el: HTMLElement }): () => void {
    const frame = document.createElement('iframe');
    frame.title = 'headwise';
    frame.allow = 'fullscreen';
    frame.style.cssText = 'display:block;width:100%;border:0';
    frame.style.height = `${within(model.get('height'))}px`;
    el.append(frame);
    /** the state on both sides, as JSON: an echo is no change */
    let shared = '';

    function hear({ source, data }: MessageEvent) {
      if (source !== frame.contentWindow) return;
      const { type, height, state } = Object(data);
      if (type === 'headwise:height') frame.style.height = `${within(height)}px`;
      if (type !== 'headwise:change' || typeof state !== 'object') return;
      shared = JSON.stringify(state);
      model.set('state', state);
      model.save_changes();
    }

    function send() {
      const state = model.get('state');
      if (JSON.stringify(state) === shared || Object.keys(Object(state)).length === 0) return;
      shared = JSON.stringify(state);
      frame.contentWindow?.postMessage({ type: 'headwise:set-state', state }, location.origin);
    }

    window.addEventListener('message', hear);
    model.on('change:state', send);
    pageOf(model).then(
      (page) => (frame.srcdoc = page),
      (error) => frame.replaceWith(String(error)),
    );
    return () => {
      window.removeEventListener('message', hear);
      model.off('change:state', send);
      frame.remove();
    };
  },
};

/** The page with its settings written into it. */
async function pageOf(model: Model) {
  const bytes = model.get('page') as DataView<ArrayBuffer>;
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  const page = await new Response(unpacked).text();
  const settings = Object(model.get('settings'));
  const given = ATTRIBUTES.filter((name) => typeof settings[name] === 'string').map((name) => [
    name,
    settings[name],
  ]);
  // the origin that may request its state: this page's, if it has one
  const written = [...given, ['origin', location.origin]].map(
    ([name, value]) => ` data-${name}="${value.replace(/&/g, '&amp;').replace(/"/g, '&quot;')}"`,
  );
  return page.replace(PLACE, () => `${PLACE.slice(0, -1)}${written.join('')}>`);
}

function within(height: unknown) {
  const value = Number(height);
  return Math.min(MOST, Math.max(LEAST, Number.isFinite(value) ? value : LEAST));
}
