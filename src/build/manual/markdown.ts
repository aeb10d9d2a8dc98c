// A page of web/docs as HTML, and as the sections that the search knows.

import type { Token } from 'markdown-it';

export type Heading = { level: number; text: string; id: string };

type Section = { heading: Heading; text: string };

interface Page {
  html: string;
  headings: Heading[];
  sections: Section[];
}

/** Deeper headings are found as parts of the heading above them. */
const DEEPEST = 3;

/**
 * @param text Markdown
 * @param resolve where a link leads; null: it leads out of the documentation, and its words stay
 */
export async function renderMarkdown(
  text: string,
  resolve: (href: string) => string | null,
): Promise<Page> {
  // not before npm packages are installed
  const { default: GithubSlugger } = await import('github-slugger');
  const { default: MarkdownIt } = await import('markdown-it');
  const markdown = new MarkdownIt({ html: true }); // of web/docs alone, whose API pages have anchors in it
  // a table that is wider than a phone scrolls by itself, with the keyboard too
  markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  markdown.renderer.rules.fence = (tokens, at) =>
    `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[at].content)}</code></pre>`;
  const tokens = markdown.parse(text, {});
  const slugger = new GithubSlugger();
  const sections: Section[] = [];
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

function plainText({ children }: Token) {
  return (children ?? [])
    .filter(({ type }) => type !== 'html_inline')
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');
}

function withLinks(children: Token[], resolve: (href: string) => string | null) {
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
