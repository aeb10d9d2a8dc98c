// Values of a lab's attributes, and fields of its state, that it would otherwise ignore without a word.
// Loaded after the lab has begun.

import { ENGLISH, FIELDS, GRAMMAR, HEAD_CHOICES, UNTRAINED, VIEWS } from '../lab/state/state.ts';
import { LOCKS } from '../lab/state/locks.ts';
import { noScene } from '../lesson/own/say.ts';
import { wrong } from './check-attributes.ts';
import type { Values } from './check-attributes.ts';

/** Fields without which a value of another field is not refused. */
const MOST = {
  ...Object.fromEntries(Object.entries(FIELDS).map(([name, { initial }]) => [name, initial])),
  heads: Math.max(...HEAD_CHOICES),
};

/** characters of a value in a sentence */
const LONGEST = 80;

/** `masks`, or `masks.2` */
const LESSON = /^([^.]*)(?:\.(\d+))?$/;

export const LAB: Values = {
  words: {
    view: VIEWS,
    heads: HEAD_CHOICES.map(String),
    model: [UNTRAINED, GRAMMAR, ENGLISH],
  },
  async problems(name, value) {
    if (name === 'locked') {
      const locks = [...Object.keys(LOCKS), 'all'];
      const unknown = value.split(/[\s,]+/).filter((one) => one !== '' && !locks.includes(one));
      return unknown.map((one) => `${wrong(name, locks, one)}; so everything is locked`);
    }
    if (name === 'lesson') {
      const [, id, scene = '1'] = LESSON.exec(value) ?? [];
      if (id === 'own' || value === '') return [];
      const { isLesson, isScene, lessonNames } = await import('./lessons.ts');
      if (id !== undefined && !isLesson(id)) return [wrong(name, lessonNames(), id)];
      const isThere = id !== undefined && Number(scene) >= 1 && isScene(value);
      return isThere ? [] : [noScene(value)];
    }
    return name === 'state' ? problemsOfState(parsed(value)) : [];
  },
};

/** Text that is no JSON is an error of its own, when the element starts. */
function parsed(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** Fields that are read part by part: a wrong part is left out, or gets its initial value. */
const IN_PARTS = ['selection', 'trail', 'edits', 'training'];

/**
 * @param shown the fields that a lab shows beside these; default: the most that one can show
 * @returns a sentence for each field that a lab does not have, and for each value that it cannot show
 */
export function problemsOfState(state: object, shown: object = MOST): string[] {
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const next: any = { ...shown, ...state };
  return Object.entries(state).flatMap(([name, value]) => {
    const known = names.find((one) => one === name);
    if (!known) return [wrong('state', names, name)];
    if (value === undefined) return [];
    const read = FIELDS[known].read(value, next);
    if (read === undefined) return [refused(`state.${name}`, value)];
    return IN_PARTS.includes(name) ? missing(`state.${name}`, value, read) : [];
  });
}

/** A sentence for each part of a value that was not read. */
function missing(name: string, given: unknown, read: unknown): string[] {
  if (given === undefined || Object.is(given, read ?? null)) return [];
  if (Object(given) !== given || Object(read) !== read) return [refused(name, given)];
  const parts: Record<string, unknown> = Object(read);
  return Object.entries(given as object).flatMap(([part, value]) =>
    missing(`${name}.${part}`, value, parts[part]),
  );
}

function refused(name: string, value: unknown) {
  return `${name}: a lab cannot show ${textOf(value)}`;
}

/** The value as JSON, shortened; else its kind. */
function textOf(value: unknown) {
  try {
    const text = JSON.stringify(value) ?? `a value of type ${typeof value}`;
    return text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  } catch {
    return `a value of type ${typeof value}`; // a bigint, or an object in a circle
  }
}
