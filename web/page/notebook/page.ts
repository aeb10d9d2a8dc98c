// Entry point of a one-file page that headwise writes from Python.
// It shows the page's widget with the page's data.

/* global headwiseWidget */

const traits = JSON.parse(document.getElementById('headwise-data')?.textContent ?? '{}');
for (const [name, value] of Object.entries<any>(traits)) {
  if (typeof value?.base64 !== 'string') continue;
  const text = atob(value.base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  traits[name] = new DataView(bytes.buffer);
}
const nothing = () => {};
const el = document.getElementById('headwise') as HTMLElement;
const model = {
  get: (name: string) => (Object.hasOwn(traits, name) ? traits[name] : undefined),
  set: nothing,
  save_changes: nothing,
  on: nothing,
  off: nothing,
  send: nothing,
};
(globalThis as any).headwiseWidget.render({ model, el });

// in a frame of a notebook's page: as high as its content
const frame = window.frameElement;
if (frame) {
  new ResizeObserver(() => {
    (frame as HTMLElement).style.height = `${document.body.offsetHeight}px`;
  }).observe(document.body);
}
