// The modules that the bundler makes up (make/bundle.ts), as the type checker sees them.

declare module 'headwise:core-wasm' {
  /** The core's `fixed` WebAssembly module: its streams, LZMA, then base64. */
  export const lzmaBase64: string;
  /** Lengths of the streams in bytes. */
  export const lengths: readonly number[];
  /** Offset of the code section's content in the module. */
  export const codeAt: number;
  /** The module as a file of the package, and the call that takes it, for an error. */
  export const file: string;
  export const call: string;
}

declare module 'headwise:core-glue' {
  /** Emscripten's factory of the `fixed` module. */
  const createModule: (options?: Record<string, unknown>) => Promise<any>;
  export default createModule;
}

declare module 'headwise:model' {
  /** Facts about the page's first model, known before its file is loaded. */
  export const config: import('../js/types/training.ts').ResolvedTransformerConfig;
  export const vocab: readonly string[];
  /** A letter for each word's kind, and the kinds that can follow each. */
  export const kinds: { of: string; after: Readonly<Record<string, string>> };
  /** Roles of each head, measured by train-grammar.ts on that number of sentences. */
  export const roles: readonly {
    layer: number;
    head: number;
    name: string;
    offset?: number;
    score: number;
    positional: number;
  }[];
  export const measured: number;
}

declare module 'headwise:model-parameters' {
  /** Its parameters, in the order in which their numbers follow one another. */
  export const shapes: Readonly<Record<string, readonly number[]>>;
  /** Their numbers, float32, in base64. */
  export const dataBase64: string;
}

declare module 'headwise:model-english' {
  /** The size of its file; 0: this copy of headwise comes without it. */
  export const bytes: number;
}

declare module 'headwise:first' {
  /** The tokens of the sentence that the page starts with. */
  export const pieces: readonly string[];
  /** Its maps (heads, tokens, tokens), float32, in base64. */
  export const attentionBase64: string;
}

declare module 'headwise:platform' {
  /** The bundle's platform: how it loads files and opens workers. */
  export const platform: import('../js/runtime/loading/platform.ts').Platform;
  export const openWorker: import('../js/runtime/loading/platform.ts').OpenWorker;
}

declare module 'headwise:models-worker' {
  /** The script of the worker that holds a model, the engine inside. */
  const text: string;
  export default text;
}

declare module 'headwise:single-file' {
  export { isWorker, serve } from '../js/single-file.ts';
}

declare module 'headwise:package' {
  /** The package's version, such as '0.1.0'. */
  export const version: string;
  /** The compiler that made the core, such as 'emscripten 3.1.69'. */
  export const compiler: string;
  /** The first part of its modules' names: that of the core without or with what opened models need. */
  export const core: 'headwise' | 'models';
}

/**
 * import() that no bundler looks into: the address is known only when the program runs.
 *
 * @param url absolute
 */
declare function importAsIs(url: string): Promise<any>;
