// npm run make options: writes from the schemas of options the declarations of their types (DECLARATIONS) and the fields of the
// core's structs (HEADERS). A schema's comments become the declarations' documentation.

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ALIBI_FIELDS, ROTARY, ROTARY_FIELDS } from '../js/attention/positions.ts';
import { ATTENTION, LAYOUT, REPLACEABLE, SIZES } from '../js/attention/schema.ts';
import { MAPS, SCORES } from '../js/attention/scores.ts';
import { WINDOW } from '../js/attention/map-window.ts';
import { snakeCase } from '../js/arguments/options.ts';
import { CACHE_FIELDS } from '../js/layer/cache.ts';
import { BIAS, LAYER, QUERY_KEY_NORM } from '../js/layer/config.ts';
import { ownFields } from '../js/runtime/fields.ts';
import { BLOCKS } from '../js/transformer/config.ts';
import { OPTIMIZER } from '../js/transformer/optimizer.ts';
import { root } from './tools/paths.js';
import type ts from 'typescript';
import type { CoreField, Option, Schema } from '../js/arguments/options.ts';

const ATTENTION_FIELDS = 'src/core/attention/attention_fields.h';

type Compiler = typeof ts;

type Source = readonly [file: string, schema: string, type: string];

/** Each file of declarations: its imports, and its schemas, each with the interface that is made of it. */
const DECLARATIONS: Readonly<
  Record<string, { imports: Record<string, string>; schemas: readonly Source[] }>
> = {
  'src/js/types/options.ts': {
    imports: {
      attention: 'Mask, Positions',
      handles: 'AsyncCache, Cache, Gradients',
      layer: 'Replace',
      tensors: 'FloatTensor, PlainTensor, TensorLike',
    },
    schemas: [
      ['attention/schema.ts', 'ATTENTION', 'AttentionOptions'],
      ['attention/positions.ts', 'ALIBI', 'AlibiPositions'],
      ['attention/positions.ts', 'ROTARY', 'RotaryPositions'],
      ['attention/scores.ts', 'MAPS', 'AttentionTrace<T = FloatTensor>'],
      ['layer/config.ts', 'LAYER', 'MultiHeadAttentionConfig'],
      ['layer/config.ts', 'QUERY_KEY_NORM', 'QueryKeyNorm'],
      ['layer/forward.ts', 'FORWARD', 'ForwardExtras'],
      ['attention/map-window.ts', 'WINDOW', 'AttentionWindow'],
      ['attention/gradients.ts', 'BACKWARD', 'BackwardOptions'],
      ['runtime/loading/load-options.ts', 'LOAD', 'LoadOptions'],
      ['layer/cache.ts', 'CACHE', 'CacheOptions'],
      ['small/embed.ts', 'EMBED', 'EmbedOptions'],
      ['small/add-and-norm.ts', 'ADD_AND_NORM', 'AddAndNormOptions'],
    ],
  },
  'src/js/types/training-options.ts': {
    imports: { index: 'Positions, QueryKeyNorm', training: 'TokensLike' },
    schemas: [
      ['transformer/config.ts', 'TRANSFORMER', 'TransformerConfig'],
      ['transformer/calls.ts', 'BATCH', 'TrainingBatch'],
      ['transformer/calls.ts', 'WATCH', 'WatchOptions'],
      ['transformer/calls.ts', 'FORWARD', 'TransformerForwardFields'],
      ['transformer/optimizer.ts', 'OPTIMIZER', 'OptimizerOptions'],
    ],
  },
};

/** A list of fields: the schema, and the name of the record in a config, which comes before theirs. */
type Fields = readonly [schema: Schema, record?: string];

/** Each header of fields: the file of its schemas, its subject, and its lists by their names. */
const HEADERS: Readonly<
  Record<string, { source: string; about: string; lists: Record<string, Fields> }>
