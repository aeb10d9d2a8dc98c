// A page of web/docs as HTML, and as the sections that the search knows.

/**
 * @typedef {{ level: number, text: string, id: string }} Heading
 * @typedef {{ heading: Heading, text: string }} Section
 * @typedef {object} Page
 * @property {string} html
 * @property {Heading[]} headings
 * @property {Section[]} sections
 *
 * @typedef {import('markdown-it').Token} Token
 */

/** Headings below this level are found as parts of what they stand under. */
const DEEPEST = 3;

/**
 * @param {string} text Markdown
 * @param {(href: string) => string | null} resolve where a link leads; null: it leads out of the documentation, and its words stay
 * @returns {Promise<Page>}
 */
export async function renderMarkdown(text, resolve) {
  // not before npm packages are installed
  const { default: GithubSlugger } = await import('github-slugger');
  const { default: MarkdownIt } = await import('markdown-it');
  const markdown = new MarkdownIt({ html: true }); // of web/docs alone, whose API pages have anchors in it
  // what is wider than a phone scrolls by itself, with the keyboard too
  markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  markdown.renderer.rules.fence = (tokens, at) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[at].content)}</code></pre>`;
  const tokens = markdown.parse(text, {});
  const slugger = new GithubSlugger();
  /** @type {Section[]} */
  const sections = [];
  tokens.forEach((token, i) => {
    const section = sections.at(-1);
    if (token.type === 'heading_open') {
      const words = plainText(tokens[i + 1]);
      const heading = { level: Number(token.tag.slice(1)), text: words, id: slugger.slug(words) };
      token.attrSet('id', heading.id);
      if (heading.level <= DEEPEST) sections.push({ heading, text: '' });
    } else if (/^t[hd]_open$/.test(token.type)) {
      token.attrs = null; // an inline style, which a page's policy may forbid
    } else if (token.type === 'inline') {
      token.children = withLinks(token.children ?? [], resolve);
      if (section && tokens[i - 1].type !== 'heading_open') section.text += ` ${plainText(token)}`;
    } else if (token.type === 'fence' && section) section.text += ` ${token.content}`;
  });
  return {
    html: markdown.renderer.render(tokens, markdown.options, {}),
    headings: sections.map(({ heading }) => heading),
    sections,
  };
}

/** @param {Token} token */
function plainText({ children }) {
  return (children ?? [])
    .filter(({ type }) => type !== 'html_inline')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');
}

/**
 * @param {Token[]} children
 * @param {(href: string) => string | null} resolve
 */
function withLinks(children, resolve) {
  let isOut = false;
  return children.filter((token) => {
    if (token.type === 'link_open') {
      const href = resolve(token.attrGet('href') ?? '');
      isOut = href === null;
      if (href !== null) token.attrSet('href', href);
    }
    return !(isOut && token.type.startsWith('link_'));
  });
}
