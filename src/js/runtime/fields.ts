// The core's fields of checked options, by the schema of the options: the numbers, flags and indices that cross into the core.

import type { CoreField, Option, Schema } from '../arguments/options.ts';

/** The fields of an option, by their names. */
export function ownFields(name: string, { core = {} }: Option): [field: string, how: CoreField][] {
  const isOne = typeof core === 'string' || 'enumeration' in core;
  return Object.entries(isOne ? { [name]: core as CoreField } : core);
}

/** The fields of all options that are checked. The fields of a record have its name before theirs: `bias.query`. */
export function fieldsOf(schema: Schema, checked: object, prefix: string = '') {
  const fields: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(schema)) {
    const { as = name, record } = option;
    if (!Object.hasOwn(checked, as)) continue;
    const value = (checked as any)[as];
    for (const [field, how] of ownFields(name, option)) {
      fields[prefix + field] = fieldOf(value, how, field);
    }
    if (record === undefined) continue;
    const isOne = typeof value === 'boolean'; // for all options of the record
    const all = isOne ? Object.keys(record).map((one) => [one, value]) : Object.entries(value);
    Object.assign(fields, fieldsOf(record, Object.fromEntries(all), `${prefix}${name}.`));
  }
  return fields;
}

/** The core's number of a checked option. */
export function fieldOf(value: any, how: CoreField, field: string) {
  if (typeof how === 'object') {
    const one = how.of ? how.of(value) : value;
    return 'values' in how ? how.values.indexOf(one) : one;
  }
  switch (how) {
    case 'given':
      return value !== null;
    case 'left':
    case 'right':
      return value[how];
    case 'alibi':
    case 'rotary':
      return value !== null && value.type === how;
    case 'turn':
      return value !== null && value.type === 'rotary' ? value[field] : NO_TURN[field];
    default:
      return value;
  }
}

/** The fields of calls without rotary positions. */
const NO_TURN: Record<string, unknown> = {
  theta: 0,
  interleaved: false,
  dims: 0,
  offset: 0,
  factor: 1,
};