> = {
  'src/core/attention/window_fields.h': {
    source: 'attention/map-window.ts',
    about: 'The fields of a window of a map',
    lists: { WINDOW: [WINDOW] },
  },
  'src/core/attention/cache_fields.h': {
    source: 'layer/cache.ts',
    about: 'The fields of a cache',
    lists: { CACHE: [CACHE_FIELDS] },
  },
  'src/core/nn/rotary_fields.h': {
    source: 'attention/positions.ts',
    about: 'The fields of rotary positions',
    lists: { ROTARY: [ROTARY] },
  },
  'src/core/nn/query_key_norm_fields.h': {
    source: 'layer/config.ts',
    about: 'The fields of the norm of queries and keys',
    lists: { QUERY_KEY_NORM: [QUERY_KEY_NORM, 'queryKeyNorm'] },
  },
  'src/core/layer/layer_fields.h': {
    source: 'layer/config.ts',
    about: "The fields of a layer's config",
    lists: { LAYER_CONFIG: [LAYER], BIASES: [BIAS, 'bias'] },
  },
  'src/transformer/transformer_fields.h': {
    source: 'transformer/config.ts',
    about: "The fields of a transformer's config, without its attention's",
    lists: { TRANSFORMER_CONFIG: [BLOCKS] },
  },
  'src/transformer/optimizer_fields.h': {
    source: 'transformer/optimizer.ts',
    about: "The fields of an optimiser's config",
    lists: { OPTIMIZER_CONFIG: [OPTIMIZER] },
  },
};

/** The types of the kinds that say them. */
const KINDS: Record<string, string> = {
  flag: 'boolean',
  number: 'number',
  list: 'ArrayLike<number>',
  tensor: 'TensorLike',
};

/** The declarations of a file's schemas. */
async function declarations(
  ts: Compiler,
  { imports, schemas }: (typeof DECLARATIONS)[string],
): Promise<string> {
  const parts = schemas.map(async ([file, name, type]) => {
    const path = join(root, 'src/js', file);
    const schema: Record<string, Option | string | null> = (await import(path))[name];
    const literal = await literalOf(ts, path, name);
    const lines: Record<string, string> = {};
    for (const [key, comment, typed] of await propertiesOf(ts, literal)) {
      const [mark, given] = typeOf(schema[key], typed);
      lines[key] = `${comment}${key}${mark}: ${given};`;
    }
    return `${literal.comment}export interface ${type} {\n${Object.values(lines).join('\n')}\n}\n`;
  });
  const imported = Object.entries(imports).map(
    ([file, names]) => `import type { ${names} } from './${file}.ts';`,
  );
  return `// The types of options, written by \`npm run make options\` from the schemas, which have the documentation.

${imported.join('\n')}

${(await Promise.all(parts)).join('\n')}`;
}

interface Literal {
  path: string;
  literal: ts.ObjectLiteralExpression;
  source: ts.SourceFile;
  /** before it */
  comment: string;
}

/** Each property of a schema with the comment before it and the type that it states, properties of other schemas included. */
async function propertiesOf(
  ts: Compiler,
  { path, literal, source }: Literal,
): Promise<[name: string, comment: string, typed: string | undefined][]> {
  const parts = literal.properties.map(async (property) => {
    if (ts.isSpreadAssignment(property)) {
      const name = property.expression.getText(source);
      return propertiesOf(ts, await literalOf(ts, path, name));
    }
    const name = (property.name as ts.PropertyName).getText(source);
    const comment = commentOf(ts, property, source);
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    if (value && ts.isPropertyAccessExpression(value)) {
      const other = await literalOf(ts, path, value.expression.getText(source));
      const found = (await propertiesOf(ts, other)).find(([one]) => one === value.name.text);
      return [[name, comment, found?.[2]]] satisfies [string, string, string | undefined][];
    }
    const typed = ownType(ts, property)?.getText(source);
    return [[name, comment, typed]] satisfies [string, string, string | undefined][];
  });
  return (await Promise.all(parts)).flat();
}

