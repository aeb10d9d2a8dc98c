// A model on the Hugging Face Hub, or on a server with the same addresses. Nothing is fetched until the model is opened.

import { HeadwiseError, wrongKind } from '../../arguments/errors.ts';
import { optionNames, readOptions, toBoolean } from '../../arguments/options.ts';
import { quote } from '../../formats/ranges.ts';
import { expectInside } from '../../formats/zip.ts';
import { cachedBytes } from './cached.ts';
import { httpBytes } from './http.ts';
import { limitOf } from './limits.ts';
import type { HttpOptions } from './http.ts';
import type { Bytes } from './bytes.ts';
import type { SourceOptions } from './source.ts';

const OPTIONS = optionNames('revision', 'endpoint', 'token', 'cache');
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
  declare cache: boolean;

  constructor(
    id: string,
    {
      revision,
      endpoint,
      token,
      cache,
    }: { revision: string; endpoint: URL; token?: string; cache: boolean },
  ) {
    this.id = id;
    this.revision = revision;
    this.endpoint = endpoint;
    this.cache = cache;
    const unseen = { value: token, enumerable: false, writable: false }; // neither shown nor copied
    Object.defineProperty(this, 'token', unseen);
  }
}

/**
 * Names a model on the Hugging Face Hub. Nothing is fetched until it is opened.
 *
 * @param id `owner/name`
 * @param options revision: a branch, tag or
 *   commit, default `main`; endpoint: another server with the same addresses; token: for private models; cache: whether
 *   the browser stores fetched files, default true
 * @returns for openModel
 * @throws {TypeError} for a wrong kind of argument
 *
 * @example
 * const model = await openModel(fromHub('sentence-transformers/all-MiniLM-L6-v2'));
 */
export function fromHub(
  id: string,
  options?: { revision?: string; endpoint?: string | URL; token?: string; cache?: boolean },
): HubSource {
  if (typeof id !== 'string' || !ID.test(id) || id.includes('..')) {
    throw wrongKind('id', "a name such as 'owner/name'", id);
  }
  const { revision = 'main', endpoint, token, cache } = readOptions(options, 'options', OPTIONS);
  if (typeof revision !== 'string' || revision === '' || revision.includes('..')) {
    throw wrongKind('revision', 'a branch, tag or commit', revision);
  }
  if (token !== undefined && typeof token !== 'string') throw wrongKind('token', 'a string', token);
  return new HubSource(id, {
    revision,
    endpoint: toEndpoint(endpoint ?? 'https://huggingface.co'),
    token: token as string | undefined,
    cache: toBoolean(cache, 'cache', true),
  });
}

function toEndpoint(endpoint: unknown) {
  const expected = 'an https: address';
  if (typeof endpoint !== 'string' && !(endpoint instanceof URL)) {
    throw wrongKind('endpoint', expected, endpoint);
  }
  const text = String(endpoint).replace(/\/*$/, '/');
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw wrongKind('endpoint', expected, endpoint);
  }
  return new URL(text);
}

/** Lists the files of a model, at the current commit of its revision. */
export async function openHub(
  { id, revision, endpoint, token, cache }: HubSource,
  options: SourceOptions,
): Promise<Map<string, Bytes>> {
  const { signal, onProgress, memoryLimit } = options;
  const about = new URL(`api/models/${id}/revision/${encodeURIComponent(revision)}`, endpoint);
  const limit = { most: LARGEST_LIST, refuse: () => notAList(id) };
  const { names, commit } = await list(about, { name: id, limit, signal, token });
  const files: Map<string, Bytes> = new Map();
  for (const name of names) {
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

async function list(url: URL, options: HttpOptions): Promise<{ names: string[]; commit?: string }> {
  const bytes = httpBytes(url, options);
  const size = await bytes.size();
  if (size > options.limit.most) throw options.limit.refuse(size);
  let found;
  try {
    found = JSON.parse(new TextDecoder().decode(await bytes.range(0, size)));
  } catch {
    throw notAList(options.name);
  }
  const names = Array.isArray(found?.siblings)
    ? found.siblings.map((each: any) => each?.rfilename)
    : undefined;
  if (!names?.every((name: unknown) => typeof name === 'string')) {
    throw notAList(options.name);
  }
  names.forEach(expectInside);
  return { names, commit: /^[\da-f]{40}$/.test(found.sha) ? found.sha : undefined };
}

function notAList(name: string) {
  return new HeadwiseError(
    'fetch',
    `${name}: expected a list of files, got something else from ${quote('api/models')}`,
  );
}
