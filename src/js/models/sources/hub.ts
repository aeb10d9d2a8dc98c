// A model on the Hugging Face Hub, or on a server with the same addresses. Nothing is fetched until the model is opened.

import { HeadwiseError, wrongKind } from '../../arguments/errors.ts';
import { optionNames, readOptions, toBoolean } from '../../arguments/options.ts';
import { quote } from '../../formats/ranges.ts';
import { expectInside } from '../../formats/zip.ts';
import { cachedBytes } from './cached.ts';
import { httpBytes } from './http.ts';
import { limitOf } from './limits.ts';
import { INDEX, choicesAmong, isWeights, weightFilesAmong } from './weight-files.ts';
import type { Bytes } from './bytes.ts';
import type { SourceOptions } from './source.ts';

const OPTIONS = optionNames('revision', 'endpoint', 'file', 'token', 'cache');
const ID = /^[\w-][\w.-]*(\/[\w-][\w.-]*)?$/;
const LARGEST_LIST = 2 ** 24; // bytes

/**
 * A model on a hub, as fromHub names it.
 *
 * @example
 * const source = fromHub('sentence-transformers/all-MiniLM-L6-v2', { revision: 'main' });
 */
export class HubSource {
  token: string | undefined;

  declare id: string;
  declare revision: string;
  declare endpoint: URL;
  /** the file of weights; missing: the preferred one, or the only one */
  declare file: string | undefined;
  declare cache: boolean;

  constructor(
    id: string,
    {
      revision,
      endpoint,
      file,
      token,
      cache,
    }: { revision: string; endpoint: URL; file?: string; token?: string; cache: boolean },
  ) {
    this.id = id;
    this.revision = revision;
    this.endpoint = endpoint;
    this.file = file;
    this.cache = cache;
    const unseen = { value: token, enumerable: false, writable: false }; // neither shown nor copied
    Object.defineProperty(this, 'token', unseen);
  }
}

/**
 * Names a model on the Hugging Face Hub. Nothing is fetched until it is opened.
 *
 * @param id `owner/name`
 * @param options revision: a branch, tag or commit, default `main`; endpoint: another server with the same addresses; file: the
 *   file of weights, where there are several; token: for private models, sent to the endpoint, in the clear over http:;
 *   cache: whether the browser stores fetched files, default true
 * @returns for openModel
 * @throws {TypeError} for a wrong kind of argument
 *
 * @example
 * const model = await openModel(fromHub('sentence-transformers/all-MiniLM-L6-v2'));
 */
export function fromHub(
  id: string,
  options?: {
    revision?: string;
    endpoint?: string | URL;
    file?: string;
    token?: string;
    cache?: boolean;
  },
): HubSource {
  if (typeof id !== 'string' || !ID.test(id) || id.includes('..')) {
    throw wrongKind('id', "a name such as 'owner/name'", id);
  }
  const given = readOptions(options, 'options', OPTIONS);
  const { revision = 'main', endpoint, file, token, cache } = given;
  if (typeof revision !== 'string' || revision === '' || revision.includes('..')) {
    throw wrongKind('revision', 'a branch, tag or commit', revision);
  }
  if (file !== undefined && (typeof file !== 'string' || !isWeights(file))) {
    throw wrongKind('file', "a name such as 'model.gguf'", file);
  }
  if (token !== undefined && typeof token !== 'string') throw wrongKind('token', 'a string', token);
  return new HubSource(id, {
    revision,
    endpoint: toEndpoint(endpoint ?? 'https://huggingface.co'),
    file: file as string | undefined,
    token: token as string | undefined,
    cache: toBoolean(cache, 'cache', true),
  });
}

