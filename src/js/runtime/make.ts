// The key of the engine's method that creates handles of other entries' classes.

import { version } from 'headwise:package';

/**
 * The engine's method that creates a handle. Each entry of the package is bundled with its own copy of this file; the global
 * registry gives all copies of one version the same symbol.
 */
export const MAKE = Symbol.for(`headwise.make ${version}`);
