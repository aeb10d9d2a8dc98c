// npm run make options: writes from the schemas of options the declarations of their types (src/js/types/options.ts) and the
// fields of the core's structs (HEADERS). A schema's comments become the declarations' documentation.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ATTENTION, LAYOUT, MAPS, REPLACEABLE, SIZES } from '../js/attention/schema.ts';
import { snakeCase } from '../js/arguments/options.ts';
import { BIAS, LAYER, QUERY_KEY_NORM } from '../js/layer/config.ts';
import { ownFields } from '../js/runtime/fields.ts';
import { root } from './tools/paths.js';
import type ts from 'typescript';
import type { CoreField, Option, Schema } from '../js/arguments/options.ts';

const TYPES = 'src/js/types/options.ts';
const ATTENTION_FIELDS = 'src/core/attention/attention_fields.h';

type Compiler = typeof ts;

/** Each schema: its file, its name there, and the interface that is made of it. */
const SCHEMAS: readonly (readonly [file: string, schema: string, type: string])[] = [
  ['attention/schema.ts', 'ATTENTION', 'AttentionOptions'],
  ['attention/schema.ts', 'MAPS', 'AttentionTrace<T = FloatTensor>'],
  ['layer/config.ts', 'LAYER', 'MultiHeadAttentionConfig'],
  ['layer/config.ts', 'QUERY_KEY_NORM', 'QueryKeyNorm'],
  ['layer/forward.ts', 'FORWARD', 'ForwardExtras'],
];

/** A list of fields: the schema, and the name of the record in a config, which comes before theirs. */
type Fields = readonly [schema: Schema, record?: string];

/** Each header of fields: the file of its schemas, what it describes, and its lists by their names. */
const HEADERS: Readonly<
  Record<string, { source: string; about: string; lists: Record<string, Fields> }>
> = {
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
};

/** The types of the kinds that say them. */
const KINDS: Record<string, string> = {
  flag: 'boolean',
  number: 'number',
  list: 'ArrayLike<number>',
  tensor: 'TensorLike',
};

/** The imports of the declarations: names by their files in types/. */
const IMPORTS = Object.entries({
  attention: 'Mask, Positions',
  handles: 'AsyncCache, Cache',
  layer: 'Replace',
  tensors: 'FloatTensor, TensorLike',
}).map(([file, names]) => `import type { ${names} } from './${file}.ts';`);

/** The declarations of every schema. */
async function declarations(ts: Compiler) {
  const parts = SCHEMAS.map(async ([file, name, type]) => {
    const path = join(root, 'src/js', file);
    const schema: Record<string, Option | string | null> = (await import(path))[name];
    const source = ts.createSourceFile(path, await readFile(path, 'utf8'), ts.ScriptTarget.Latest);
    const declared = source.statements.find(
      (one): one is ts.VariableStatement =>
        ts.isVariableStatement(one) &&
        one.declarationList.declarations[0].name.getText(source) === name,
    );
    if (!declared) throw new Error(`${file} has no ${name}`);
    const record = declared.declarationList.declarations[0].initializer as ts.Expression;
    const literal = ts.isAsExpression(record) ? record.expression : record;
    if (!ts.isObjectLiteralExpression(literal)) throw new Error(`${name} is no object`);
    const lines = literal.properties.map((property) => {
      const key = (property.name as ts.PropertyName).getText(source);
      const [mark, given] = typeOf(ts, schema[key], property, source);
      return `${commentOf(ts, property, source)}${key}${mark}: ${given};`;
    });
    return `${commentOf(ts, declared, source)}export interface ${type} {\n${lines.join('\n')}\n}\n`;
  });
  return `// The types of options and of traces, written by \`npm run make options\` from the schemas, which have the documentation.

${IMPORTS.join('\n')}

${(await Promise.all(parts)).join('\n')}`;
}

/** The comment before a node, with its line break. */
function commentOf(ts: Compiler, node: ts.Node, source: ts.SourceFile) {
  const ranges = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? [];
  const last = ranges.at(-1);
  const text = last ? source.text.slice(last.pos, last.end) : '';
  return text.startsWith('/**') ? `${text}\n` : '';
}

