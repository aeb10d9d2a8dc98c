// Generates the text that authors paste, for each platform.
// From their choices. Pure: it knows neither the dialog nor the page.

/**
 * @typedef {object} Wanted
 * @property {string} base the folder that has headwise, ending with a slash
 * @property {string | null} lesson `masks`, or `masks.2` for its second scene; null: the state
 * @property {Readonly<Record<string, unknown>>} state the parts of the state that differ from the default, without a lesson
 * @property {string} hash the same for an address, with its '#'; '' if there is nothing to say
 * @property {string} whole the same, however long: for what does not go through an address bar
 * @property {string} locked names separated by spaces
 * @property {string} classKey with which result codes are signed; '' for none
 * @property {string} theme '' for the reader's own
 * @property {boolean} compact sentence and maps first
 * @property {number} height of a frame, CSS pixels
 * @property {string} language '' for the reader's own
 * @property {string} title what the frame is called for those who do not see it
 * @property {string} link what the link says that is there until the lab works
 *
 * @typedef {keyof typeof writers} Place
 */

/** The settings for which the element has an attribute. */
const PLAIN = ['text', 'heads', 'view'];

const writers = Object.freeze({
  html: element,
  iframe: (/** @type {Wanted} */ wanted) => `${frame(wanted, ' loading="lazy"')}\n${GROWING}`,
  // these two take no more than they know
  moodle: (/** @type {Wanted} */ wanted) => frame(wanted),
  canvas: (/** @type {Wanted} */ wanted) => frame(wanted),
  myst,
  quarto: (/** @type {Wanted} */ wanted) => `\`\`\`{=html}\n${element(wanted)}\n\`\`\``,
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

/** The places there are, in the order in which they are offered. */
export const PLACES = /** @type {readonly Place[]} */ (Object.freeze(Object.keys(writers)));

/** Places whose text is an address, which has a longest length. @type {ReadonlySet<Place>} */
export const FRAMED = new Set(['iframe', 'moodle', 'canvas', 'streamlit', 'observable']);

/**
 * @param {Place} place
 * @param {Wanted} wanted
 */
export function snippetFor(place, wanted) {
  return writers[place](wanted);
}

/**
 * The attributes of the element, with their values.
 *
 * @param {Wanted} wanted
 * @returns {[string, string][]}
 */
export function attributesOf({ lesson, state, locked, classKey, theme, compact, language }) {
  /** @type {[string, string][]} */
  const attributes = [];
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

/**
 * The address of the page for frames.
 *
 * @param {Wanted} wanted
 */
export function addressOf({ base, lesson, hash, locked, classKey, theme, compact, language }) {
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

/** @param {Wanted} wanted */
function element(wanted) {
  return `<script type="module" src="${escape(`${wanted.base}element.js`)}"></script>\n${tag(wanted)}`;
}

/** @param {Wanted} wanted */
function tag(wanted) {
  const attributes = attributesOf(wanted).map(([name, value]) => ` ${name}=${quoted(value)}`);
  const link = `<a href="${escape(addressOf(wanted))}">${escape(wanted.link)}</a>`;
  return `<headwise-lab${attributes.join('')}>\n  <p>${link}</p>\n</headwise-lab>`;
}

/**
 * @param {Wanted} wanted
 * @param {string} [more] attributes
 */
function frame(wanted, more) {
  return frameOf(addressOf(wanted), wanted, more);
}

/**
 * A frame for any address. It has no style attribute: JSX takes no text for one.
 *
 * @param {string} address
 * @param {Wanted} wanted
 * @param {string} [more] attributes
 */
export function frameOf(address, { title, height }, more = '') {
  return `<iframe src="${escape(address)}" title="${escape(title)}" width="100%" height="${height}" frameborder="0"${more}></iframe>`;
}

/** A widget takes the height it needs; a frame of MyST's is 60 % as high as wide. @param {Wanted} wanted */
function myst(wanted) {
  const traits = { lab: `${wanted.base}element.js`, ...Object.fromEntries(attributesOf(wanted)) };
  const body = JSON.stringify(traits).replaceAll('`', '\\u0060');
  return `\`\`\`{anywidget} ${wanted.base}anywidget.js\n${body}\n\`\`\``;
}

/** React's page: what looks like HTML is its own language. @param {Wanted} wanted */
function docusaurus(wanted) {
  const script = `<script type="module" src="${escape(`${wanted.base}element.js`)}" />`;
  return `import Head from '@docusaurus/Head';\n\n<Head>\n  ${script}\n</Head>\n\n${tag(wanted)}`;
}

/**
 * In Vue's pages a <script> belongs to the page's own code, and an element it does not know counts as a component.
 *
 * @param {Wanted} wanted
 */
function vitepress(wanted) {
  const script = `<component is="script" type="module" src="${escape(`${wanted.base}element.js`)}"></component>`;
  return `${script}\n\n${tag(wanted).replace('<headwise-lab', '<headwise-lab v-pre')}`;
}

/** Between three quotes Python takes all but a backslash as it is, and escape() leaves none. @param {Wanted} wanted */
function gradio(wanted) {
  const script = `<script type="module" src="${escape(`${wanted.base}element.js`)}"></script>`;
  return `import gradio as gr

with gr.Blocks() as demo:
    gr.HTML("""${tag(wanted)}""")

demo.launch(head="""${script}""")`;
}

/** Its HTML takes no elements of others. JSON's text for an address is Python's, too. @param {Wanted} wanted */
function streamlit(wanted) {
  const [address, title] = [addressOf(wanted), wanted.title].map((text) => JSON.stringify(text));
  return `import streamlit as st

st.iframe(${address}, height=${wanted.height}, alt=${title})`;
}

/** A cell; html and width are Observable's. @param {Wanted} wanted */
function observable(wanted) {
  return `html\`${frame(wanted).replace('width="100%"', 'width="${width}"')}\``;
}

/**
 * A value in quotes, double ones unless it has them itself, as JSON does.
 *
 * @param {string} value
 */
function quoted(value) {
  return value.includes('"')
    ? `'${escape(value).replaceAll('&quot;', '"')}'`
    : `"${escape(value).replaceAll('&#39;', "'")}"`;
}

/**
 * Text for an attribute that is the same in HTML, in a template of JavaScript, in JSX and in Markdown.
 *
 * @param {string} text
 */
function escape(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replace(/['<>`$\\\r\n]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
