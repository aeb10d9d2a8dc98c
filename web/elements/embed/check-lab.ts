// Values of a lab's attributes, and fields of its state, that it would otherwise ignore without a word.
// Loaded after the lab has begun.

import { ENGLISH, FIELDS, GRAMMAR, HEAD_CHOICES, UNTRAINED, VIEWS } from '../lab/state/state.ts';
import { LOCKS } from '../lab/state/locks.ts';
import { wrong } from './check-attributes.ts';
import type { Values } from './check-attributes.ts';

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
      const { isScene } = await import('./lessons.ts');
      const isThere = id !== undefined && Number(scene) >= 1 && isScene(value);
      return isThere ? [] : [`lesson: there is no ${JSON.stringify(value)}`];
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

/** @returns a sentence for each field that a lab does not have, and for each value that it cannot show */
export function problemsOfState(state: object): string[] {
  const names = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const initial = Object.fromEntries(names.map((name) => [name, FIELDS[name].initial]));
  return Object.entries(state).flatMap(([name, value]) => {
    const known = names.find((one) => one === name);
    if (!known) return [wrong('state', names, name)];
    const next: any = { ...initial, ...state };
    if (value === undefined || FIELDS[known].read(value, next) !== undefined) return [];
    return [`state.${name}: a lab cannot show ${JSON.stringify(value)}`];
  });
}
