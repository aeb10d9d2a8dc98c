// The entry `headwise/training`: transformers that learn, tasks for them, and roles of their heads. The arithmetic is the
// engine's; this entry makes the data and reads the maps.

export type { Task, TaskBatch } from './tasks/sequence.ts';
export type { AnnotatedBatch, GrammarTask, Relation, RelationName } from './tasks/grammar.ts';
export type { PairsBatch, PairsTask } from './tasks/pairs.ts';
export type { TextUnit } from './tasks/splitting.ts';
export type { Role, RoleName, RoleInput, HeadRoles } from './roles.ts';
export type { TrainFields, TrainOptions } from './train.ts';
export type { Piece, PieceTokenizer } from './bpe-tokenizer.ts';
export type { ModelFile } from './model-file.ts';

export { HeadwiseError } from '../arguments/errors.ts';
export * from '../types/training.ts'; // types only: makes them importable by name
export { createTransformer } from './create.ts';
export { learnPieces } from './learn-pieces.ts';
export { readModel, writeModel } from './model-file.ts';
export { pieceTokenizer } from './bpe-tokenizer.ts';
export { Random } from './random.ts';
export { headRoles, rolesOf } from './roles.ts';
export { train } from './train.ts';
export { binary } from './tasks/binary.ts';
export { copyPrevious } from './tasks/copy-previous.ts';
export { grammar } from './tasks/grammar.ts';
export { induction } from './tasks/induction.ts';
export { nextToken } from './tasks/next-token.ts';
export { pairs } from './tasks/pairs.ts';
export { reverse } from './tasks/reverse.ts';
export { sort } from './tasks/sort.ts';
export { splitText } from './tasks/splitting.ts';
