// Parts of the lab that are loaded together when first needed: the views besides the heads, where a number comes
// from, and what goes into files.

export { createContributions } from './contributions/contributions.js';
export { writeCode } from './export/code.js';
export { exportHeads } from './export/heads.js';
export { toCsv, toJson, toNpy } from './export/numbers.js';
export { pngOf, svgOf, tikzOf } from './export/picture.js';
export { codeRunOf, needsTrace } from './export/runs.js';
export { exportSteps } from './export/steps.js';
export { createLines } from './lines/lines.js';
export { createProvenance } from './provenance/provenance.js';
export { createSteps } from './steps/steps.js';
export { createUnknown } from './sentence/unknown.js';
