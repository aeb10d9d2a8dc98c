// Reads the modules of a sentence-transformers folder, which make one vector from a text, as steps of an output head.

import { describe, HeadwiseError, shorten } from '../../arguments/errors.ts';
import { isRecord } from '../../arguments/options.ts';
import { layerNorm, linear } from '../families/heads.ts';
import { LENGTHS, WHOLE } from '../sources/sentence-files.ts';
import { readJson } from '../sources/source.ts';
import { openTensorFiles } from '../sources/tensor-files.ts';
import type { Activation, HeadStep, Pool } from '../description.ts';
import type { Pooling } from '../model.ts';
import type { Source } from '../sources/source.ts';
import type { TensorSource } from '../weight-store.ts';

export interface Sentence {
  /** from the model's rows to the vector; empty: the model makes no vector */
  steps: readonly HeadStep[];
  /** the reason why the steps are not supported */
  refused?: string;
  /** maximum number of tokens; the library truncates the text */
  most?: number | null;
  /** the vector's width after truncation; null: its whole width */
  width?: number | null;
}

/** The config.json of a module */
type Settings = Record<string, unknown>;

/** @param at the folder of the module's tensors */
type Reader = (settings: Settings, at: string) => HeadStep[];

const LIBRARY = 'sentence_transformers.';
/** The library's names, in the order in which it concatenates several poolings. */
const POOLS: Record<string, Pool> = {
  cls: 'first',
  max: 'max',
  mean: 'mean',
  mean_sqrt_len_tokens: 'root mean',
  weightedmean: 'weighted mean',
  lasttoken: 'last',
};
const ACTIVATIONS: Record<string, Activation | null> = {
  'torch.nn.modules.linear.Identity': null,
  'torch.nn.modules.activation.GELU': 'gelu',
  'torch.nn.modules.activation.ReLU': 'relu',
  'torch.nn.modules.activation.SiLU': 'silu',
  'torch.nn.modules.activation.Tanh': 'tanh',
};
const TANH = 'torch.nn.modules.activation.Tanh'; // the default of a Dense
const EPSILON = 1e-5; // torch's default, the only one in the library

const MODULES: Record<string, Reader> = {
  Pooling: (settings) => [{ pool: poolsOf(settings) }],
  Dense: (settings, at) => {
    const { bias = true, activation_function: name = TANH, ...others } = settings;
    expectPlain(others);
    if (others.use_residual) throw unknown('use_residual', 'false', true);
    const known = Object.hasOwn(ACTIVATIONS, String(name));
    if (!known) throw unknown('activation_function', Object.keys(ACTIVATIONS).join(', '), name);
    const activation = ACTIVATIONS[String(name)];
    const map = { linear: linear(`${at}linear`, bias !== false) };
    return activation ? [map, { activation }] : [map];
  },
  LayerNorm: (_, at) => [{ norm: layerNorm(`${at}norm`, EPSILON) }],
  Normalize: (settings) => {
    expectPlain(settings);
    return [{ normalize: 'length' }];
  },
  Dropout: () => [],
};

/** @returns null: the folder has no modules */
export async function sentenceOf(
  source: Source,
): Promise<{ sentence: Sentence; tensors: TensorSource | null } | null> {
  if (!source.has('modules.json')) return null;
  const modules: unknown = await readJson(source, 'modules.json');
  if (!Array.isArray(modules)) return null;
  try {
    const read = await stepsOf(source, modules.map(moduleOf));
    return { ...read, sentence: { ...read.sentence, ...(await settingsOfAll(source)) } };
  } catch (error) {
    if (!(error instanceof HeadwiseError) || error.code !== 'unsupported') throw error;
    return { sentence: { steps: [], refused: error.message }, tensors: null };
  }
}

/** The steps for the pooling of a GGUF file. */
export function sentenceOfPooling({ kind, normalize }: Pooling): Sentence {
  if (kind === 'none') return { steps: [] };
  const steps: HeadStep[] = [{ pool: [kind] }];
  if (normalize) steps.push({ normalize: 'length' });
  return { steps };
}

function moduleOf(module: unknown): { type: string; name: string; path: string } {
  const { type, path } = (isRecord(module) ? module : {}) as Record<string, unknown>;
  if (typeof type !== 'string' || typeof path !== 'string') {
    const text = `modules.json: expected modules with a type and a path, got ${describe(module)}`;
    throw new HeadwiseError('format', text);
  }
  return {
    type,
    name: type.startsWith(LIBRARY) ? type.slice(type.lastIndexOf('.') + 1) : '',
    path,
  };
}

