// The groups of an export menu: a heading, and a button for each format.

import { html } from '../../../ui/template.ts';

export interface Group<Format> {
  label: string;
  items: readonly (readonly [Format, string])[];
}

/** @param isMenu whether the list is a menu with arrow keys, not a row of buttons */
export function exportGroups<Format>(
  groups: readonly Group<Format>[],
  choose: (format: Format) => void,
  isMenu: boolean,
) {
  return groups.map(
    ({ label, items }) => html`<div role="group" aria-label=${label} class="export-group">
      <span class="export-heading" aria-hidden="true">${label}</span>
      ${items.map(
        ([format, text]) => html`<button
          type="button"
          role=${isMenu && 'menuitem'}
          tabindex=${isMenu && '-1'}
          class="export-item"
          @click=${() => choose(format)}
        >
          ${text}
        </button>`,
      )}
    </div>`,
  );
}
