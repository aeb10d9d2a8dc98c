// Mounts the lab with lessons, language and locks, from plain values.
// The element, the page in a frame and the one-file page all use it. Loaded on demand.

import { mountLab } from '../lab/lab.ts';
import { codeOf, messageOf, readGiven } from '../../ui/errors.ts';
import { readLocks } from '../lab/state/locks.ts';
import { changeState, DEFAULT_STATE, GRAMMAR, startOf, UNTRAINED } from '../lab/state/state.ts';
import { modelsAt } from '../models/find.ts';
import { loadFirstLabWords } from '../../words/lab.ts';
import { directionOf, pickLanguage } from '../../words/languages.ts';
import type { Engine, LoadEngine } from '../shared/engine.ts';
import type { LabState } from '../lab/state/state.ts';
import type { OwnLesson } from '../lesson/own/read.ts';
import type { Course } from '../lesson/question-placement.ts';
import type { FirstAnswer } from '../lab/answer/first-answer.ts';
import type { Lab } from '../lab/lab.ts';

export interface MountOptions {
  load: LoadEngine;
  state?: Partial<LabState>;
  /** `english` or `grammar`: a trained model, with its own sentence if `state` has none */
  model?: string | null;
  /** address of the script beside the English model, or the model's file; null: no English model */
  english?: string | (() => Uint8Array) | null;
  /** `masks`, or `masks.2` for its second scene */
  lesson?: string | null;
  /** a teacher's lesson instead of the lessons that come with headwise */
  own?: OwnLesson | null;
  /** whether to show the scene that `state` names; true if there is a lesson */
  withLessons?: boolean;
  /** the only lesson in the list, also where `lesson` names none */
  alone?: string;
  /** whether the lesson ends without a link to the next one */
  oneLesson?: boolean;
  /** earlier answers, and the listener for new ones */
  course?: Course;
  /** signs result codes; an invalid key is ignored */
  classKey?: string | null;
  /** such as zh-Hans; an unknown language becomes English */
  language?: string | null;
  /** light, dark or auto */
  theme?: string | null;
  /** in one column, puts the sentence and a low drawing of the maps first */
  compact?: boolean;
  /** see ../lab/state/locks.js */
  locked?: string | null;
  /** state dict for the computation */
  parameters?: unknown;
  /** how `text` is split, instead of into words */
  tokens?: readonly string[] | null;
  /** precomputed maps of one sentence */
  first?: FirstAnswer;
  /** false once the lab is not wanted any more */
  isWanted?: () => boolean;
  onChange?: (detail: { state: LabState; kind: string }) => void;
  /** called for an error after the start */
  onError?: (detail: { code: string; message: string }) => void;
}

export interface MountedLab {
  lab: Lab;
  /** resolves when it works, rejects if it cannot */
  ready: Promise<void>;
  getState: () => LabState;
  setState: (part: Partial<LabState>) => void;
  settled: () => Promise<void>;
  backend: () => Engine['backend'] | null;
  dispose: () => Promise<void>;
}

/** Parts of the lab that a page may style from outside. */
const PARTS = {
  sentences: '.sentences',
  tools: '.tools',
  views: '.views',
  panel: '.panel',
  status: '.below',
  lesson: '.guide',
};

export async function mountLabInside(
  root: HTMLElement | ShadowRoot,
  options: MountOptions,
): Promise<MountedLab> {
  const language = pickLanguage([options.language]);
  const messages = await loadFirstLabWords(language);
  const locked = readLocks(options.locked);
  const wanted = { ...(options.model && startOf(options.model)), ...options.state };
  const source = await sourceOf(options, () => wanted.text);
  if (source) {
    wanted.model = source.name;
    if (options.tokens && wanted.text === undefined) wanted.text = options.tokens.join(' ');
  }
  const state = changeState(DEFAULT_STATE, wanted);
  const withLessons = options.withLessons ?? Boolean(options.lesson || state.lesson);
  const lessons = withLessons ? await import('./lessons.ts') : null;
  // scenes are about the model and offer it
  const asksForModels = withLessons || state.model !== UNTRAINED;
  const { findSource, offered } = modelsAt(options.english ?? null);
  const isGrammar = withLessons || state.model === GRAMMAR;
  const trained = isGrammar ? await findSource(GRAMMAR) : null;
  let works = false;
  let failure: unknown = null;
  let backend: Engine['backend'] | null = null;

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
  const alone = options.alone ?? options.lesson ?? undefined;
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
    ready: ready as Promise<void>,
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

/** The source of vectors and weights: the page's own weights and tokens, if it gave any. */
async function sourceOf({ parameters, tokens }: MountOptions, text: () => string | undefined) {
  if (!parameters && !tokens) return null;
  const { givenSource } = await import('./given-source.ts');
  return readGiven(() => givenSource(parameters, tokens, text));
}

/** @param asks whether the question of the scene comes first */
function openLesson(
  player: { open: (id: string, scene: number, asks: boolean) => void },
  lesson: string,
  asks: boolean,
) {
  const [id, scene = '1'] = lesson.split('.');
  player.open(id, Math.max(0, Math.trunc(Number(scene)) - 1 || 0), asks);
}
