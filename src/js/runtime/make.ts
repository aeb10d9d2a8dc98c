// The keys of the engine's methods for other entries of the package.

import { version } from 'headwise:package';

/**
 * The engine's method that creates a handle. Each entry of the package is bundled with its own copy of this file; the global
 * registry gives all copies of one version the same symbol.
 */
export const MAKE = Symbol.for(`headwise.make ${version}`);

/** The engine's method that returns its options of load, for an entry with a core of its own. */
export const LOADED = Symbol.for(`headwise.loaded ${version}`);
