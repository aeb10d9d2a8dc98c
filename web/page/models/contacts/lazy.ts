// The view of contacts, loaded when it is opened first.

import { createLazyView } from '../lazy-view.ts';
import type { OpenModel } from '../open-model.ts';

export function createContacts(model: OpenModel) {
  return createLazyView(model, async () => {
    const { createContactsView } = await import('./contacts.ts');
    return createContactsView(model);
  });
}
