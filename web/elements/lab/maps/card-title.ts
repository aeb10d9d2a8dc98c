// Title of a head's map: its switch, its name and its role.

import { icon, sayText } from '../../../ui/text.ts';
import { html } from '../../../ui/template.ts';
import { isClear, roleText } from '../answer/roles.ts';
import type { Messages } from '../../../words/en/lab.ts';
import type { roleOf } from '../answer/roles.ts';

export interface CardTitle {
  head: number;
  /** the map's name, without the role */
  name: string;
  /** its number, which a narrow map shows alone */
  number: string;
  /** below the name; null: none */
  role: ReturnType<typeof roleOf>;
  isOn: boolean;
  /** whether the head can be switched off */
  hasSwitch: boolean;
  /** whether the Tab key stops at the name; arrow keys reach the names of the other maps */
  isStop: boolean;
}

export function cardTitle(
  messages: Messages,
  { head, name, number, role, isOn, hasSwitch, isStop }: CardTitle,
  actions: { switchHead: (on: boolean) => void; enlarge: () => void },
) {
  const places = { head: head + 1 };
  const switchLabel = sayText(messages.headOn, places);
  return html`<h3>
    <button
      type="button"
      class="head-name"
      title=${sayText(messages.enlarge, places)}
      .tabIndex=${isStop ? 0 : -1}
      @click=${actions.enlarge}
    >
      <span class="dot"></span>
      <span class="head-label">
        <span class="head-words">${role ? sayText(messages.head, places) : name}</span>
        <span class="head-number" aria-hidden="true">${number}</span>
        ${icon('M9 2h5v5M14 2L9.5 6.5M7 14H2V9M2 14l4.5-4.5')}
        <span class="role" hidden=${!role}>${role && roleView(messages, role)}</span>
      </span>
    </button>
    <label class="switch head-switch" title=${switchLabel} hidden=${!hasSwitch}>
      <span aria-hidden="true">${isOn ? messages.headIsOn : messages.headIsOff}</span>
      <input
        type="checkbox"
        role="switch"
        class="head-on"
        aria-label=${switchLabel}
        .checked=${isOn}
        @change=${({ target }: Event) => actions.switchHead((target as HTMLInputElement).checked)}
      />
    </label>
  </h3>`;
}

function roleView(messages: Messages, role: NonNullable<CardTitle['role']>) {
  if (!isClear(role)) return messages.roleNone;
  return html`
    <span class="spoken">:${' '}</span>
    <span class="role-name">${roleText(messages, role)}</span>
  `;
}
