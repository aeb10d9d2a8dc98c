// Shares a step of a training with a class, without a server.
// A link, also as a QR code, leads every device to this step of this run; the letters of a
// fingerprint show that all have the same weights.

import { createLatestQuery } from '../../lesson/latest-query.ts';
import { fillText, h, setText } from '../../../ui/dom.ts';
import { createHandOut } from '../../../ui/hand-out.ts';
import { compressed, LONGEST } from '../../lab/state/address.ts';
import { FIRST_TRAINING } from '../../lab/state/training.ts';
import { fingerprintOf, stateAt } from './fingerprint.ts';
import { createSave } from './save.ts';
import { sameValue } from '../../lab/state/values.ts';
import type { Runner } from '../run-pool.ts';
import type { Words } from '../../../words/en/training.ts';
import type { Phase } from '../run-control.ts';
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

export function createShare(
  { share: words, save: saving }: Words,
  numbers: ReturnType<typeof import('../../lesson/numbers.ts').numbersOf>,
  {
    mark,
    link,
    file,
  }: {
    mark: (step: number) => Promise<string>;
    link: (step: number, off: readonly string[]) => Promise<string | null>;
    file: (step: number) => ReturnType<typeof import('./save.ts').fileAt>;
  },
) {
  const about = h('p', null);
  const weights = h('output', { class: 'training-mark', dir: 'ltr' });
  const marked = h('p', null, h('span', null), ' ', weights);
  const handOut = createHandOut({ label: words.link, ...words }, MOST_IN_QR);
  const element = h(
    'section',
    { class: 'training-share' },
    h('h3', null, words.title),
    about,
    marked,
    handOut.element,
  );
  const save = createSave(saving, file);
  element.append(save.element);
  handOut.set('');
  /** Whether there is a link to the newest step. */
  let isLinked = true;
  /** Writes the paragraph above the link. */
  let tell: () => void = () => {};

  function hide() {
    marked.hidden = true;
    handOut.set('');
  }

  const ask = createLatestQuery(
    async (step: number, off: string) => {
      const heads = off === '' ? [] : off.split(',');
      return { step, name: await mark(step), address: await link(step, heads) };
    },
    {
      show({ step, name, address }) {
        setText(marked.firstChild as Node, fillText(words.mark, { step: numbers.whole(step) }));
        setText(weights, name);
        marked.hidden = name === '';
        handOut.set(address ?? '');
        isLinked = address !== null;
        tell();
      },
      fail: hide,
      busy() {},
    },
  );

  return {
    element,
    /**
     * @param step the inspected step
     * @param target the step that it runs to
     */
    update(phase: Phase, step: number, target: number | null, off: readonly string[]) {
      const rests = phase === 'paused' || phase === 'diverged';
      element.dataset.rests = String(rests);
      const places = { step: numbers.whole(target ?? step) };
      tell = () => {
        const here = isLinked ? words.about : words.noLink;
        const text = target !== null ? words.going : rests ? here : words.pause;
        setText(about, fillText(text, places));
      };
      tell();
      save.element.hidden = !rests;
      save.update(step);
      if (rests) return ask(step, off.join());
      ask.forget();
      hide();
    },
  };
}
