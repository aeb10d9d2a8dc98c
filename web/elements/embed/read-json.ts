// Reads JSON data from an attribute.

/**
 * @param name name of the attribute
 * @param example an accepted value
 * @throws {TypeError} if the text is not JSON
 */
export function readJson(name: string, text: string, example: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TypeError(`${name}: expected JSON such as ${example}`, { cause });
  }
}
