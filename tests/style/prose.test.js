// Comments of the package, of the page and of the core's headers use the field's words and whole sentences;
// web/docs/glossary.md lists the words. ROOMS and the lists after it name the folders.

import assert from 'node:assert/strict';
import { extname, posix } from 'node:path';
import test from 'node:test';
import ts from 'typescript';
import { sources } from './source.js';

/** Folders of src/js with all their subfolders; `.` means the entry files, directly in src/js. */
const ROOMS = [
  ...['.', 'arguments', 'attention', 'doctor', 'formats', 'layer', 'models'],
  ...['reference', 'runtime', 'small'],
  ...['training', 'transformer', 'types'],
];

/** The same of web. */
const PAGE_ROOMS = ['elements', 'lessons', 'manual', 'models', 'page', 'views', 'words'];

/**
 * @typedef {object} Rule
 * @property {RegExp} pattern a space in it matches any white space of a comment, line breaks included
 * @property {string} advice
 * @property {string} example a comment that breaks the rule
 */

/** Folders of src/build. */
const BUILD_ROOMS = ['.', 'make', 'manual', 'release', 'setup', 'testing', 'tools'];

/** Folders of src whose C++ headers follow the rules. */
const HEADER_ROOMS = ['core', 'kernels', 'parallel', 'session', 'bindings', 'transformer'];

/** Folders of tests whose JavaScript follows the rules. */
const TEST_ROOMS = [
  ...['api', 'bench', 'conformance', 'core', 'doctor', 'fuzz', 'golden', 'hosts'],
  ...['models', 'mutants', 'package', 'style', 'training'],
];

/** Pages of web/docs whose prose follows the rules. */
const DOCS = ['doctor', 'environments', 'lesson-format', 'models'];

/** Rules for the beginning of a comment. @type {Rule[]} */
const BEGINNINGS = [
  {
    pattern: /^Of /,
    advice: 'begin with a noun or a verb',
    example: 'Of a vocabulary that is named whole.',
  },
  {
    pattern: /^(What|Which) /,
    advice: 'begin with a noun or a verb',
    example: 'What was asked last.',
  },
  {
    pattern: /^As /,
    advice: 'begin with a noun or a verb',
    example: 'As JSON keeps them.',
  },
  {
    pattern: /^Those /,
    advice: 'begin with the noun',
    example: 'Those of torch.nn.LayerNorm.',
  },
];

/** Rules for the beginning of a file's header. @type {Rule[]} */
const HEADERS = [
  {
    pattern: /^(What|Where|Which|How) /,
    advice: 'say what the file is, with a noun or a verb',
    example: 'What an operation is.',
  },
];

/** Rules for a whole comment. @type {Rule[]} */
const ANYWHERE = [
  {
    pattern: /\bwhat is called\b/i,
    advice: "use the noun: 'the method', 'the function'",
    example: 'Name of what is called.',
  },
  {
    pattern: /\bwhat (is|was|are|it|they|has|stands)\b/i,
    advice: 'use a noun',
    example: 'Takes what was kept.',
  },
  {
    pattern:
      /\bwhat (there|comes?|came|goes|went|follows?|happens?|does|did|can|cannot|may|must|you|one)\b/i,
    advice: 'use a noun',
    example: 'Keeps what went in.',
  },
  {
    pattern: /\bthose (that|of|with|which|in|at)\b/i,
    advice: 'repeat the noun',
    example: 'The rows are those of q.',
  },
  {
    pattern: /\b(which|that) (is|are) taken\b/i,
    advice: 'name the choice or the operation',
    example: 'Which is taken where there are several.',
  },
  {
    pattern: /\b(stands?|stood) in it\b/i,
    advice: "'contains'",
    example: 'Nothing that stands in it is run.',
  },
  {
    pattern: /\b(stands?|stood)\b/i,
    advice: "'is at', 'is stored'",
    example: 'Where the number stands in a row.',
  },
  {
    pattern: /\bturned\b|\b(rotary|their|its) turns?\b/i,
    advice: "'rotated', 'rotation'",
    example: 'Keys turned by rotary positions.',
  },
  {
    pattern: /\b(looks?|looked|looking) (at|for)\b/i,
    advice: "'attends to', 'reads', 'finds'",
    example: 'The head looks at the token before.',
  },
  {
    pattern: /\b(told|said)\b/i,
    advice: "'given', 'passed', 'distinguished'",
    example: 'If not said otherwise.',
  },
  {
    pattern: /\b(little|big) end\b/i,
    advice: "'little-endian', 'big-endian'",
    example: 'A 64-bit integer, little end first.',
  },
  {
    pattern: /\b(copy|copies|bytes), yours\b/i,
    advice: "'that you own'",
    example: 'A copy, yours.',
  },
];

