// Reads JSON data from an attribute.

/**
 * @param name of the attribute
 * @param example of what it may be
 * @throws {TypeError} if it is not JSON
 */
export function readJson(name: string, text: string, example: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`${name}: expected JSON such as ${example}`, { cause });
  }
}
