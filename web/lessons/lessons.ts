// The lessons as data: scenes, exhibits and tasks.
// Each scene names the parts of the lab that it shows, its exhibit, and the condition that
// completes its task. Each lesson has a folder; its words are in web/words, by language.

import { appears } from './appears/scenes.ts';
import { answers } from './answers/scenes.ts';
import { digits } from './digits/scenes.ts';
import { dropout } from './dropout/scenes.ts';
import { headDid } from './head-did/scenes.ts';
import { fiveWays } from './five-ways/scenes.ts';
import { layer } from './layer/scenes.ts';
import { why } from './why/scenes.ts';
import { longTexts } from './long-texts/scenes.ts';
import { masks } from './masks/scenes.ts';
import { oneHead } from './one-head/scenes.ts';
import { FRESH } from './scene-parts.ts';
import { roles } from './roles/scenes.ts';
import { scale } from './scale/scenes.ts';
import { shapes } from './shapes/scenes.ts';
import { positions } from './positions/scenes.ts';
import { pairs } from './pairs/scenes.ts';
import { matrices } from './matrices/scenes.ts';
import { sinks } from './sinks/scenes.ts';

/** fields of the lab's state */
export type State = Readonly<Record<string, unknown>>;

/** settings of the scene's exhibit */
type Values = Readonly<Record<string, number>>;

type Part = 'tabs' | 'models' | 'layers' | 'heads' | 'causal' | 'panel';

/** names of parts of the lab and of the drawing, see web/elements/lesson/targets.ts */
interface Target {
  /** parts that the learner uses */
  use: readonly string[];
  /** parts that show the effect */
  see: readonly string[];
}

export interface Moment {
  /** present state of the lab */
  state: Readonly<Record<string, any>>;
  /** state in which the scene opened */
  start: Readonly<Record<string, any>>;
  values: Values;
  /** values that `done` has collected since the scene opened */
  seen: Set<unknown>;
  /** tokens and numbers of the lab's present frame */
  frame: { first: { tokens: readonly { piece: string }[] }; learned: boolean };
}

interface Scene {
  /** changes from the scene before */
  state: State;
  /**
   * the question before it, see questions.ts; one of an earlier lesson returns for learners who met
   * it
   */
  asks?: string;
  /** whether its text is about its own sentence, also where the learner typed another */
  fixedText?: boolean;
  /** the drawing beside it */
  exhibit?: string;
  /** parts of the lab that it needs besides the sentence and the view */
  shows: readonly Part[];
  /** targets of the spotlight */
  target: Target;
  /** whether numbers of the steps that differ from its beginning are marked */
  marks?: boolean;
  /** initial settings of that drawing */
  values?: Values;
  /** whether the task is done */
  done: (moment: Moment) => boolean;
  /** of an answer: the question that it answers, a message of the page */
  says?: 'askTwice' | 'askWhere' | 'askLinear' | 'askOut' | 'askTrained';
  /** of an answer: the scene that tells more */
  leads?: readonly [lesson: string, scene: number];
}

export interface Lesson {
  id: string;
  /** the model that it is about, where not every copy has it */
  needs?: string;
  /** listed below the first lessons */
  further?: boolean;
  scenes: readonly Scene[];
}

export const lessons: readonly Lesson[] = [
  why,
  oneHead,
  matrices,
  scale,
  masks,
  shapes,
  fiveWays,
  layer,
  roles,
  positions,
  longTexts,
  pairs,
  sinks,
  dropout,
  digits,
  appears,
  headDid,
];

export { answers };

/**
 * The tests, of the first lessons and of all: lessons whose scenes are questions, in random order.
 */
export const tests: readonly Lesson[] = ['core-test', 'test'].map((id) => ({
  id,
  scenes: Array.from({ length: 10 }, (_, scene) => ({
    state: scene === 0 ? FRESH : {},
    asks: '',
    shows: [],
    target: { use: [], see: [] },
    done: () => false,
  })),
}));

/** The whole state of a scene: its lesson's initial state, and each scene's changes up to it. */
export function stateOfScene(lesson: Lesson, scene: number): State {
  const values = lesson.scenes[scene].values ?? {};
  const changes = lesson.scenes.slice(0, scene + 1).map(({ state }) => state);
  return Object.assign({}, ...changes, { lesson: { id: lesson.id, scene, values } });
}
