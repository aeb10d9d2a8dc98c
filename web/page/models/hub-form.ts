// Finds a model of a hub by its name: the hub is asked for a list of files, and for nothing else, when the reader presses "Find".

import { button } from '../../ui/controls.ts';
import { createRoot, html, keyed } from '../../ui/template.ts';
import { saidOf } from '../../ui/errors.ts';
import { ownWords, quoteEngine, sayText } from '../../ui/text.ts';
import { hubModelOf, hubName } from './hub.ts';
import { bytesText } from './sizes.ts';
import { STARTERS } from './starters.ts';
import type { CachedModel } from 'headwise/models';
import type { Child } from '../../ui/template.ts';
import type { Messages } from '../../words/en/models.ts';
import type { ModelFiles } from './model-files.ts';
import type { AskOnce } from './ask-once.ts';

/**
 * @param hub the hub's address
 * @param askOnce asks a worker of its own
 * @param offer called with the model that was found
 * @param say shows a remark
 */
export function createHubForm(
  messages: Messages,
  hub: URL,
  askOnce: AskOnce,
  { offer, say }: { offer: (found: ModelFiles) => void; say: (remark: Child) => void },
) {
  const host = hub.host;
  /** the model whose list of files is awaited */
  let asked: { name: string; cancel: () => void } | null = null;
  let stored: readonly CachedModel[] = [];
  /** whether the name in the field is that of the address */
  let isNamed = false;
  /** the model that was removed last, until the next search */
  let removed: string | null = null;
  let input!: HTMLInputElement;

  function hint() {
    if (asked) return sayText(messages.hubAsking, { host, name: asked.name });
    if (removed !== null) return sayText(messages.storedRemoved, { name: removed });
    return sayText(isNamed ? messages.hubNamed : messages.hubHint, { host });
  }

  function view() {
    const example = STARTERS[1].name;
    return html`<div class="models-hub">
      <form class="models-named" @submit=${submit}>
        <label>
          <span>${sayText(messages.hubLabel, { host })}</span>
          <input
            type="text"
            spellcheck="false"
            autocapitalize="off"
            placeholder=${example}
            ref=${(element: HTMLInputElement) => (input = element)}
          />
        </label>
        ${button(messages.besideOpen, null, { look: 'second', submit: true, hidden: asked !== null })}
        ${button(messages.cancel, cancel, { look: 'second', hidden: asked === null })}
      </form>
      <p class="models-hint" role="status">
        ${hint()}
      </p>
      <details hidden=${stored.length === 0}>
        <summary>${messages.stored}</summary>
        <ul>
          ${keyed(stored, ({ address }) => address, storedRow)}
        </ul>
      </details>
    </div>`;
  }

  function storedRow({ address, bytes }: CachedModel) {
    const name = address.startsWith(hub.href) ? address.slice(hub.href.length) : address;
    return html`<li>
      <span>${ownWords(name)}</span>
      <span>${bytesText(bytes)}</span>
      ${button(messages.storedRemoveShort, () => remove(address, name), { look: 'link', label: sayText(messages.storedRemove, { name }) })}
    </li>`;
  }

  const { element, render } = createRoot(view());

  function submit(event: Event) {
    event.preventDefault();
    find(input.value);
  }

  async function find(text: string) {
    cancel();
    isNamed = false;
    removed = null;
    const name = hubName(text);
    if (name === null) return say(sayText(messages.hubWrong, { example: STARTERS[1].name }));
    const question = askOnce('hubFiles', { hub: name, endpoint: hub.href, revision: 'main' });
    const mine = { name, cancel: question.cancel };
    asked = mine;
    say(null);
    render(view());
    // the pressed button is hidden meanwhile
    input.focus();
    try {
      const found = hubModelOf(name, hub, await question.answer);
      if (asked !== mine) return;
      if (found.files > 0 || found.choices) return offer(found);
      say(messages.hubNoWeights);
      input.focus();
    } catch (error) {
      if (asked !== mine) return;
      say(quoteEngine(messages.hubFailed, saidOf(error), { host }));
      input.focus();
    } finally {
      if (asked === mine) asked = null;
      render(view());
    }
  }

  function cancel() {
    asked?.cancel();
    asked = null;
    render(view());
  }

  async function remove(address: string, name: string) {
    try {
      await askOnce('removeStored', address).answer;
    } catch (error) {
      return say(quoteEngine(messages.storedFailed, saidOf(error), { name }));
    }
    removed = name;
    say(null);
    await refresh();
    // the pressed button is gone
    input.focus();
  }

  /** Lists the models that the browser has stored. */
  async function refresh() {
    // a browser that refuses access to its storage has stored none
    stored = await askOnce('stored', null).answer.catch(() => []);
    render(view());
  }

  return {
    element,
    find,
    cancel,
    refresh,
    /** Fills in a name, which an address gave; nothing is asked before the reader presses "Find". */
    fill(name: string) {
      input.value = name;
      isNamed = true;
      render(view());
      input.focus();
    },
  };
}