/** The object literal of a constant in a file, and the comment before it. */
async function literalOf(ts: Compiler, path: string, name: string): Promise<Literal> {
  const source = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest);
  const declared = source.statements.find(
    (one): one is ts.VariableStatement =>
      ts.isVariableStatement(one) &&
      one.declarationList.declarations[0].name.getText(source) === name,
  );
  if (!declared) return literalOf(ts, importedFrom(ts, source, path, name), name);
  const record = declared.declarationList.declarations[0].initializer as ts.Expression;
  const marked = ts.isCallExpression(record) && record.expression.getText(source) === 'atCaller';
  const own = marked ? record.arguments[0] : record;
  const literal = ts.isAsExpression(own) ? own.expression : own;
  if (ts.isObjectLiteralExpression(literal)) {
    return { path, literal, source, comment: commentOf(ts, declared, source) };
  }
  const made = /\b[A-Z][A-Z_]+\b/.exec(record.getText(source)); // of another schema
  if (!made) throw new Error(`${name} is no object`);
  return literalOf(ts, path, made[0]);
}

/** The file that a file imports a name from. */
function importedFrom(ts: Compiler, source: ts.SourceFile, path: string, name: string): string {
  const found = source.statements.find(
    (one): one is ts.ImportDeclaration =>
      ts.isImportDeclaration(one) && new RegExp(`\\b${name}\\b`).test(one.getText(source)),
  );
  if (!found) throw new Error(`${path} has no ${name}`);
  return join(dirname(path), (found.moduleSpecifier as ts.StringLiteral).text);
}

/** The comment before a node, with its line break. */
function commentOf(ts: Compiler, node: ts.Node, source: ts.SourceFile) {
  const ranges = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  const text = last ? source.text.slice(last.pos, last.end) : '';
  return text.startsWith('/**') ? `${text}\n` : '';
}

/**
 * The type of a property, and its mark: `?` where it may be absent.
 *
 * @param typed the type that the schema states, with `typeof` the schema of the record that it may be
 */
function typeOf(
  entry: Option | string | null,
  typed: string | undefined,
): [mark: string, type: string] {
  if (entry === null || typeof entry === 'string') return [entry === null ? '' : '?', 'T'];
  const { required, record = {} } = entry;
  const type = typed?.replace(/typeof \w+/, () => recordType(record));
  return [required ? '' : '?', type ?? typeOfValue(entry)];
}

function typeOfValue({ words, kind }: Option) {
  return words ? words.map((one) => `'${one}'`).join(' | ') : KINDS[kind as string];
}

/** The type of a record that has no name. */
function recordType(record: Schema) {
  const members = Object.entries(record).map(
    ([name, option]) => `${name}${option.required ? '' : '?'}: ${typeOfValue(option)}`,
  );
  return `{ ${members.join('; ')} }`;
}

/** T of \`type: of<T>()\` in an option. */
function ownType(ts: Compiler, node: ts.Node): ts.TypeNode | undefined {
  if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name) && node.name.text === 'type') {
    return (node.initializer as ts.CallExpression).typeArguments?.[0];
  }
  return ts.forEachChild(node, (child) => ownType(ts, child));
}

/** The types of fields in C++; another type is an enumeration. */
const TYPES: Record<string, string> = { flag: 'bool', integer: 'std::int64_t', number: 'double' };

/** A field that its struct declares in C++ itself. */
const named = (name: string) => `X(${snakeCase(name)}, "${name}")`;

/** A field that a struct declares by a list. */
function declaredField(name: string, field: CoreField, usual: any, record?: string) {
  const script = `"${record === undefined ? '' : `${record}.`}${name}"`;
  return `X(${TYPES[field.type] ?? field.type}, ${snakeCase(name)}, ${initialOf(field, usual)}, ${script})`;
}

/** The fields that a struct declares by the list of a schema. */
function declaredFields([schema, record]: Fields) {
  return Object.entries(schema).flatMap(([name, option]) =>
    ownFields(name, option).map(([own, field]) => declaredField(own, field, option.usual, record)),
  );
}

/** `kReluSquared` is relu-squared in C++. */
const enumeratorOf = (word: string) =>
  `k${`-${word}`.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())}`;

