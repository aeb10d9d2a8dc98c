// Finds the buffers that are transferred to another thread instead of copied.

/** The buffers of all typed arrays in a result, each once. */
export function buffersOf(result: unknown): ArrayBuffer[] {
  const buffers: Set<ArrayBuffer> = new Set();
  const visit = (value: unknown) => {
    if (ArrayBuffer.isView(value)) buffers.add(value.buffer as ArrayBuffer);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(result);
  return [...buffers];
}
