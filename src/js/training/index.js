// The entry `headwise/training`: transformers that learn, tasks for them, and roles of their heads. The arithmetic is the
// engine's; this entry makes the data and reads the maps.

/**
 * Types by name.
 *
 * @typedef {import('./tasks/sequence.js').Task} Task
 * @typedef {import('./tasks/sequence.js').TaskBatch} TaskBatch
 * @typedef {import('./tasks/grammar.js').GrammarTask} GrammarTask
 * @typedef {import('./tasks/pairs.js').PairsTask} PairsTask
 * @typedef {import('./tasks/splitting.js').TextUnit} TextUnit
 * @typedef {import('./tasks/grammar.js').Relation} Relation
 * @typedef {import('./roles.js').Role} Role
 * @typedef {import('./roles.js').RoleName} RoleName
 * @typedef {import('./roles.js').RoleInput} RoleInput
 * @typedef {import('./roles.js').HeadRoles} HeadRoles
 * @typedef {import('./train.js').TrainOptions} TrainOptions
 * @typedef {import('./pieces.js').Piece} Piece
 * @typedef {import('./pieces.js').PieceTokenizer} PieceTokenizer
 * @typedef {import('./model-file.js').ModelFile} ModelFile
 */

export { HeadwiseError } from '../arguments/errors.js';
export * from '../types/training.js'; // types only: makes them importable by name
export { createTransformer } from './create.js';
export { learnPieces } from './learn-pieces.js';
export { readModel, writeModel } from './model-file.js';
export { pieceTokenizer } from './pieces.js';
export { Random } from './random.js';
export { headRoles, rolesOf } from './roles.js';
export { train } from './train.js';
export { binary } from './tasks/binary.js';
export { copyPrevious } from './tasks/copy-previous.js';
export { grammar } from './tasks/grammar.js';
export { induction } from './tasks/induction.js';
export { nextToken } from './tasks/next-token.js';
export { pairs } from './tasks/pairs.js';
export { reverse } from './tasks/reverse.js';
export { sort } from './tasks/sort.js';
export { splitText } from './tasks/splitting.js';
