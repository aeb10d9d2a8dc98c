// The options of openModel: their schema, and their check before any file is read.

import { LOADED } from '../runtime/make.ts';
import { wrongKind } from '../arguments/errors.ts';
import {
  flag,
  namesOf,
  option,
  readOptions,
  recordOf,
  toFunction,
  toList,
  toSignal,
  word,
} from '../arguments/options.ts';
import { LOAD } from '../runtime/loading/load-options.ts';
import type { CheckedOf } from '../arguments/options.ts';
import type { CheckedLoad, LoadedOptions } from '../runtime/loading/load-options.ts';
import type { SourceOptions } from './sources/source.ts';

const OPEN = {
  weights: word(['stored', 'float32'], 'stored'),
  arithmetic: word(['exact', 'int8'], 'exact'),
  ignore: option({ usual: [] as readonly string[], read: toNames }),
  worker: flag(),
  early: flag(),
  signal: option({ usual: null as AbortSignal | null, read: toSignal }),
  onProgress: option({
    usual: null as SourceOptions['onProgress'] | null,
    read: (value, name) => toFunction(value, name) as SourceOptions['onProgress'],
  }),
  ...LOAD,
};

const NAMES = { ...namesOf<typeof OPEN>(OPEN), engine: undefined };

const readOpen = recordOf(OPEN);

export type CheckedOpen = CheckedOf<typeof OPEN> & Pick<CheckedLoad, 'source'>;

/** An engine gives what the options beside it leave out. */
export function checkOpen(options: unknown): CheckedOpen {
  const { engine, ...given } = readOptions(options, 'options', NAMES);
  return readOpen(
    { ...(engine === undefined ? {} : loadedOf(engine)), ...present(given) },
    'options',
  );
}

function loadedOf(engine: unknown) {
  const loaded = (engine as any)?.[LOADED];
  if (typeof loaded !== 'function') {
    throw wrongKind('engine', 'an engine of load() or loadInWorker(), of this version', engine);
  }
  const { memoryLimit, ...rest }: LoadedOptions = loaded.call(engine);
  return { ...rest, memoryLimit: memoryLimit === 0 ? undefined : memoryLimit };
}

function present(given: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function toNames(value: unknown, name: string): readonly string[] {
  const expected = 'an array of names of fields of config.json';
  const names = Array.from(toList(value, name, expected));
  if (names.every((one) => typeof one === 'string')) return names;
  throw wrongKind(name, expected, value);
}