function toEndpoint(endpoint: unknown) {
  const expected = 'an https: or http: address';
  if (typeof endpoint !== 'string' && !(endpoint instanceof URL)) {
    throw wrongKind('endpoint', expected, endpoint);
  }
  const text = String(endpoint).replace(/\/*$/, '/');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw wrongKind('endpoint', expected, endpoint);
  }
  return new URL(text);
}

/** The files of a model on a hub. */
export interface HubFiles {
  /** the commit of the revision; null: the hub named none */
  commit: string | null;
  /** bytes: null if the hub named no size */
  files: { name: string; bytes: number | null }[];
  /**
   * the files of weights that openModel reads, one or all shards of one; empty: there is none, or openModel cannot choose among
   * several
   */
  weights: string[];
  /** the files of weights that `file` of fromHub may name, where openModel cannot choose; otherwise empty */
  choices: string[];
}

/**
 * Lists the files of a model on a hub, with their sizes, before anything else of it is fetched.
 *
 * @param source from fromHub
 * @param options signal: ends the request
 * @returns names and sizes in bytes, and the commit that they belong to
 * @throws {HeadwiseError} with the code `fetch` if the hub has no such model, or does not answer with a list
 * @throws {TypeError} for a wrong kind of argument
 *
 * @example
 * const { files } = await hubFiles(fromHub('sentence-transformers/all-MiniLM-L6-v2'));
 * const bytes = files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
 */
export async function hubFiles(
  source: HubSource,
  options?: { signal?: AbortSignal },
): Promise<HubFiles> {
  if (!(source instanceof HubSource)) throw wrongKind('source', 'a model from fromHub()', source);
  const { signal } = readOptions(options, 'options', optionNames('signal'));
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw wrongKind('options.signal', 'an AbortSignal', signal);
  }
  const listed = await list(source, { signal, sizes: true });
  const names = listed.files.map(({ name }) => name);
  const { file } = source;
  const weights =
    file === undefined ? weightFilesAmong(names) : names.filter((name) => name === file);
  return { ...listed, weights, choices: weights.length > 0 ? [] : choicesAmong(names) };
}

/** The bytes of each file of a model, at the current commit of its revision. */
export async function openHub(
  source: HubSource,
  options: SourceOptions,
): Promise<Map<string, Bytes>> {
  const { id, revision, endpoint, file, token, cache } = source;
  const { signal, onProgress, memoryLimit } = options;
  const { files: listed, commit } = await list(source, { signal });
  if (file !== undefined && !listed.some(({ name }) => name === file)) {
    throw new HeadwiseError('fetch', `file: expected a file of ${id}, got ${quote(file)}`);
  }
  const files: Map<string, Bytes> = new Map();
  for (const { name } of listed) {
    if (file !== undefined && name !== file && (isWeights(name) || name.endsWith(INDEX))) continue;
    const path = name.split('/').map(encodeURIComponent).join('/');
    const url = new URL(
      `${id}/resolve/${encodeURIComponent(commit ?? revision)}/${path}`,
      endpoint,
    );
    const within = limitOf(name, memoryLimit);
    const bytes = httpBytes(url, { name, limit: within, signal, token, onProgress });
    files.set(name, cache ? cachedBytes(bytes, url) : bytes);
  }
  return files;
}

/** @param options.sizes whether the hub is to send the sizes, which takes it longer */
async function list(
  { id, revision, endpoint, token }: HubSource,
  { signal, sizes = false }: { signal?: AbortSignal; sizes?: boolean },
): Promise<Omit<HubFiles, 'weights' | 'choices'>> {
  const about = new URL(`api/models/${id}/revision/${encodeURIComponent(revision)}`, endpoint);
  if (sizes) about.searchParams.set('blobs', 'true');
  const limit = { most: LARGEST_LIST, refuse: () => notAList(id) };
  const bytes = httpBytes(about, { name: id, limit, signal, token });
  const size = await bytes.size();
  if (size > limit.most) throw limit.refuse();
  let found;
  try {
    found = JSON.parse(new TextDecoder().decode(await bytes.range(0, size)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw notAList(id);
  }
  const siblings = Array.isArray(found?.siblings) ? found.siblings : null;
  if (!siblings?.every((each: any) => typeof each?.rfilename === 'string')) throw notAList(id);
  const files = siblings.map(({ rfilename: name, size: length }: any) => {
    expectInside(name);
    return { name, bytes: Number.isSafeInteger(length) && length >= 0 ? length : null };
  });
  return { files, commit: /^[\da-f]{40}$/.test(found.sha) ? found.sha : null };
}

function notAList(name: string) {
  return new HeadwiseError(
    'fetch',
    `${name}: expected a list of files, got something else from ${quote('api/models')}`,
  );
}
