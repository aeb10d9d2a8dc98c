// The language of the page: chosen by address, earlier choice or browser.
// The address (?lang=zh) comes first, then the choice in this browser, then the browser's
// preference.
// Choosing a language opens the same page in the same state.

import { store, stored } from '../ui/storage.ts';
import { html } from '../ui/template.ts';
import { directionOf, languages, pickLanguage } from '../words/languages.ts';
import { loadLabWords } from '../words/lab.ts';
import type { Messages } from '../words/en/lab.ts';

const REMEMBERED = 'headwise-language';

/** Picks the language and sets it on the document. */
export function findLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  const language = pickLanguage([asked, stored(REMEMBERED), ...navigator.languages]);
  const { documentElement } = document;
  documentElement.lang = language;
  documentElement.dir = directionOf(language);
  return { language };
}

/** The same with the words of the page that has the lab. */
export async function startLanguage() {
  const { language } = findLanguage();
  const messages = await loadLabWords(language);
  document.title = messages.pageTitle;
  return { language, messages };
}

/** @param language the present one */
export function languageChoice(language: string, messages: Messages) {
  function choose({ target }: Event) {
    const { value } = target as HTMLSelectElement;
    store(REMEMBERED, value);
    const next = new URL(location.href);
    next.searchParams.set('lang', value);
    location.assign(next);
  }
  return html`<select aria-label=${messages.languageLabel} @change=${choose}>
    ${Object.entries(languages).map(
      ([tag, { name }]) =>
        html`<option value=${tag} lang=${tag} selected=${tag === language}>${name}</option>`,
    )}
  </select>`;
}
