// Shares a step of a training with a class, without a server.
// A link, also as a QR code, leads every device to this step of this run; the letters of a
// fingerprint show that all have the same weights.

import { createLatestQuery } from '../../lesson/latest-query.ts';
import { createHandOut } from '../../../ui/hand-out.ts';
import { createRoot, html } from '../../../ui/template.ts';
import { sayText } from '../../../ui/text.ts';
import { compressed, LONGEST } from '../../lab/state/address.ts';
import { FIRST_TRAINING } from '../../lab/state/training.ts';
import { fingerprintOf, stateAt } from './fingerprint.ts';
import { save, savePart } from './save.ts';
import { sameValue } from '../../lab/state/values.ts';
import type { Runner } from '../run-pool.ts';
import type { Child } from '../../../ui/template.ts';
import type { Phase } from '../run-control.ts';
import type { Texts } from '../texts.ts';
import type { fileAt } from './save.ts';
import type { TrainingSettings } from '../../lab/state/training.ts';

type Settings = TrainingSettings;

/** Most characters of a QR code that cameras read easily. */
const MOST_IN_QR = 300;

/**
 * @param address address of the page
 * @param off removed heads
 * @returns null: it would be too long
 */
export async function linkTo(
  address: string | undefined,
  settings: Settings,
  step: number,
  off: readonly string[],
): Promise<string | null> {
  if (address === undefined) return null;
  const wanted = { ...settings, to: step, off };
  const names = Object.keys(wanted) as (keyof Settings)[];
  const differs = names.filter((name) => !sameValue(wanted[name], FIRST_TRAINING[name]));
  const training = Object.fromEntries(differs.map((name) => [name, wanted[name]]));
  const hash = await compressed({ view: 'training', training });
  return hash.length <= LONGEST ? address + hash : null;
}

/** The fingerprint of a model's weights at a saved step, or at the present one. */
export async function markAt(runner: Runner | undefined, step: number) {
  return runner ? fingerprintOf(await stateAt(runner, step)) : '';
}

/** A step on the screen. */
interface ShownStep {
  phase: Phase;
  step: number;
  off: readonly string[];
}

interface Found {
  step: number;
  /** fingerprint of the weights; '': none */
  name: string;
  /** null: it is too long, or the page has no address */
  address: string | null;
}

export function createShare(
  { words: { share: words, save: saving }, numbers }: Texts,
  {
    mark,
    link,
    file,
  }: {
    mark: (step: number) => Promise<string>;
    link: (step: number, off: readonly string[]) => Promise<string | null>;
    file: (step: number) => ReturnType<typeof fileAt>;
  },
) {
  const handOut = createHandOut({ label: words.link, ...words }, MOST_IN_QR);
  const state = {
    /** null: no run is on the screen */
    shown: null as ShownStep | null,
    found: null as Found | null,
    /** Whether the newest step with an answer had a link. */
    isLinked: true,
    /** about the saved file */
    message: null as Child,
  };
  const root = createRoot(view());

  function view() {
    const { shown, found, message } = state;
    const rests = shown !== null && isAtRest(shown.phase);
    return html`<section class="training-share" hidden=${!shown} data-rests=${String(rests)}>
      <h3>${words.title}</h3>
      <p>${shown && about(shown)}</p>
      <p hidden=${!found?.name}>
        <span>${found && sayText(words.mark, { step: numbers.whole(found.step) })}</span>${' '}
        <output class="training-mark" dir="ltr">${found?.name}</output>
      </p>
      ${handOut.element}
      ${savePart(saving, message, !rests, () => void saveStep())}
    </section>`;
  }

  function about({ phase, step }: ShownStep) {
    const here = state.isLinked ? words.about : words.noLink;
    return sayText(isAtRest(phase) ? here : words.pause, { step: numbers.whole(step) });
  }

  async function saveStep() {
    const step = state.shown?.step ?? 0;
    const message = await save(saving, () => file(step));
    if (step !== state.shown?.step) return;
    state.message = message;
    root.render(view());
  }

  function find(found: Found | null) {
    if (found) state.isLinked = found.address !== null;
    state.found = found;
    handOut.set(found?.address ?? '');
    root.render(view());
  }

  const ask = createLatestQuery(
    async (step: number, off: string): Promise<Found> => {
      const heads = off === '' ? [] : off.split(',');
      return { step, name: await mark(step), address: await link(step, heads) };
    },
    { show: find, fail: () => find(null), busy() {} },
  );

  return {
    element: root.element,
    /** @param shown null: no run is on the screen */
    update(shown: ShownStep | null) {
      if (shown?.step !== state.shown?.step) state.message = null;
      state.shown = shown;
      root.render(view());
      if (shown && isAtRest(shown.phase)) return ask(shown.step, shown.off.join());
      ask.forget();
      if (state.found) find(null);
    },
  };
}

export const isAtRest = (phase: Phase) => phase === 'paused' || phase === 'diverged';
