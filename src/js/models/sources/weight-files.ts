// Names of files of weights in a model's folder.

export const INDEX = '.index.json';
/** The preferred files of weights, the best first. */
const PREFERRED = [
  'model.safetensors',
  'model.safetensors.index.json',
  'pytorch_model.bin',
  'pytorch_model.bin.index.json',
];

const SHARD = /^(.*)-\d{5}-of-(\d{5})(\.\w+)$/;

export function isWeights(name: string) {
  return (
    /\.(safetensors|gguf|pt|pth|bin|ckpt|npz)$/.test(name) &&
    !/(^|\/)(training_args|optimizer|scheduler|rng_state)/.test(name)
  );
}

export function isShard(name: string) {
  return SHARD.test(name);
}

/** The preferred file of a folder, which needs no choice. */
export function preferredFile(has: (name: string) => boolean) {
  return PREFERRED.find(has);
}

/**
 * The files of weights that are read of a folder unless one is chosen: one, or all shards of one.
 *
 * @returns empty: there is none, or there are several, and none is preferred
 */
export function weightFilesAmong(names: readonly string[]): string[] {
  const preferred = preferredFile((name) => names.includes(name));
  if (preferred === undefined) return onlyAmong(names);
  if (!preferred.endsWith(INDEX)) return [preferred];
  const [base, ending] = preferred.slice(0, -INDEX.length).split('.');
  return names.filter((name) => name.startsWith(`${base}-`) && name.endsWith(`.${ending}`));
}

/**
 * The only file of weights of a folder without a preferred one, or the shards that their names count, also the missing ones.
 *
 * @returns empty: there is none, or there are several
 */
export function onlyAmong(names: readonly string[]): string[] {
  const found = candidatesAmong(names);
  const [, base, count, ending] = SHARD.exec(found[0] ?? '') ?? [];
  if (base === undefined) return found.length === 1 ? found : [];
  const shards = Array.from({ length: Number(count) }, (_, i) => {
    return `${base}-${String(i + 1).padStart(5, '0')}-of-${count}${ending}`;
  });
  const all = new Set(shards);
  return found.every((name) => all.has(name)) ? shards : [];
}

export function candidatesAmong(names: readonly string[]) {
  return names.filter((name) => isWeights(name) && !name.includes('/'));
}

/** The files of weights of which each is a model: no shards, and no projector of images. */
export function choicesAmong(names: readonly string[]) {
  return candidatesAmong(names).filter((name) => !isShard(name) && !/^mmproj/.test(name));
}
