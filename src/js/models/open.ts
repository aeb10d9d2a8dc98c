// Opens a model from files, folders or addresses: finds the files, reads config.json, and binds the tensors.

import { platform } from 'headwise:platform';
import { HeadwiseError } from '../arguments/errors.ts';
import { loadCore } from '../runtime/loading/load.ts';
import { bindTensors, expectSizes, refsOf, refuseUnused } from './bind-tensors.ts';
import { Arrivals } from './arrivals.ts';
import { ModelEngine } from './model-engine.ts';
import { Config, expectKnown } from './families/config.ts';
import { FAMILIES } from './families/index.ts';
import { imageInputOf } from './images.ts';
import { Model } from './model.ts';
import { openFiles } from './files.ts';
import { checkOpen } from './open-options.ts';
import { WeightStore } from './weight-store.ts';
import { openInWorker } from './worker/client.ts';
import type { ModelSource, SourceOptions } from './sources/source.ts';
import type { Description, Head } from './description.ts';
import type { Sentence } from './output-head/sentence-modules.ts';
import type { OpenOptions } from '../types/models.ts';
import type { Reading } from './families/graph.ts';
import type { Opened } from './model.ts';
import type { CheckedOpen } from './open-options.ts';

/**
 * Opens a model in a worker of its own: the same handle, whose `stateDict` returns a promise.
 *
 * @throws {HeadwiseError} the errors of a model on this thread
 *
 * @example
 * const model = await openModel(files, { worker: true, threads: 'auto' });
 */
export function openModel(
  source: ModelSource,
  options: import('../types/models.ts').WorkerOptions,
): Promise<import('../types/models.ts').WorkerModel>;
/**
 * Opens a model from its files: config.json and weights, or one GGUF file.
 *
 * @throws {HeadwiseError} 'format' for damaged or contradictory files, 'unsupported' for an unknown architecture, 'fetch' for a
 *   file that cannot be fetched, 'memory' for one that does not fit
 *
 * @example
 * const model = await openModel('models/all-MiniLM-L6-v2');
 * const run = await model.run('The animal was tired.');
 * const map = await run.attention({ layer: 0, head: 3 }); // (L, L)
 */
export function openModel(
  source: ModelSource,
  options?: OpenOptions,
): Promise<import('../types/models.ts').Model>;
/** Opens a model on this thread or in a worker. */
export function openModel(
  source: ModelSource,
  options: Omit<OpenOptions, 'worker'> & { worker?: boolean },
): Promise<import('../types/models.ts').Model | import('../types/models.ts').WorkerModel>;
export function openModel(source: ModelSource, options?: unknown): Promise<any> {
  return openAnywhere(source, options);
}

/** @param openPath opens paths; in Node only */
export async function openAnywhere(
  source: ModelSource,
  options: unknown,
  openPath?: SourceOptions['openPath'],
): Promise<any> {
  const checked = checkOpen(options);
  if (!checked.worker) return open(source, checked, openPath);
  return openInWorker(source, checked, (all) => open(source, all, openPath));
}

/** @param openPath opens paths; in Node only */
export async function open(
  source: ModelSource,
  checked: CheckedOpen,
  openPath?: SourceOptions['openPath'],
): Promise<Model> {
  const { signal } = checked;
  const reading = new AbortController();
  const stop = () => reading.abort(signal?.reason);
  const release = () => signal?.removeEventListener?.('abort', stop);
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop);
  try {
    const arrivals = new Arrivals();
    const model = await openFrom(source, checked, { reading, arrivals }, openPath);
    model.loaded.then(release, release);
    await (checked.early ? arrivals.until(1) : model.loaded);
    return model;
  } catch (error) {
    release();
    throw error;
  }
}

