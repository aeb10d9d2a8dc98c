// Frame of the pages beside the lab: title, column, link back.

import { h } from '../ui/dom.ts';

/** @param lead purpose of the page */
export function fillColumn(title: string, lead: string, ...content: Node[]) {
  document.title = `headwise: ${title}`;
  const column = document.querySelector('.column') as HTMLElement;
  column.replaceChildren(h('h1', null, title), h('p', { class: 'lead' }, lead), ...content);
  const back = document.getElementById('back') as HTMLAnchorElement;
  back.hash = location.hash; // the previous content
}
