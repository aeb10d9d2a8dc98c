// In the worker: the contacts of the newest text, which the model reads with all its heads.

import { contacts } from 'headwise/models';
import type { Run } from 'headwise/models';
import type { ContactsAnswers } from './messages.ts';

/** @param whole the newest run with all heads */
export function createContacts(whole: () => Run): ContactsAnswers {
  return {
    contactsMap: async () => (await contacts(whole())).probabilities,

    async contactsPair([row, column]) {
      const { logits, bias, heads } = await contacts(whole(), { pairs: [[row, column]] });
      return {
        logit: logits.at(row, column),
        bias,
        heads: heads.map(({ layer, head, weight, contributions = [], terms = [] }) => ({
          ...{ layer, head, weight, value: contributions[0] },
          ...terms[0],
        })),
      };
    },
  };
}
