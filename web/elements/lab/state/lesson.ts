// The lesson in the state: its scene and its sliders' values.

interface Scene {
  /** id of the lesson */
  id: string;
  scene: number;
  values: Readonly<Record<string, number>>;
}

/** null: no lesson is open */
export type LessonPlace = Scene | null;

export const MOST_SCENES = 40;
/** The lengths of the long text; its window moves by single words, and halves. */
const LONG_TEXTS = Object.freeze([1024, 2048, 4096, 8192]);
const LONGEST_TEXT = 8192;
const WINDOWS = Object.freeze([16, 32, 64, 128, 256, 512, ...LONG_TEXTS]);
const isSwitch = upTo(1);
/** Five percentages, two digits each. */
const LISTED = 1e10 - 1;

/**
 * Allowed values of the exhibits' settings, by their names in scenes. Other values in an address
 * are ignored.
 */
const VALUES: Readonly<Record<string, (value: number) => boolean>> = Object.freeze({
  guess: upTo(2),
  way: upTo(5),
  plain: isSwitch,
  fixed: isSwitch,
  show: upTo(5),
  without: upTo(64), // heads
  words: (value) => LONG_TEXTS.includes(value),
  size: (value) => WINDOWS.includes(value),
  row: upTo(LONGEST_TEXT - 1),
  column: upTo(LONGEST_TEXT - 1),
  count: upTo(64),
  on: isSwitch,
  theta: upTo(500_000),
  pair: upTo(64),
  shares: upTo(LISTED),
  answers: upTo(LISTED),
});

export function readLesson(value: unknown): LessonPlace | undefined {
  if (value === null) return null;
  const { id, scene, values = {} } = Object(value) as Partial<Scene>;
  if (typeof id !== 'string' || !/^[a-z-]{1,24}$/.test(id)) return undefined;
  if (!Number.isSafeInteger(scene) || Number(scene) < 0 || Number(scene) >= MOST_SCENES)
    return undefined;
  const given = Object(values);
  const known = Object.keys(VALUES).filter(
    (name) => Object.hasOwn(given, name) && VALUES[name](given[name]),
  );
  return {
    id,
    scene: Number(scene),
    values: Object.fromEntries(known.map((name) => [name, given[name]])),
  };
}

/** Whole numbers from 0 on. */
function upTo(most: number): (value: number) => boolean {
  return (value) => Number.isInteger(value) && value >= 0 && value <= most;
}
