// Brings a class to the same step without a server.
// A link, also as a QR code, leads every device to this step of this run; the letters of a
// fingerprint show that all have the same weights.

import { createAsker } from '../../lesson/asker.js';
import { fillText, h, setText } from '../../shared/dom.js';
import { createHandOut } from '../../shared/hand-out.js';
import { compressed, LONGEST } from '../../lab/state/address.js';
import { FIRST_TRAINING } from '../../lab/state/training.js';
import { fingerprintOf, stateAt } from './mark.js';
import { createSave } from './save.js';
import { sameValue } from '../../lab/state/values.js';

/** @typedef {import('../../lab/state/training.js').TrainingSettings} Settings */

/** What a QR code holds well, and people still copy. */
const MOST_IN_QR = 300;

/**
 * @param {string | undefined} address of the page
 * @param {Settings} settings
 * @param {number} step
 * @param {readonly string[]} off heads that are left out
 * @returns {Promise<string | null>} null: it would be too long
 */
export async function linkTo(address, settings, step, off) {
  if (address === undefined) return null;
  const wanted = { ...settings, to: step, off };
  const names = /** @type {(keyof Settings)[]} */ (Object.keys(wanted));
  const differs = names.filter((name) => !sameValue(wanted[name], FIRST_TRAINING[name]));
  const training = Object.fromEntries(differs.map((name) => [name, wanted[name]]));
  const hash = await compressed({ view: 'training', training });
  return hash.length <= LONGEST ? address + hash : null;
}

/**
 * The name of a model's weights at a step that is kept, or at the present one.
 * @param {import('../runners.js').Runner | undefined} runner
 * @param {number} step
 */
export async function markAt(runner, step) {
  return runner ? fingerprintOf(await stateAt(runner, step)) : '';
}

/**
 * @param {import('../messages/en.js').Words} words
 * @param {ReturnType<typeof import('../../lesson/numbers.js').numbersOf>} numbers
 * @param {object} run
 * @param {(step: number) => Promise<string>} run.mark
 * @param {(step: number, off: readonly string[]) => Promise<string | null>} run.link
 * @param {(step: number) => ReturnType<typeof import('./save.js').fileAt>} run.file
 */
export function createShare({ share: words, save: saving }, numbers, { mark, link, file }) {
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
  /** Writes the paragraph above the link. @type {() => void} */
  let tell = () => {};

  function hide() {
    marked.hidden = true;
    handOut.set('');
  }

  const ask = createAsker(
    /** @param {number} step @param {string} off */
    async (step, off) => {
      const heads = off === '' ? [] : off.split(',');
      return { step, name: await mark(step), address: await link(step, heads) };
    },
    {
      show({ step, name, address }) {
        setText(
          /** @type {Node} */ (marked.firstChild),
          fillText(words.mark, { step: numbers.whole(step) }),
        );
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
     * @param {import('../course.js').Phase} phase
     * @param {number} step that is looked at
     * @param {number | null} target that it is on its way to
     * @param {readonly string[]} off
     */
    update(phase, step, target, off) {
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
