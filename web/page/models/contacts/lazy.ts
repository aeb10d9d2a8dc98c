// The view of contacts, loaded when it is opened first.

import { createLazyView } from '../lazy-view.ts';
import type { OpenModel } from '../open-model.ts';
import type { Input } from '../worker-messages.ts';

export function createContacts(model: OpenModel, input: () => Input) {
  return createLazyView(model, input, async () => {
    const { createContactsView } = await import('./contacts.ts');
    return createContactsView(model);
  });
}
