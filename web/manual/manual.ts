// The script of the manual's pages: folding navigation and full-text search.
// The list of pages folds on a phone; the search index is fetched on the first search.

import MiniSearch from 'minisearch';
import { html, render } from '../ui/template.ts';
import { OPTIONS } from './search-options.ts';
import type { SearchResult } from 'minisearch';
import type { Template } from '../ui/template.ts';
import type { Section } from './search-options.ts';

const MOST = 12;
const base = document.body.dataset.base ?? '';
const query = document.getElementById('query') as HTMLInputElement;
const results = document.getElementById('results') as HTMLOListElement;
const found = document.getElementById('found') as HTMLElement;
const pages = document.querySelector('.pages') as HTMLDetailsElement;

const narrow = matchMedia('(max-width: 899px)');
const fold = () => {
  pages.open = !narrow.matches;
};
narrow.addEventListener('change', fold);
fold();

let loading: Promise<MiniSearch<Section>> | null = null;

function load() {
  loading ??= fetch(`${base}search.json`)
    .then((response) => {
      if (!response.ok) throw new Error(`search.json: ${response.status}`);
      return response.text();
    })
    .then((text) => MiniSearch.loadJSON(text, OPTIONS));
  loading.catch(() => {
    loading = null; // the next letter tries again
  });
  return loading;
}

async function search() {
  const asked = query.value.trim();
  if (asked === '') {
    show([], '');
    return;
  }
  try {
    const index = await load();
    if (query.value.trim() !== asked) return;
    const hits = index.search(asked);
    show(hits.slice(0, MOST).map(entry), countText(hits.length));
  } catch {
    const failed = html`<li>The search could not be loaded. Type again to retry.</li>`;
    show([failed], 'The search failed.');
  }
}

function countText(count: number) {
  return count === 0 ? 'Nothing found' : count === 1 ? '1 section' : `${count} sections`;
}

/** @param count for screen readers; '' hides the results */
function show(items: readonly Template[], count: string) {
  found.textContent = count;
  results.hidden = count === '';
  results.dataset.asked = count === '' ? '' : query.value.trim();
  render(items.length > 0 || count === '' ? items : [html`<li>${count}</li>`], results);
}

function entry({ id, title, page, start }: SearchResult) {
  const where = title === page ? '' : page;
  return html`<li>
    <a href=${base + id}><strong>${title}</strong>${' '}<span>${where}</span><small>${start}</small></a>
  </li>`;
}

query.addEventListener('focus', () => void load().catch(() => {}), { once: true });
query.addEventListener('input', () => void search());

/** Arrow keys move through the field and the results, Escape removes the results. */
document.querySelector('search')?.addEventListener('keydown', (event) => {
  const { key } = event as KeyboardEvent;
  if (key === 'Escape') {
    query.value = '';
    show([], '');
    query.focus();
  } else if (key === 'ArrowDown' || key === 'ArrowUp') {
    const stops = [query, ...results.querySelectorAll('a')];
    const at = stops.indexOf(document.activeElement as any);
    const next = stops[at + (key === 'ArrowDown' ? 1 : -1)];
    if (next) {
      event.preventDefault();
      next.focus();
    }
  } else if (key === 'Enter' && document.activeElement === query) {
    results.querySelector('a')?.click();
  }
});
results.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a')) show([], '');
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea');
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  query.focus();
});
