// The modules that the bundler makes up (make/bundle.js), as the type checker sees them.

declare module 'headwise:core-wasm' {
  /** The core's `fixed` WebAssembly module: gzip, then base64. */
  export const gzipBase64: string;
  /** Its length in bytes when unpacked. */
  export const byteLength: number;
}

declare module 'headwise:core-glue' {
  /** Emscripten's factory of the `fixed` module. */
  const createModule: (options?: Record<string, unknown>) => Promise<any>;
  export default createModule;
}

declare module 'headwise:first' {
  /** The tokens of the sentence that the page starts with. */
  export const pieces: readonly string[];
  /** Its maps (heads, tokens, tokens), float32, in base64. */
  export const attentionBase64: string;
}

declare module 'headwise:package' {
  /** The package's version, such as '0.1.0'. */
  export const version: string;
  /** The compiler that made the core, such as 'emscripten 3.1.69'. */
  export const compiler: string;
}
