// The page's first model: the facts known at once. Its parameters are in another script.

import { config, kinds, measured, roles, vocab } from 'headwise:model';
import { EXAMPLE, GRAMMAR } from '../lab/state/state.ts';
import { createTrainedSource } from './trained-source.ts';

export const grammar = createTrainedSource(
  { name: GRAMMAR, config, vocab, kinds, roles, measured, example: EXAMPLE },
  async () => (await import('./grammar-parameters.ts')).parameters,
);
