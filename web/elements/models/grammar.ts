// The grammar model: the facts known at once. Another script has its parameters.

import { config, kinds, measured, roles, vocab } from 'headwise:model';
import { EXAMPLE, GRAMMAR } from '../lab/state/state.ts';
import { createTrainedSource } from './trained-source.ts';

export const grammar = createTrainedSource(
  { name: GRAMMAR, config, vocab, kinds, roles, measured, example: EXAMPLE },
  async () => (await import('./grammar-parameters.ts')).parameters,
);