/**
 * A comment, or the line comments of consecutive lines as one.
 *
 * @typedef {object} Comment
 * @property {number} begin offset in the file
 * @property {string} prose same length as in the file; everything but prose is blank
 */

/**
 * @param {string} text of a TypeScript file
 * @returns {Comment[]}
 */
function commentsOf(text) {
  /** @type {Map<number, ts.CommentRange>} by where they begin */
  const found = new Map();
  const file = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest);
  /** @param {ts.Node} node */
  const visit = (node) => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ];
    for (const range of ranges) found.set(range.pos, range);
    node.getChildren(file).forEach(visit);
  };
  visit(file);
  return joined(text, [...found.values()]);
}

/**
 * The comments of a C++ header, which has no `//` inside strings.
 *
 * @param {string} text
 * @returns {Comment[]}
 */
function commentsOfHeader(text) {
  const found = Array.from(text.matchAll(/\/\/.*/g), ({ index, 0: { length } }) => {
    return { pos: index, end: index + length, kind: ts.SyntaxKind.SingleLineCommentTrivia };
  });
  return joined(text, found);
}

/**
 * The paragraphs of a page, without programs and quoted words.
 *
 * @param {string} text
 * @returns {Comment[]}
 */
function paragraphsOf(text) {
  const blank = (/** @type {string} */ part) => part.replace(/[^\n]/g, ' ');
  const prose = text
    .replace(/^```[^]*?^```$/gm, blank)
    .replace(/^## In its own words\n[^]*/m, blank)
    .replace(/`[^`\n]*`|“[^”]*”/g, blank)
    .replace(/^(#+|- |\d+\. )/gm, blank)
    .replace(/\|/g, '\n');
  return Array.from(prose.matchAll(/\S[^]*?(?=\n\s*\n|$(?![^]))/g), ({ index, 0: found }) => {
    return { begin: index, prose: found };
  });
}

/**
 * Comments with the line comments of consecutive lines as one.
 *
 * @param {string} text
 * @param {readonly { pos: number, end: number, kind: ts.SyntaxKind }[]} comments
 * @returns {Comment[]}
 */
function joined(text, comments) {
  const LINE = ts.SyntaxKind.SingleLineCommentTrivia;
  /** @type {{ pos: number, end: number, kind: ts.SyntaxKind }[]} */
  const all = [];
  for (const comment of [...comments].sort((a, b) => a.pos - b.pos)) {
    const before = all.at(-1);
    const follows =
      before?.kind === LINE &&
      comment.kind === LINE &&
      /^\n[^\S\n]*$/.test(text.slice(before.end, comment.pos));
    if (before && follows) before.end = comment.end;
    else all.push({ ...comment });
  }
  return all.map(({ pos, end }) => ({ begin: pos, prose: proseIn(text.slice(pos, end)) }));
}

/**
 * Blanks everything that is not prose: marks of comments, code, types, and the names of tags and parameters.
 *
 * @param {string} comment
 */
function proseIn(comment) {
  const blank = (/** @type {string} */ part) => ' '.repeat(part.length);
  const withoutCode = comment
    .replace(/(?<=@param )[\w.]+/g, blank)
    .replace(/@example[^]*?(?=\n\s*\* @|\*\/)/g, blank)
    .replace(/```[^]*?```|`[^`]*`/g, blank)
    .replace(/^\s*(\/\/|\/\*\*?|\*\/|\*)|\*\/$|\n\s*(\/\/|\*\/|\*)?/g, blank);
  return withoutTypes(withoutCode).replace(/@\w+/g, blank);
}

/**
 * @param {string} text
 * @returns {string} without the braces after tags, which may nest
 */
function withoutTypes(text) {
  let result = '';
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '{' && (depth > 0 || /@\w+\s*$/.test(result))) depth++;
    result += depth > 0 ? ' ' : text[at];
    if (text[at] === '}' && depth > 0) depth--;
  }
  return result;
}

/**
 * @param {{ path: string, text: string }} source
 * @returns {string[]} `path:line: "words": advice`
 */
