// A model's files, sent by Python chunk by chunk. In a saved page they are embedded.

export type Model = import('../../elements/anywidget.d.ts').Model & {
  send: (content: unknown) => void;
  on: (event: string, listener: (...values: any[]) => void) => void;
};

const PIECE = 4 * 2 ** 20;
/** Chunks requested at the same time: one is sent while another is read. */
const AT_ONCE = 3;
const MOST_FILES = 1000;

export async function readFiles(
  model: Model,
  onProgress: (done: number, total: number, file: string) => void,
  signal: AbortSignal,
): Promise<Record<string, Blob>> {
  const listed = filesIn(model);
  const inside = listed.map(({ name }) => model.get(`file:${name}`));
  if (inside.every((one) => one instanceof DataView)) {
    return Object.fromEntries(
      listed.map(({ name }, i) => [name, new Blob([inside[i] as DataView<ArrayBuffer>])]),
    );
  }
  const ask = asker(model, signal);
  const total = listed.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  const files: Record<string, Blob> = {};
  for (const { name, size } of listed) {
    const starts = Array.from({ length: Math.ceil(size / PIECE) }, (_, i) => i * PIECE);
    const pieces: Blob[] = [];
    for (let i = 0; i < starts.length; i += AT_ONCE) {
      const some = starts.slice(i, i + AT_ONCE).map(async (start) => {
        const end = Math.min(size, start + PIECE);
        const piece = await ask({ name, start, end });
        if (piece.byteLength !== end - start) {
          throw new RangeError(`${name}: expected ${end - start} bytes, got ${piece.byteLength}`);
        }
        onProgress((done += piece.byteLength), total, name);
        return new Blob([piece]);
      });
      pieces.push(...(await Promise.all(some)));
    }
    files[name] = new Blob(pieces);
  }
  return files;
}

function filesIn(model: Model): { name: string; size: number }[] {
  const listed = model.get('files');
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MOST_FILES) {
    throw new TypeError('files: expected the names and sizes of a model’s files');
  }
  return listed.map((one) => {
    const { name, size } = Object(one);
    if (typeof name !== 'string' || !Number.isSafeInteger(size) || size < 0) {
      throw new TypeError('files: expected a name and a size of each');
    }
    return { name, size };
  });
}

/** Requests to Python by their numbers. */
function asker(model: Model, signal: AbortSignal) {
  const waiting: Map<
    number,
    { resolve: (piece: DataView<ArrayBuffer>) => void; reject: (reason: unknown) => void }
  > = new Map();
  let count = 0;
  const hear = (content: unknown, buffers: DataView<ArrayBuffer>[]) => {
    const { id, error } = Object(content);
    const one = waiting.get(id);
    waiting.delete(id);
    if (error || !buffers?.[0]) one?.reject(new Error(String(error ?? 'no bytes came')));
    else one?.resolve(buffers[0]);
  };
  model.on('msg:custom', hear);
  signal.addEventListener('abort', () => {
    for (const { reject } of waiting.values()) reject(signal.reason);
    waiting.clear();
  });
  return (part: { name: string; start: number; end: number }) =>
    new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      model.send({ id, ...part });
    }) as Promise<DataView<ArrayBuffer>>;
}
