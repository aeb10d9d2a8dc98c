// The page for frames: the lab alone, with settings from the address or the file.
// It exchanges messages with the page around it. The one-file version is the same page.

import { loadInWorker } from 'headwise';
import { messageOf } from '../../ui/errors.ts';
import { decodeAddress } from '../../elements/lab/state/address.ts';
import { mountLabInside } from '../../elements/embed/mount-lab.ts';
import { followAround, schemeOf } from '../../ui/theme.ts';
import { scenesOf } from '../../elements/embed/lessons.ts';
import { placeIn, presentPlace } from '../../lessons/moved.ts';
import { hasLesson, unpackLesson } from '../../elements/lesson/own/link.ts';
import { startWordsOf } from '../../words/languages.ts';
import { first } from '../first/first.ts';
import { talkToParent } from './parent.ts';
import { reportToLms } from './scorm.ts';
import { readSettings } from './settings.ts';
import type { Settings } from './settings.ts';
import type { MountOptions } from '../../elements/embed/mount-lab.ts';

/** Starts the page, or shows the reason that it cannot start. */
export async function startEmbed(english: MountOptions['english']) {
  const host = document.getElementById('lab') as HTMLElement;
  const settings = readSettings(location.search, host.dataset);
  lieOn(settings.theme);
  const parent = talkToParent(settings.origin);
  try {
    await start(host, settings, parent, english);
  } catch (error) {
    const { failed } = startWordsOf(settings.language ?? navigator.language);
    const waiting = document.getElementById('waiting');
    waiting?.setAttribute('role', 'alert');
    waiting?.replaceChildren(`${failed}: ${messageOf(error)}`);
    parent.tellError(error);
  }
}

type Parent = ReturnType<typeof talkToParent>;

async function start(
  host: HTMLElement,
  settings: Settings,
  parent: Parent,
  english: MountOptions['english'],
) {
  const own = await ownOf(settings, english);
  const address = own ? '' : location.hash || settings.address;
  const { state } = await decodeAddress(address);
  const plain = Object.keys(settings.state).length === 0 && !own;
  const asked = address || plain ? { ...state, ...settings.state } : settings.state;
  const lesson = settings.lesson ?? own?.lesson.id ?? null;
  const place = lesson ? placeIn(lesson) : asked.lesson && presentPlace(asked.lesson);
  const assigned = place?.id ?? null;
  const scenes = own ? () => own.lesson.scenes.length : scenesOf;
  const lms = await reportToLms(assigned, scenes, settings.pass, own?.asked.catalogue);

  const mounted = await mountLabInside(host, {
    load: () => loadInWorker({ threads: 'auto' }),
    english,
    state: { ...asked, ...lms.state },
    lesson: lms.state.lesson ? null : lesson,
    own,
    withLessons: lesson !== null || state.lesson !== null,
    ...(assigned && { alone: assigned }),
    // answers are below a teacher's own lesson
    oneLesson: lms.begun && !own,
    course: lms.course,
    classKey: settings.classKey,
    language: settings.language || own?.language || navigator.language,
    theme: settings.theme,
    compact: settings.compact,
    locked: settings.locked,
    first,
    onChange({ state: next, kind }) {
      parent.tellChange(next, kind);
      lms.note(next);
    },
    onError: parent.tellError,
  });
  document.getElementById('waiting')?.remove();
  document.documentElement.lang = host.lang;
  document.documentElement.dir = host.dir;
  if (own) document.title = own.text[own.lesson.id].title;
  parent.serve(mounted);
  lms.note(mounted.getState());
  mounted.ready.then(
    () => parent.tellLoad(mounted.backend()),
    (error) => parent.tellError(error), // the lab shows the error in the page
  );

  // for the console and for tests: getState(), setState(), settled()
  Object.assign(host, { lab: mounted.lab, mounted });
}

/** A teacher's lesson, where the file or the address has one. */
async function ownOf({ own, language }: Settings, english: MountOptions['english']) {
  const hasOne = hasLesson(location.hash);
  if (own === '' && !hasOne) return null;
  const { ownLesson } = await import('../../elements/embed/own-lesson.ts');
  return ownLesson(
    hasOne ? await unpackLesson(location.hash) : own,
    language ?? navigator.language,
    english ?? null,
  );
}

/**
 * Background of a frame: the page around it shines through where both have the same color-scheme;
 * where its scheme is unknown, the frame has a background of its own.
 */
function lieOn(theme: string | null) {
  const { style } = document.documentElement;
  const { frameElement } = window;
  const follow = () => {
    if (frameElement) style.colorScheme = schemeOf(frameElement);
  };
  if (theme === 'light' || theme === 'dark') style.colorScheme = theme;
  else if (frameElement) {
    follow();
    followAround(frameElement, follow);
  }
  if (!frameElement) style.background = 'Canvas';
}