async function stepsOf(source: Source, [transformer, ...modules]: ReturnType<typeof moduleOf>[]) {
  if (transformer?.name !== 'Transformer')
    throw unknown('modules.json', 'a Transformer first', transformer?.type);
  if (modules[0]?.name !== 'Pooling')
    throw unknown('modules.json', 'a Pooling behind it', modules[0]?.type);
  const steps: HeadStep[] = [];
  const sources: Map<string, TensorSource> = new Map();
  for (const { type, name, path } of modules) {
    if (!Object.hasOwn(MODULES, name)) {
      throw unknown('modules.json', `one of ${Object.keys(MODULES).join(', ')}`, type);
    }
    const at = path === '' ? '' : `${path}/`;
    const own = MODULES[name](await settingsOf(source, name, `${at}config.json`), at);
    steps.push(...own);
    if (!own.some((step) => 'linear' in step || 'norm' in step)) continue;
    const tensors = await tensorsOf(source, at);
    for (const one of tensors.names) sources.set(one, tensors);
  }
  const sourceOf = (name: string) => sources.get(name) as TensorSource;
  const tensors: TensorSource = {
    names: [...sources.keys()],
    headerOf: (name) => sourceOf(name).headerOf(name),
    rowsOf: () => null,
    read: (name) => sourceOf(name).read(name),
  };
  return { sentence: { steps }, tensors };
}

/** Reads the library's settings outside the modules: lengths of texts and widths of vectors. */
async function settingsOfAll(source: Source): Promise<Pick<Sentence, 'most' | 'width'>> {
  const whole = source.has(WHOLE) ? await recordOf(source, WHOLE) : {};
  const own = LENGTHS.find(source.has);
  const { max_seq_length: most } = own ? await recordOf(source, own) : {};
  return {
    most: sizeOrNone('max_seq_length', most),
    width: sizeOrNone('truncate_dim', whole.truncate_dim),
  };
}

function sizeOrNone(name: string, value: unknown): number | null {
  if (value === undefined || value === null) return null;
  if (Number.isSafeInteger(value) && Number(value) >= 1) return Number(value);
  throw unknown(name, 'an integer from 1, or null', value);
}

async function recordOf(source: Source, file: string): Promise<Settings> {
  const settings: unknown = await readJson(source, file);
  if (isRecord(settings)) return settings as Settings;
  throw new HeadwiseError('format', `${file}: expected an object, got ${describe(settings)}`);
}

/** @param name of the module */
async function settingsOf(source: Source, name: string, file: string): Promise<Settings> {
  if (!source.has(file)) {
    if (name === 'Normalize' || name === 'Dropout') return {};
    throw unknown(file, 'this file of a module', 'none');
  }
  return recordOf(source, file);
}

/** A module's tensors, by names that begin with its folder. */
async function tensorsOf(source: Source, at: string): Promise<TensorSource> {
  const files = [`${at}model.safetensors`, `${at}pytorch_model.bin`];
  const file = files.find(source.has);
  if (!file) throw unknown(files[0], 'the weights of a module', 'none');
  const { tensors, headerOf, read } = await openTensorFiles(source, file);
  return {
    names: [...tensors.keys()].map((name) => at + name),
    headerOf: (name) => headerOf(name.slice(at.length)),
    rowsOf: () => null,
    read: (name) => read(name.slice(at.length)),
  };
}

/** Reads the poolings: newer files name one or several modes, older files have a flag for each mode. */
function poolsOf({
  pooling_mode: mode,
  include_prompt: includes = true,
  ...flags
}: Settings): Pool[] {
  // the number of a prompt's tokens is unknown when a text is read
  if (includes !== true) throw unknown('include_prompt', 'true', includes);
  const on = Object.keys(POOLS).filter((name) =>
    [`pooling_mode_${name}`, `pooling_mode_${name}_token`, `pooling_mode_${name}_tokens`].some(
      (flag) => flags[flag] === true,
    ),
  );
  const names = mode === undefined ? (on.length > 0 ? on : ['mean']) : [mode].flat();
  return names.map((name) => {
    if (Object.hasOwn(POOLS, String(name))) return POOLS[String(name)];
    throw unknown('pooling_mode', `one of ${Object.keys(POOLS).join(', ')}`, name);
  });
}

/** Refuses a module with an input or output other than the vector. */
function expectPlain({ module_input_name: input, module_output_name: output }: Settings) {
  const vector = 'sentence_embedding';
  for (const [name, value] of Object.entries({
    module_input_name: input,
    module_output_name: output,
  })) {
    if ((value ?? vector) !== vector) throw unknown(name, vector, value);
  }
}

function unknown(name: string, expected: string, value: unknown) {
  const got = typeof value === 'string' ? shorten(value) : describe(value);
  return new HeadwiseError('unsupported', `${name}: expected ${expected}, got ${got}`);
}
