// Breadcrumbs of the followed numbers, each a link back.

import { html } from '../../../ui/template.ts';
import { parseCell } from '../answer/cells.ts';
import { inlineSymbol } from '../steps/symbols.ts';
import { nameText } from './names.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { Template } from '../../../ui/template.ts';
import type { LayerActions } from '../frame.ts';
import type { Answer } from '../answer/answer.ts';

/** Hidden while there is one number or none. */
export function crumbs(
  messages: Messages,
  actions: LayerActions,
  answer: Answer,
  trail: readonly string[],
): Template {
  const crumb = (name: string, i: number) => {
    const cell = parseCell(name);
    const title = cell && nameText(messages, answer, cell);
    return html`<li>
      <button type="button" class="crumb" title=${title} aria-current=${i === trail.length - 1 && 'step'}
        @click=${() => actions.trim(i + 1)}>
        ${cell && inlineSymbol(cell.matrix, cell.head)}
      </button>
    </li>`;
  };
  return html`<nav aria-label=${messages.provCrumbs} hidden=${trail.length < 2}>
    <ol class="crumbs">${trail.map(crumb)}</ol>
  </nav>`;
}