/** Opens a model whose numbers are still to be read. */
async function openFrom(
  source: ModelSource,
  checked: CheckedOpen,
  { reading, arrivals }: Pick<Opened, 'reading' | 'arrivals'>,
  openPath?: SourceOptions['openPath'],
): Promise<Model> {
  const { weights: form, arithmetic, ignore, memoryLimit } = checked;
  const { signal } = reading;
  const onProgress = checked.onProgress ?? undefined;
  const found = await openFiles(source, { memoryLimit, signal, onProgress, openPath });
  const { config, tensors, tokenizer, sentence, preprocessor } = found;
  const architecture = String(config.model_type ?? 'a model without model_type');
  if (found.isConfigFile) expectKnown(config, ignore);
  const read = tableOf(architecture, config, tensors.names);
  const { core, backend } = await loadCore(platform, checked);
  const engine = new ModelEngine(core, backend, arithmetic);
  try {
    const names = new Set(tensors.names);
    const { isGguf } = found;
    const has = (name: string) =>
      names.has(name) || (!isGguf && tensors.names.some((one) => one.endsWith(`.${name}`)));
    const { power, logarithm } = engine;
    const from = found.isConfigFile ? 'config.json' : "the file's metadata";
    const fields = new Config(config, { type: architecture, from });
    const description = read({ config: fields, values: config, has, isGguf, power, logarithm });
    const { kind, stack } = description;
    const isCausal = stack.blocks.some(({ attention }) => attention.causal);
    if (kind === 'decoder' && !isCausal) description.kind = 'encoder';
    expectSizes(description);
    const image =
      description.kind === 'vision' ? imageInputOf(description, fields, preprocessor) : null;
    const start = description.encoder ? fields.id('decoder_start_token_id', 0) : 0;
    const endIds = fields.ids('eos_token_id');
    const said = found.isConfigFile ? fields.said : '';
    const weights = new WeightStore(engine, tensors, description, form === 'float32', said);
    for (const tie of description.ties ?? []) await weights.tie(tie);
    const { vector, vectorless } = vectorOf(description, sentence);
    const mostTokens = sentence?.most ?? null;
    const { weight, bias } = description.contacts ?? {};
    const isThere = weight && bias && weights.missingOf([weight, bias]) === undefined;
    if (!isThere) description.contacts = null;
    Object.assign(description, headIn(description, weights), { vector });
    const stages = bindTensors(description, weights);
    refuseUnused(description, weights, tensors.isHarmless);
    const report = {
      files: found.files,
      about: found.about,
      unused: weights.unused,
      bytes: engine.bytes,
      dtypes: found.dtypes,
    };
    const opened = { backend, engine, weights, description, config, architecture };
    const ids = { start, ends: endIds };
    const more = { tokenizer, vectorless, mostTokens, image, report, stages, reading, arrivals };
    return new Model({ ...opened, ...ids, ...more });
  } catch (error) {
    engine.dispose();
    throw error;
  }
}

function tableOf(
  architecture: string,
  config: Record<string, any>,
  names: readonly string[],
): (reading: Reading) => Description {
  if (Object.hasOwn(FAMILIES, architecture)) return FAMILIES[architecture];
  const experts = names.find((name) => /\bexperts?\b|block_sparse_moe|router/.test(name));
  const why = experts ? `; it is a mixture of experts (${experts}), which cannot be run` : '';
  throw new HeadwiseError(
    'unsupported',
    `architecture ${architecture}: expected one of ${Object.keys(FAMILIES).join(', ')}${why}. ` +
      `Its tensors begin with ${names.slice(0, 6).join(', ')}`,
  );
}

/** The head, if the file has all its tensors: transformers would initialise missing ones at random. */
function headIn(
  { head, headless }: Description,
  weights: WeightStore,
): Pick<Description, 'head' | 'headless'> {
  const missing = weights.missingOf(refsOf(head));
  if (missing === undefined) return { head, headless };
  return { head: null, headless: `${missing} of its head is not in the file` };
}

/**
 * The steps to a text's vector: the folder's, or for an encoder whose folder has none, the mean.
 */
function vectorOf(
  { kind }: Description,
  sentence: Sentence | null,
): { vector: Head | null; vectorless?: string } {
  if (kind === 'vision') return { vector: null };
  if (!sentence) {
    const mean = { kind: 'classes', steps: [{ pool: ['mean'] }] } as Head;
    return { vector: kind === 'encoder' ? mean : null };
  }
  const { steps, refused, width = null } = sentence;
  if (refused !== undefined) return { vector: null, vectorless: refused };
  if (kind === 'encoder-decoder') {
    return { vector: null, vectorless: `modules.json: expected one stack, got an ${kind}` };
  }
  if (steps.length === 0) return { vector: null };
  return { vector: { kind: 'classes', steps: width === null ? steps : [...steps, { width }] } };
}
