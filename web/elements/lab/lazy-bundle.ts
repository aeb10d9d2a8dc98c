// Lazy bundle of the lab: more views, provenance, edits, unknown words.

import { completeMessages } from '../../words/en/lab-later.ts';
import { blender } from './blend/compute.ts';
import { createContributions as contributions } from './contributions/contributions.ts';
import { createBlendControls as blendControls } from './blend/blend-controls.ts';
import { createEditCount as editLine } from './edit-count.ts';
import { createEnlargedHeader as enlargedHeader } from './maps/enlarged-header.ts';
import { createExportMenu as exportMenu } from './export/menu.ts';
import { createKnownWords as knownWords } from './maps/known-words.ts';
import { createLines as lines } from './lines/lines.ts';
import { createProvenance as provenance } from './provenance/provenance.ts';
import { createUnknown as unknown } from './sentence/unknown.ts';
import { createSteps as steps } from './steps/steps.ts';
import { createTable as table } from './tables/table.ts';
import type { Messages } from '../../words/en/lab.ts';

export { exportHeads } from './export/heads.ts';
export { exportSteps } from './export/steps.ts';

export const createBlendControls = worded(blendControls);
export const createBlender = worded((_, ...needs: Parameters<typeof blender>) => blender(...needs));
export const createContributions = worded(contributions);
export const createEditLine = worded(editLine);
export const createEnlargedHeader = worded(enlargedHeader);
export const createExportMenu = worded(exportMenu);
export const createKnownWords = worded(knownWords);
export const createLines = worded(lines);
export const createProvenance = worded(provenance);
export const createSteps = worded(steps);
export const createTable = worded(table);
export const createUnknown = worded(unknown);

/** Wraps a part so that its English texts are loaded with it. */
function worded<Rest extends unknown[], Made>(
  create: (messages: Messages, ...rest: Rest) => Made,
): (messages: Messages, ...rest: Rest) => Made {
  return (messages, ...rest) => {
    completeMessages(messages);
    return create(messages, ...rest);
  };
}