function findings({ path, text }) {
  const { [extname(path)]: read = commentsOf } = { '.h': commentsOfHeader, '.md': paragraphsOf };
  const comments = read(text);
  return comments.flatMap(({ begin, prose }, index) => {
    const lead = prose.length - prose.trimStart().length;
    const isHeader =
      index === 0 &&
      !path.endsWith('.md') &&
      text
        .slice(0, begin)
        .replace(/^#!.*\n/, '')
        .trim() === '';
    const first = [...BEGINNINGS, ...(isHeader ? HEADERS : [])];
    const rules = [
      ...first.map((rule) => ({ ...rule, from: lead })),
      ...ANYWHERE.map((rule) => ({ ...rule, from: 0 })),
    ];
    return rules.flatMap(({ pattern, advice, from }) => {
      const { source, flags } = pattern;
      const spaced = new RegExp(source.replaceAll(' ', '\\s+'), flags);
      const match = spaced.exec(prose.slice(from));
      if (!match) return [];
      const line = text.slice(0, begin + from + match.index).split('\n').length;
      const words = match[0].replace(/\s+/g, ' ').trim();
      return [`${path}:${line}: "${words}": ${advice}`];
    });
  });
}

for (const [parent, rooms, extension] of /** @type {const} */ ([
  ['src/js', ROOMS, '.ts'],
  ['web', PAGE_ROOMS, '.ts'],
  ['src/build', BUILD_ROOMS, '.ts'],
  ['src', HEADER_ROOMS, '.h'],
  ['tests', TEST_ROOMS, '.js'],
])) {
  test(`comments of ${parent}, *${extension}, use the field’s words`, async () => {
    const files = await sources([parent], [extension]);
    const held = rooms.map((room) =>
      files.filter(({ path }) => {
        const folder = posix.dirname(posix.relative(parent, path));
        return folder === room || folder.startsWith(`${room}/`);
      }),
    );
    for (const [i, found] of held.entries()) {
      assert.ok(found.length > 0, `${parent}/${rooms[i]} has no files`);
    }
    assert.deepEqual(held.flat().flatMap(findings), []);
  });
}

test('pages of web/docs use the field’s words', async () => {
  const files = await sources(['web/docs'], ['.md']);
  const held = DOCS.map(
    (name) => files.find(({ path }) => path === `web/docs/${name}.md`) ?? assert.fail(name),
  );
  assert.deepEqual(held.flatMap(findings), []);
});

test('each rule finds its example, with file and line', () => {
  const header = '// Checks options.\n// Knows no names.\n\n';
  for (const { example } of [...BEGINNINGS, ...ANYWHERE]) {
    for (const comment of [`// ${example}`, `/** ${example} */`, `/**\n * ${example}\n */`]) {
      const line = comment.includes('\n') ? 5 : 4;
      const [found] = findings({ path: 'src/js/x.js', text: `${header}${comment}\nlet x;\n` });
      assert.ok(found?.startsWith(`src/js/x.js:${line}: `), `${comment}: ${found}`);
    }
  }
  for (const { example } of HEADERS) {
    const [found] = findings({ path: 'src/js/x.js', text: `// ${example}\n` });
    assert.ok(found?.startsWith('src/js/x.js:1: '), `${example}: ${found}`);
  }
});

test('rules see words across lines, and neither code nor types', () => {
  const split = '// Checks options.\n\n// The rows are those\n// of q.\n';
  assert.deepEqual(findings({ path: 'a.js', text: split }), [
    'a.js:3: "those of": repeat the noun',
  ]);
  const header =
    '// Checks sizes.\n\nint a;  // of q\nint b;  // The rows are those\n        // of q.\n';
  assert.deepEqual(findings({ path: 'a.h', text: header }), ['a.h:4: "those of": repeat the noun']);
  const page = '# A page\n\n| Name | Value |\n| --- | --- |\n| `x` | the rows are those of `q` |\n';
  assert.deepEqual(findings({ path: 'a.md', text: page }), ['a.md:5: "those of": repeat the noun']);
  const code = [
    '// Checks options.\n',
    '/** @param told a name, not a word */',
    "/** A word. @type {{ what: 'said', of: { told: string } }} */",
    'let a;',
    '/**\n * A word, `those of`.\n *\n * @example\n * call(); // what is called\n */',
    'let b;\n',
  ].join('\n');
  assert.deepEqual(findings({ path: 'a.js', text: code }), []);
});
