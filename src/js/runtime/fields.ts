// The core's fields of checked options, by the schema of the options: the numbers, flags and indices that cross into the core.

import type { CoreField, Option, Schema } from '../arguments/options.ts';

/** The fields of an option, by their names. */
export function ownFields(name: string, { core = {} }: Option): [name: string, field: CoreField][] {
  return Object.entries('type' in core ? { [name]: core as CoreField } : core);
}

/** The fields of a record's options, of an option whose checked value `recordIn` finds the record in. */
export function fieldsWithin(
  schema: Schema,
  recordIn: (checked: any) => any,
): Record<string, CoreField> {
  const fields = Object.entries(schema).flatMap(([name, option]) =>
    ownFields(name, option).map(([field, { of = same, ...rest }]) => {
      return [field, { ...rest, of: (checked: unknown) => of(recordIn(checked)[name]) }] as const;
    }),
  );
  return Object.fromEntries(fields);
}

const same = (checked: unknown) => checked;

/** The fields of all options that are checked. The fields of a record have its name before theirs: `bias.query`. */
export function fieldsOf(schema: Schema, checked: object, prefix: string = '') {
  const fields: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(schema)) {
    const { as = name, record } = option;
    if (!Object.hasOwn(checked, as)) continue;
    const value = (checked as any)[as];
    for (const [own, field] of ownFields(name, option))
      fields[prefix + own] = fieldOf(value, field);
    if (record === undefined) continue;
    const isOne = typeof value === 'boolean'; // for all options of the record
    const all = isOne ? Object.keys(record).map((one) => [one, value]) : Object.entries(value);
    Object.assign(fields, fieldsOf(record, Object.fromEntries(all), `${prefix}${name}.`));
  }
  return fields;
}

/** The core's number of a checked option. */
export function fieldOf(checked: unknown, { words, of = same }: CoreField) {
  const value = of(checked);
  return words ? words.indexOf(value as string) : value;
}
