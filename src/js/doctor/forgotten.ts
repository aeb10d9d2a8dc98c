// Options that a hand-in may have forgotten to say: if the correct numbers with one of them are the given ones, the
// implementation is right and its file is not.

import { prepareSubmission } from './checked-submission.ts';
import type { CheckedSubmission, Right } from './checked-submission.ts';
import type { Submission } from './submission.ts';

/** An option with which the given numbers are right. */
export interface Forgotten {
  option: 'causal' | 'numHeads';
  value: boolean | number;
}

/** The most other numbers of heads that are tried. */
const MOST = 16;

/** @param isRight whether a submission's numbers are the correct ones */
export function forgottenOption(
  submission: Submission,
  { given, parameters, config }: CheckedSubmission,
  isRight: (task: CheckedSubmission, right: Right) => boolean,
): Forgotten | undefined {
  const { options = {} } = submission;
  const tried: Forgotten[] = [];
  // with maps, their axis of heads is the number; a layer's other sizes follow from it
  if (parameters && !given.attention) {
    const { embedDim, numHeads } = config;
    for (let heads = 1; heads <= embedDim && tried.length < MOST; heads++) {
      if (embedDim % heads === 0 && heads !== numHeads)
        tried.push({ option: 'numHeads', value: heads });
    }
  }
  if (!options.causal) tried.unshift({ option: 'causal', value: true });
  return tried.find(({ option, value }) => {
    try {
      const changed = { ...submission, options: { ...options, [option]: value } };
      const { task, right } = prepareSubmission(changed);
      return isRight(task, right);
    } catch {
      return false; // sizes that do not fit
    }
  });
}

/** In the names of files, as numpy.savez takes them. */
export function sayForgotten({ option, value }: Forgotten) {
  const written = option === 'causal' ? 'causal=True' : `num_heads=${value}`;
  return `With ${written} these numbers are right: the file does not say so. Save ${written} with the arrays.`;
}
