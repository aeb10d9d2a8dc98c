// The name under which an engine makes handles of classes that it does not know.

import { version } from 'headwise:package';

/**
 * The method of an engine that makes a handle in it. Other entries of the package are bundled apart, each with a copy of this
 * file: that makes one name for all of them, and another for those of another version.
 */
export const MAKE = Symbol.for(`headwise.make ${version}`);
