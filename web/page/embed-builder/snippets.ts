// Generates the text that authors paste, for each platform, from their choices.
// Pure: it uses neither the dialog nor the page.

export interface Wanted {
  /** the folder that has headwise, ending with a slash */
  base: string;
  /** `masks`, or `masks.2` for its second scene; null: the state */
  lesson: string | null;
  /** the parts of the state that differ from the default, without a lesson */
  state: Readonly<Record<string, unknown>>;
  /** the same for an address, with its '#'; '' for the default state */
  hash: string;
  /** the same without a limit of length, for texts that are not addresses */
  whole: string;
  /** names separated by spaces */
  locked: string;
  /** signs result codes; '' for none */
  classKey: string;
  /** '' for the reader's own */
  theme: string;
  /** whether the sentence and maps come first */
  compact: boolean;
  /** height of a frame, CSS pixels */
  height: number;
  /** '' for the reader's own */
  language: string;
  /** accessible name of the frame */
  title: string;
  /** text of the link that is shown until the lab works */
  link: string;
}

export type Place = keyof typeof writers;

/** The settings for which the element has an attribute. */
const PLAIN = ['text', 'heads', 'view'];

const writers = Object.freeze({
  html: element,
  iframe: (wanted: Wanted) => `${frame(wanted, ' loading="lazy"')}\n${GROWING}`,
  // these two platforms accept only elements that they know
  moodle: (wanted: Wanted) => frame(wanted),
  canvas: (wanted: Wanted) => frame(wanted),
  myst,
  quarto: (wanted: Wanted) => `\`\`\`{=html}\n${element(wanted)}\n\`\`\``,
  docusaurus,
  vitepress,
  gradio,
  streamlit,
  observable,
});

/** A page may have several frames: each gets the height that it reports. */
const GROWING = `<script>
  addEventListener('message', ({ source, data }) => {
    if (data?.type !== 'headwise:height') return;
    for (const frame of document.querySelectorAll('iframe'))
      if (frame.contentWindow === source) frame.height = data.height;
  });
</script>`;

/** The platforms, in the order of the tabs. */
export const PLACES = Object.freeze(Object.keys(writers)) as readonly Place[];

/** Platforms whose text is an address, which has a longest length. */
export const FRAMED: ReadonlySet<Place> = new Set([
  'iframe',
  'moodle',
  'canvas',
  'streamlit',
  'observable',
]);

export function snippetFor(place: Place, wanted: Wanted) {
  return writers[place](wanted);
}

/** The attributes of the element, with their values. */
export function attributesOf({
  lesson,
  state,
  locked,
  classKey,
  theme,
  compact,
  language,
}: Wanted): [string, string][] {
  const attributes: [string, string][] = [];
  if (lesson !== null) attributes.push(['lesson', lesson]);
  else {
    for (const name of PLAIN) {
      if (name in state) attributes.push([name, String(state[name])]);
    }
    const rest = Object.entries(state).filter(([name]) => !PLAIN.includes(name));
    if (rest.length > 0) attributes.push(['state', JSON.stringify(Object.fromEntries(rest))]);
  }
  if (locked !== '') attributes.push(['locked', locked]);
  if (classKey !== '') attributes.push(['class-key', classKey]);
  if (language !== '') attributes.push(['lang', language]);
  if (theme !== '') attributes.push(['theme', theme]);
  if (compact) attributes.push(['compact', '']);
  return attributes;
}

/** The address of the page for frames. */
export function addressOf({
  base,
  lesson,
  hash,
  locked,
  classKey,
  theme,
  compact,
  language,
}: Wanted) {
  const asked = new URLSearchParams();
  if (lesson !== null) asked.set('lesson', lesson);
  if (locked !== '') asked.set('locked', locked);
  if (classKey !== '') asked.set('class-key', classKey);
  if (language !== '') asked.set('lang', language);
  if (theme !== '') asked.set('theme', theme);
  if (compact) asked.set('compact', 'true');
  const search = asked.size > 0 ? `?${asked}` : '';
  return `${base}embed.html${search}${lesson === null ? hash : ''}`;
}

function element(wanted: Wanted) {
  return `<script type="module" src="${escape(`${wanted.base}element.js`)}"></script>\n${tag(wanted)}`;
}

function tag(wanted: Wanted) {
  const attributes = attributesOf(wanted).map(([name, value]) => ` ${name}=${quoted(value)}`);
  const link = `<a href="${escape(addressOf(wanted))}">${escape(wanted.link)}</a>`;
  return `<headwise-lab${attributes.join('')}>\n  <p>${link}</p>\n</headwise-lab>`;
}

/** @param more further attributes */
function frame(wanted: Wanted, more?: string) {
  return frameOf(addressOf(wanted), wanted, more);
}

/**
 * A frame for any address. It has no style attribute: in JSX that is not text.
 *
 * @param more further attributes
 */
export function frameOf(address: string, { title, height }: Wanted, more: string = '') {
  return `<iframe src="${escape(address)}" title="${escape(title)}" width="100%" height="${height}" frameborder="0"${more}></iframe>`;
}

/** A widget gets the height that it needs; the height of a MyST frame is 60 % of its width. */
function myst(wanted: Wanted) {
  const traits = { lab: `${wanted.base}element.js`, ...Object.fromEntries(attributesOf(wanted)) };
  const body = JSON.stringify(traits).replaceAll('`', '\\u0060');
  return `\`\`\`{anywidget} ${wanted.base}anywidget.js\n${body}\n\`\`\``;
}

/** A React page: text that resembles HTML is JSX. */
function docusaurus(wanted: Wanted) {
  const script = `<script type="module" src="${escape(`${wanted.base}element.js`)}" />`;
  return `import Head from '@docusaurus/Head';\n\n<Head>\n  ${script}\n</Head>\n\n${tag(wanted)}`;
}

/**
 * In a Vue page a <script> belongs to the page's own code, and an unknown element counts as a
 * component.
 */
function vitepress(wanted: Wanted) {
  const script = `<component is="script" type="module" src="${escape(`${wanted.base}element.js`)}"></component>`;
  return `${script}\n\n${tag(wanted).replace('<headwise-lab', '<headwise-lab v-pre')}`;
}

/** Between three quotes Python changes only backslashes, and escape() leaves none. */
function gradio(wanted: Wanted) {
  const script = `<script type="module" src="${escape(`${wanted.base}element.js`)}"></script>`;
  return `import gradio as gr

with gr.Blocks() as demo:
    gr.HTML("""${tag(wanted)}""")

demo.launch(head="""${script}""")`;
}

/** Its HTML accepts no custom elements. A JSON string of an address is also a Python string. */
function streamlit(wanted: Wanted) {
  const [address, title] = [addressOf(wanted), wanted.title].map((text) => JSON.stringify(text));
  return `import streamlit as st

st.iframe(${address}, height=${wanted.height}, alt=${title})`;
}

/** A cell; html and width are Observable's. */
function observable(wanted: Wanted) {
  return `html\`${frame(wanted).replace('width="100%"', 'width="${width}"')}\``;
}

/** A value in quotes, double ones unless it contains them, as JSON does. */
function quoted(value: string) {
  return value.includes('"')
    ? `'${escape(value).replaceAll('&quot;', '"')}'`
    : `"${escape(value).replaceAll('&#39;', "'")}"`;
}

/**
 * Text for an attribute that is the same in HTML, in a template of JavaScript, in JSX and in
 * Markdown.
 */
function escape(text: string) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replace(/['<>`$\\\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