/** The type of a property, and its mark: \`?\` where it may be absent. */
function typeOf(
  ts: Compiler,
  entry: Option | string | null,
  property: ts.ObjectLiteralElementLike,
  source: ts.SourceFile,
): [mark: string, type: string] {
  if (entry === null || typeof entry === 'string') return [entry === null ? '' : '?', 'T'];
  const mark = entry.required ? '' : '?';
  const own = ownType(ts, property);
  if (!own) return [mark, typeOfValue(entry)];
  const { record } = entry;
  const name = SCHEMAS.find(([, schema]) => own.getText(source).includes(`typeof ${schema}`));
  const text = own.getText(source);
  if (record === undefined) return [mark, text];
  return [mark, text.replace(/typeof \w+/, () => name?.[2] ?? recordType(record))];
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

/** A field that its struct declares in C++ itself. */
const named = (name: string) => `X(${snakeCase(name)}, "${name}")`;

/** A field that a struct declares by a list. */
function declaredField(name: string, how: CoreField, usual: any, record?: string) {
  const script = `"${record === undefined ? '' : `${record}.`}${name}"`;
  const [type, initial] = declaredAs(how, usual);
  return `X(${type}, ${snakeCase(name)}, ${initial}, ${script})`;
}

/** The type of a field in C++, and its initial value. */
function declaredAs(how: CoreField, usual: any): [type: string, initial: unknown] {
  if (typeof how === 'object') {
    if ('enumeration' in how) return [how.enumeration, '{}'];
    return declaredAs(how.field, how.initial ?? how.of(usual));
  }
  switch (how) {
    case 'left':
    case 'right':
      return ['std::int64_t', usual[how]];
    case 'integer':
      return ['std::int64_t', usual];
    case 'number':
      return ['double', usual];
    default:
      return ['bool', how === 'flag' && usual];
  }
}

function headerOf({ source, about, lists }: (typeof HEADERS)[string]) {
  const macros = Object.entries(lists).map(([name, [schema, record]]) =>
    macroOf(
      name,
      Object.entries(schema).flatMap(([option, entry]) =>
        ownFields(option, entry).map(([field, how]) =>
          declaredField(field, how, entry.usual, record),
        ),
      ),
    ),
  );
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
  const groups: Record<'SCORE' | 'ROTARY' | 'REQUEST', string[]> = {
    SCORE: [],
    ROTARY: [],
    REQUEST: [],
  };
  for (const [name, option] of Object.entries(ATTENTION as Record<string, Option>)) {
    for (const [field, how] of ownFields(name, option)) {
      if (how === 'turn') groups.ROTARY.push(named(field));
      else {
        const isAsked = how === 'asked' || how === 'given' || how === 'rotary';
        groups[isAsked ? 'REQUEST' : 'SCORE'].push(declaredField(field, how, option.usual));
      }
    }
  }
  const replaced = REPLACEABLE.map((name) => `replaced${name[0].toUpperCase()}${name.slice(1)}`);
  const maps = Object.entries(MAPS).filter(([name]) => !Object.hasOwn(ATTENTION, name));
  const lists: Record<string, string[]> = {
    SIZES: SIZES.map(named),
    SCORE_OPTIONS: groups.SCORE,
    ROTARY_OPTIONS: groups.ROTARY,
    REQUEST_OPTIONS: groups.REQUEST,
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

/** Every written file, by its path in the repository. */
export async function writtenFromSchemas(): Promise<Record<string, string>> {
  const { format, resolveConfig } = await import('prettier'); // once it is installed
  const { default: compiler } = await import('typescript');
  const options = await resolveConfig(join(root, TYPES));
  const types = await format(await declarations(compiler), { ...options, parser: 'typescript' });
  const headers = Object.entries(HEADERS).map(([file, about]) => [file, headerOf(about)]);
  return { [TYPES]: types, [ATTENTION_FIELDS]: attentionFields(), ...Object.fromEntries(headers) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of Object.entries(await writtenFromSchemas())) {
    await writeFile(join(root, file), text);
  }
}
