// Put before Emscripten's glue of the threaded build, inside its function. Not a module, and nothing of the engine's.

// The glue waits with Atomics.waitAsync for calls that threads send to each other. Threads of this engine send none, and a
// wait that never ends keeps its memory for ever: every engine would stay after dispose.
// biome-ignore lint/correctness/noUnusedVariables: the glue below uses it
var Atomics = Object.create(globalThis.Atomics, { waitAsync: { value: undefined } });
