// Finds the buffers that are transferred to another thread instead of copied.

/**
 * The buffers of all typed arrays in a result, each once.
 *
 * @param {unknown} result
 * @returns {ArrayBuffer[]}
 */
export function buffersOf(result) {
  /** @type {Set<ArrayBuffer>} */
  const buffers = new Set();
  /** @param {unknown} value */
  const visit = (value) => {
    if (ArrayBuffer.isView(value)) buffers.add(/** @type {ArrayBuffer} */ (value.buffer));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(visit);
  };
  visit(result);
  return [...buffers];
}