/** The initial value of a field in C++. */
function initialOf({ type, words, of, initial }: CoreField, usual: any) {
  const value = initial ?? (of ? of(usual) : usual);
  return words ? `${type}::${enumeratorOf(value)}` : value;
}

function headerOf({ source, about, lists }: (typeof HEADERS)[string]) {
  const macros = Object.entries(lists).map(([name, list]) => macroOf(name, declaredFields(list)));
  return `${openingOf(about, source)}
#include <cstdint>

#include "core/base/fields.h"

// X(type, name, default, name in JavaScript).
// clang-format off
${macros.join('\n')}// clang-format on
`;
}

const openingOf = (
  about: string,
  source: string,
) => `// ${about}. Written by \`npm run make options\` from
// src/js/${source}, which says what each is.
#pragma once
`;

const macroOf = (name: string, fields: string[]) =>
  `#define HEADWISE_${name}(X) \\\n  ${fields.join(' \\\n  ')}\n`;

/** The header of a call of attention, whose options are in several structs. */
function attentionFields() {
  const { positions } = ATTENTION;
  const scores: Schema = { ...SCORES, positions: { ...positions, core: ALIBI_FIELDS } };
  const others = Object.entries(ATTENTION).filter(([name]) => !Object.hasOwn(SCORES, name));
  const request: Schema = {
    ...Object.fromEntries(others),
    positions: { ...positions, core: { rotary: ROTARY_FIELDS.rotary } },
  };
  const replaced = REPLACEABLE.map((name) => `replaced${name[0].toUpperCase()}${name.slice(1)}`);
  const maps = Object.entries(MAPS).filter(([name]) => !Object.hasOwn(ATTENTION, name));
  const lists: Record<string, string[]> = {
    SIZES: SIZES.map(named),
    SCORE_OPTIONS: declaredFields([scores]),
    REQUEST_OPTIONS: declaredFields([request]),
    LAYOUT: [...LAYOUT, ...replaced].map(named),
    TRACE_MAPS: maps.map(
      ([name, by]) => `X(${snakeCase(name)}, ${by ? `c.${snakeCase(by)} > 0` : true})`,
    ),
  };
  const macros = Object.entries(lists).map(([name, fields]) => macroOf(name, fields));
  return `${openingOf('The fields of a call of attention that JavaScript sets, and the maps of a trace', 'attention/schema.ts')}
#include <cstdint>

#include "core/base/fields.h"

// Options: X(type, name, default, name in JavaScript). Other fields: X(name, name in JavaScript). Maps: X(name, condition on the
// config c).
// clang-format off
${macros.join('\n')}// clang-format on
`;
}

/** The enumerations of the core that schemas have words for, with the enumerators in order. */
export function enumerations(): Record<string, string[]> {
  const schemas = Object.values(HEADERS).flatMap(({ lists }) => Object.values(lists));
  const options = [ATTENTION as Schema, ...schemas.map(([schema]) => schema)].flatMap(
    Object.entries,
  );
  const found: Record<string, string[]> = {};
  for (const [name, option] of options) {
    for (const [, { type, words }] of ownFields(name, option)) {
      if (words) found[type] = words.map(enumeratorOf);
    }
  }
  return found;
}

/** Every written file, by its path in the repository. */
export async function writtenFromSchemas(): Promise<Record<string, string>> {
  const { format, resolveConfig } = await import('prettier'); // once it is installed
  const { default: compiler } = await import('typescript');
  const files: Record<string, string> = { [ATTENTION_FIELDS]: attentionFields() };
  for (const [file, about] of Object.entries(HEADERS)) files[file] = headerOf(about);
  for (const [file, about] of Object.entries(DECLARATIONS)) {
    const options = await resolveConfig(join(root, file));
    const text = await declarations(compiler, about);
    files[file] = await format(text, { ...options, parser: 'typescript' });
  }
  return files;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await writtenFromSchemas())) {
    const path = join(root, file);
    const before = await readFile(path, 'utf8').catch(() => null);
    if (before !== text) await writeFile(path, text); // an unchanged header is not compiled again
  }
}
