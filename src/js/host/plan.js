// How the core's memory is laid out for a call. The next call keeps the layout if it has the same signature.

export class Plan {
  /** @type {readonly unknown[]} all that the layout depends on; empty: of no call */
  #signature = [];
  #memoryBytes = 0;
  /** @type {Map<string, number>} */
  #addresses = new Map();

  /**
   * Whether it is that of a call with this signature. Where the memory has grown, the core lays out each call again.
   *
   * @param {readonly unknown[]} signature
   * @param {number} memoryBytes
   */
  holds(signature, memoryBytes) {
    return memoryBytes === this.#memoryBytes && sameItems(signature, this.#signature);
  }

  /**
   * @param {readonly unknown[]} signature
   * @param {number} memoryBytes
   */
  begin(signature, memoryBytes) {
    this.#signature = signature;
    this.#memoryBytes = memoryBytes;
  }

  /** The next call is laid out whatever its signature is. */
  forget() {
    this.#signature = [];
    this.#addresses.clear();
  }

  /**
   * @param {string} name of a buffer
   * @param {() => number} find asks the core, once
   */
  addressOf(name, find) {
    let address = this.#addresses.get(name);
    if (address === undefined) {
      address = find();
      this.#addresses.set(name, address);
    }
    return address;
  }
}

/**
 * @param {readonly unknown[]} a
 * @param {readonly unknown[]} b
 */
function sameItems(a, b) {
  return a.length === b.length && a.every((item, at) => item === b[at]);
}
