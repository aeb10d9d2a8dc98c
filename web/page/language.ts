// The language of the page: chosen by address, earlier choice or browser.
// The address (?lang=zh) comes first, then the choice in this browser, then the browser's
// preference. Choosing a language opens the same page in the same state.

import { h } from '../elements/shared/dom.ts';
import { store, stored } from '../elements/shared/storage.ts';
import { messages as allMessages } from '../elements/messages/index.ts';
import { directionOf, names, pickLanguage } from '../elements/messages/pick.ts';
import { wordsOf } from '../elements/messages/words.ts';
import type { Messages } from '../elements/messages/en.ts';

const REMEMBERED = 'headwise-language';

/** Picks the language and tells the document. */
export function findLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  const language = pickLanguage([asked, stored(REMEMBERED), ...navigator.languages]);
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
  return { language };
}

/** The same with the words of the page that has the lab. */
export function startLanguage() {
  const { language } = findLanguage();
  const messages = wordsOf(language, allMessages);
  document.title = messages.pageTitle;
  return { language, messages };
}

/** @param language the present one */
export function createLanguageChoice(language: string, messages: Messages) {
  const select = h(
    'select',
    {
      'aria-label': messages.languageLabel,
      onchange: () => {
        store(REMEMBERED, select.value);
        const next = new URL(location.href);
        next.searchParams.set('lang', select.value);
        location.assign(next);
      },
    },
    ...Object.entries(names).map(([tag, name]) =>
      h('option', { value: tag, lang: tag, selected: tag === language }, name),
    ),
  );
  return select;
}
