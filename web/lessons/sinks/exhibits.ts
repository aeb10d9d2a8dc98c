// Exhibits of the lesson about sinks.

import { contributionNorms } from './contribution-norms.ts';
import { firstShare } from './first-share.ts';
import { missed } from './missed.ts';

export const sinks = [firstShare, contributionNorms, missed];
