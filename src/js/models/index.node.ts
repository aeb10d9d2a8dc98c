// The entry `headwise/models` in Node, where a source may be the path of a folder or file.

import { openAnywhere } from './open.ts';
import { openPath } from './sources/path-node.ts';

export * from './index.ts'; // without its openModel, whose name is declared here

export const openModel: typeof import('./open.ts').openModel = (
  source: any,
  options?: unknown,
): Promise<any> => openAnywhere(source, options, openPath);
