// Loaded before a program, notes every WebAssembly memory that it makes, in `wasmMemories`.

/** @type {Set<WebAssembly.Memory>} */
const memories = new Set();
const { Memory, instantiate, Instance } = WebAssembly;
const note = (/** @type {WebAssembly.Instance} */ instance) => {
  for (const value of Object.values(instance.exports)) {
    if (value instanceof Memory) memories.add(value);
  }
};
WebAssembly.Memory = new Proxy(Memory, {
  construct(target, /** @type {[any]} */ given) {
    const memory = new target(...given);
    memories.add(memory);
    return memory;
  },
});
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, /** @type {[any]} */ given) {
    const instance = new target(...given);
    note(instance);
    return instance;
  },
});
WebAssembly.instantiate = /** @type {any} */ (
  async (/** @type {any} */ source, /** @type {any} */ imports) => {
    const made = /** @type {any} */ (await instantiate(source, imports));
    note(made.instance ?? made);
    return made;
  }
);

Object.assign(globalThis, { wasmMemories: memories });
