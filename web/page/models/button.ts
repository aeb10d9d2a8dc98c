// The button that opens a model in place of the lab. Its code is loaded on the first click.

import { createRoot, html } from '../../ui/template.ts';
import { loadOnce } from '../load-once.ts';
import { isHubModel } from './hub.ts';
import { dropped, looksLikeModel, modelFilesOf } from './model-files.ts';
import type { Lab } from '../../elements/lab/lab.ts';
import type { Messages } from '../../words/en/lab.ts';
import type { ModelFiles } from './model-files.ts';

/**
 * The parameters of an address that name a model: one beside the page, one of the reader's own files,
 * or one of a hub.
 */
const BESIDE = 'model';
const OWN = 'own-model';
const HUB = 'hub';

function parameterOf({ source }: ModelFiles) {
  if (typeof source === 'string') return BESIDE;
  return isHubModel(source) ? HUB : OWN;
}

/** @param host element of the lab */
export function createModelsButton(
  lab: Lab,
  host: HTMLElement,
  language: string,
  messages: Messages,
) {
  const load = loadOnce(lab, messages, async () => {
    const { createRoom } = await import('./models-room.ts');
    return createRoom({ language, onBack: back, onName: writeName });
  });
  let room: Awaited<ReturnType<typeof load>> = null;

  function writeName(given: ModelFiles | null) {
    const next = new URL(location.href);
    for (const name of [BESIDE, OWN, HUB]) next.searchParams.delete(name);
    if (given) next.searchParams.set(parameterOf(given), given.name);
    try {
      history.replaceState(history.state, '', next);
    } catch {
      // a page in a sandboxed frame may have no address of its own
    }
  }

  function back() {
    room?.close();
    room?.element.remove();
    host.hidden = false;
    writeName(null);
    button.focus();
  }

  async function open() {
    room = await load();
    if (!room) return null;
    host.hidden = true;
    host.after(room.element);
    room.focus();
    return room;
  }

  const { element: button } = createRoot<HTMLButtonElement>(
    html`<button type="button" @click=${open}>${messages.modelOpen}</button>`,
  );
  const asked = new URLSearchParams(location.search);
  const [named, own, ofHub] = [BESIDE, OWN, HUB].map((name) => asked.get(name));
  if (named) void open().then((opened) => opened?.named(named));
  else if (own) void open().then((opened) => opened?.chooseAgain(own));
  else if (ofHub) void open().then((opened) => opened?.ofHub(ofHub));
  host.dataset.opensModels = '';
  host.addEventListener('headwise-open-model', async (event) => {
    const { detail: file } = event as CustomEvent<File>;
    const given = modelFilesOf([[file.name, file]]);
    if (given) (await open())?.openTrained(given);
  });
  // the header's other buttons belong to the lab
  document.getElementById('tools')?.addEventListener(
    'click',
    ({ target }) => {
      const pressed = (target as Element).closest('button');
      const opensMenu = pressed?.hasAttribute('aria-expanded');
      if (host.hidden && pressed && !opensMenu && pressed !== button) back();
    },
    { capture: true },
  );

  return {
    button,
    /** Opens a file that was dropped on the lab, if it is a model. */
    take(transfer: DataTransfer) {
      if (!looksLikeModel(transfer)) return false;
      const given = dropped(transfer);
      void open().then(async (opened) => opened?.offer(await given));
      return true;
    },
  };
}
