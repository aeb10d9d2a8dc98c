// Mounts the lab with lessons, language and locks, from plain values.
// The element, the page in a frame and the one-file page all use it. Loaded on demand.

import { mountLab } from '../lab/lab.js';
import { codeOf, messageOf, readGiven } from '../shared/errors.js';
import { readLocks } from '../lab/state/locks.js';
import { changeState, DEFAULT_STATE, GRAMMAR, startOf, UNTRAINED } from '../lab/state/state.js';
import { modelsAt } from '../models/find.js';
import { loadMessages } from '../messages/load.js';
import { directionOf, pickLanguage } from '../messages/pick.js';

/**
 * @typedef {import('../lab/state/state.js').LabState} LabState
 *
 * @typedef {object} MountOptions
 * @property {import('../shared/engine.js').LoadEngine} load
 * @property {Partial<LabState>} [state]
 * @property {string | null} [model] `english` or `grammar`: a trained model, with its own sentence if `state` has none
 * @property {string | (() => Uint8Array) | null} [english] beside which script the English model lies, or its file; null: there
 *   is none
 * @property {string | null} [lesson] `masks`, or `masks.2` for its second scene
 * @property {import('../lesson/own/read.js').OwnLesson | null} [own] a teacher's lesson instead of those that come with headwise
 * @property {boolean} [withLessons] whether a scene that `state` names is to be shown; true if there is a lesson
 * @property {string} [alone] the lesson that is there alone, also where `lesson` names none
 * @property {boolean} [oneLesson] whether the end of the lesson is the end, with no way on to the next one
 * @property {import('../lesson/quiz.js').Course} [course] what was answered before, and whom to tell of answers
 * @property {string | null} [classKey] with which result codes are signed; one that cannot be is none
 * @property {string | null} [language] such as zh-Hans; one that there is not becomes English
 * @property {string | null} [theme] light, dark or auto
 * @property {boolean} [compact] sentence and maps come first, and low, where all stands in one column
 * @property {string | null} [locked] see ../lab/state/locks.js
 * @property {unknown} [parameters] a state dict to compute with
 * @property {readonly string[] | null} [tokens] how `text` is split, instead of into words
 * @property {import('../lab/answer/first-answer.js').FirstAnswer} [first] the maps of one sentence, computed before
 * @property {() => boolean} [isWanted] false once it is not wanted any more
 * @property {(detail: { state: LabState, kind: string }) => void} [onChange]
 * @property {(detail: { code: string, message: string }) => void} [onError] what goes wrong once it works
 *
 * @typedef {object} MountedLab
 * @property {import('../lab/lab.js').Lab} lab
 * @property {Promise<void>} ready resolves when it works, rejects if it cannot
 * @property {() => LabState} getState
 * @property {(part: Partial<LabState>) => void} setState
 * @property {() => Promise<void>} settled
 * @property {() => import('../shared/engine.js').Engine['backend'] | null} backend
 * @property {() => Promise<void>} dispose
 */

/** Parts of the lab that a page may style from outside. */
const PARTS = {
  sentences: '.sentences',
  tools: '.tools',
  views: '.views',
  panel: '.panel',
  status: '.below',
  lesson: '.guide',
};

/**
 * @param {HTMLElement | ShadowRoot} root
 * @param {MountOptions} options
 * @returns {Promise<MountedLab>}
 */
export async function mountLabInside(root, options) {
  const language = pickLanguage([options.language]);
  const messages = await loadMessages(language);
  const locked = readLocks(options.locked);
  const wanted = { ...(options.model && startOf(options.model)), ...options.state };
  const source = await sourceOf(options, () => wanted.text);
  if (source) {
    wanted.model = source.name;
    if (options.tokens && wanted.text === undefined) wanted.text = options.tokens.join(' ');
  }
  const state = changeState(DEFAULT_STATE, wanted);
  const withLessons = options.withLessons ?? Boolean(options.lesson || state.lesson);
  const lessons = withLessons ? await import('./lessons.js') : null;
  // scenes are about it, and offer it
  const asksForModels = withLessons || state.model !== UNTRAINED;
  const { findSource, offered } = modelsAt(options.english ?? null);
  const isGrammar = withLessons || state.model === GRAMMAR;
  const trained = isGrammar ? await findSource(GRAMMAR) : null;
  let works = false;
  /** @type {unknown} */
  let failure = null;
  /** @type {import('../shared/engine.js').Engine['backend'] | null} */
  let backend = null;

  if (root instanceof HTMLElement) {
    root.lang = language;
    root.dir = directionOf(language);
  }
  const lab = mountLab(root, {
    load: options.load,
    state,
    messages,
    theme: options.theme,
    compact: options.compact,
    locked,
    models: {
      sources: [source, trained].filter((one) => one !== null),
      findSource,
      offered: source || !asksForModels ? [] : offered,
    },
    first: options.first,
    onChange: ({ state: next, kind }) => options.onChange?.({ state: next, kind }),
  });
  for (const [part, selector] of Object.entries(PARTS)) {
    lab.element.querySelector(selector)?.setAttribute('part', part);
  }
  lab.element.setAttribute('part', 'lab');
  const oneLesson = options.oneLesson || locked.has('lessons');
  const alone = options.alone ?? options.lesson?.split('.')[0];
  const how = { alone, oneLesson, locked, course: { ...options.course, key: options.classKey } };
  const player = await lessons?.mountLessons(lab, language, messages, how, options.own);
  if (player && options.lesson && state.lesson === null)
    openLesson(player, options.lesson, Boolean(options.own));

  const ready = new Promise((resolve, reject) => {
    const stop = lab.watch(({ error, answer, stale, first }) => {
      if (answer?.backend) ({ backend } = answer);
      if (error !== null && error !== failure) {
        if (works) options.onError?.({ code: codeOf(error), message: messageOf(error) });
        else reject(error);
      }
      failure = error;
      if (works || error !== null) return;
      const answered = answer !== null && answer.backend !== null && !stale;
      if (answered || first.tokens.length === 0) {
        works = true;
        resolve(undefined);
      }
    });
    if (options.isWanted?.() === false) stop();
  });

  return {
    lab,
    ready: /** @type {Promise<void>} */ (ready),
    getState: lab.getState,
    setState: lab.setState,
    settled: lab.settled,
    backend: () => backend,
    async dispose() {
      player?.dispose();
      await lab.dispose();
    },
  };
}

/**
 * Weights and tokens of the page's own, if it gave any.
 *
 * @param {MountOptions} options
 * @param {() => string | undefined} text
 */
async function sourceOf({ parameters, tokens }, text) {
  if (!parameters && !tokens) return null;
  const { givenSource } = await import('./given-source.js');
  return readGiven(() => givenSource(parameters, tokens, text));
}

/**
 * @param {{ open: (id: string, scene: number, asks: boolean) => void }} player
 * @param {string} lesson
 * @param {boolean} asks whether the question of the scene comes first
 */
function openLesson(player, lesson, asks) {
  const [id, scene = '1'] = lesson.split('.');
  player.open(id, Math.max(0, Math.trunc(Number(scene)) - 1 || 0), asks);
}
