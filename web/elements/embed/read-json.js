// Reads JSON data from an attribute.

/**
 * @param {string} name of the attribute
 * @param {string} text
 * @param {string} example of what it may be
 * @throws {TypeError} if it is not JSON
 */
export function readJson(name, text, example) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`${name}: expected JSON such as ${example}`, { cause });
  }
}
