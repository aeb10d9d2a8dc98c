// The lessons as data: scenes, exhibits and tasks.
// Each scene says which parts of the lab it shows, which exhibit belongs to it, and when its task
// is done. Each lesson is a file in scenes/; its words are in text/, by language.

import { digits } from './scenes/digits.ts';
import { dropout } from './scenes/dropout.ts';
import { fiveWays } from './scenes/five-ways.ts';
import { long } from './scenes/long.ts';
import { masks } from './scenes/masks.ts';
import { oneHead } from './scenes/one-head.ts';
import { FRESH } from './scenes/parts.ts';
import { roles } from './scenes/roles.ts';
import { scale } from './scenes/scale.ts';
import { shapes } from './scenes/shapes.ts';
import { rotary } from './scenes/rotary.ts';
import { cache } from './scenes/cache.ts';
import { matrices } from './scenes/matrices.ts';
import { sinks } from './scenes/sinks.ts';

/** fields of the lab's state */
export type State = Readonly<Record<string, unknown>>;

/** settings of the scene's exhibit */
type Values = Readonly<Record<string, number>>;

type Part = 'tabs' | 'models' | 'layers' | 'heads' | 'causal' | 'panel';

/** parts of the lab and of the drawing by their names, see web/elements/lesson/targets.ts */
interface Target {
  /** what the learner acts on */
  use: readonly string[];
  /** where it shows */
  see: readonly string[];
}

export interface Moment {
  /** of the lab now */
  state: Readonly<Record<string, any>>;
  /** as the scene opened */
  start: Readonly<Record<string, any>>;
  values: Values;
  /** values that `done` has collected since the scene opened */
  seen: Set<unknown>;
  /** what the lab shows of it */
  frame: { first: { tokens: readonly { piece: string }[] }; learned: boolean };
}

interface Scene {
  /** what changes from the scene before */
  state: State;
  /**
   * the question that comes before it, see questions/; one of an earlier lesson returns for those who met it
   */
  asks?: string;
  /** the drawing beside it */
  exhibit?: string;
  /** what of the lab it needs besides the sentence and the view */
  shows: readonly Part[];
  /** where the eye is led */
  target: Target;
  /** how that drawing is set at first */
  values?: Values;
  /** whether the proposed thing has been tried */
  done: (moment: Moment) => boolean;
}

export interface Lesson {
  id: string;
  /** the model that it is about, where not every copy carries it */
  needs?: string;
  /** listed below those that come first */
  further?: boolean;
  scenes: readonly Scene[];
}

export const lessons: readonly Lesson[] = [
  oneHead,
  fiveWays,
  shapes,
  scale,
  masks,
  roles,
  long,
  rotary,
  cache,
  matrices,
  sinks,
  dropout,
  digits,
];

/** The closing test: a place like a lesson whose scenes are questions, drawn by lot. */
export const closing: Lesson = {
  id: 'test',
  scenes: Array.from({ length: 10 }, (_, scene) => ({
    ...{ state: scene === 0 ? FRESH : {}, asks: '', shows: [] },
    target: { use: [], see: [] },
    done: () => false,
  })),
};

/** The whole state of a scene: what its lesson starts from, and each scene's changes up to it. */
export function stateOfScene(lesson: Lesson, scene: number): State {
  const values = lesson.scenes[scene].values ?? {};
  const changes = lesson.scenes.slice(0, scene + 1).map(({ state }) => state);
  return Object.assign({}, ...changes, { lesson: { id: lesson.id, scene, values } });
}
