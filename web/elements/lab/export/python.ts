// Pieces of Python: helper functions and literals of numbers and strings.

/** Lines that make the random numbers of untrained layers and vectors. */
export const RANDOM = `
def uniform(count, seed, stream, number=0, bound=1.0):
    """The random numbers of headwise: Philox4x32-10 (Salmon et al. 2011), from -bound to bound."""
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    a = np.arange((count + 3) // 4, dtype=np.uint64)
    b, c, d = a * 0, a * 0 + np.uint64(stream), a * 0 + np.uint64(number)
    left, right = seed % 2**32, seed // 2**32
    for _ in range(10):
        p, q = a * np.uint64(0xD2511F53), c * np.uint64(0xCD9E8D57)
        a, b, c, d = (q >> half) ^ b ^ np.uint64(left), q & low, (p >> half) ^ d ^ np.uint64(right), p & low
        left, right = (left + 0x9E3779B9) % 2**32, (right + 0xBB67AE85) % 2**32
    words = np.stack([a, b, c, d], axis=1).ravel()[:count]
    unit = (words >> np.uint64(8)).astype(np.float32) * np.float32(2**-24)
    return (2 * unit - 1) * np.float32(bound)


def xavier(inputs, outputs, seed, stream):
    """Weights as in x W: a row for each input, a column for each output (Glorot and Bengio 2010)."""
    bound = np.sqrt(6 / (inputs + outputs))
    return uniform(outputs * inputs, seed, stream, bound=bound).reshape(outputs, inputs).T.copy()


def embed(ids, width):
    """A vector for each token and one for its place (Vaswani et al. 2017, section 3.5)."""
    tokens = np.stack([uniform(width, 0, 6, number=i) for i in ids])
    even = np.arange(width) // 2 * 2
    angles = np.arange(len(ids))[:, None] * 10000.0 ** (-even / width)
    positions = np.where(np.arange(width) % 2 == 0, np.sin(angles), np.cos(angles))
    return tokens, positions.astype(np.float32)

`.split('\n');

/** Lines of a softmax; a row of -Infinity gives zeros, as in the engine. */
export const SOFTMAX = [
  'def softmax(rows):',
  '    exponentials = np.exp(rows - np.maximum(rows.max(-1, keepdims=True), np.finfo(np.float32).min))',
  '    sums = exponentials.sum(-1, keepdims=True)',
  '    return exponentials / np.where(sums == 0, 1, sums)',
  '',
];

/** @param value a float32, or a number that will be rounded to one */
export function number(value: number) {
  return Object.is(value, -0) ? '-0.0' : String(value);
}

export function list(words: readonly string[]) {
  return `[${words.map(quote).join(', ')}]`;
}

/**
 * A Python string literal of any text: JSON's escapes are Python's too, except for lone surrogates,
 * which a Python file cannot contain.
 */
export function quote(word: string) {
  return JSON.stringify(word.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The bytes of little-endian float32 numbers as base64. */
export function base64(data: Float32Array) {
  const view = new DataView(new ArrayBuffer(4 * data.length));
  data.forEach((value, i) => view.setFloat32(4 * i, value, true));
  let text = '';
  for (let i = 0; i < view.byteLength; i++) text += String.fromCharCode(view.getUint8(i));
  return btoa(text);
}
