// The learner's guesses before the tasks. They are not scored, and are forgotten with the page.

export function createGuesses(changed: () => void) {
  /** the answers' indexes by lesson and scene */
  const made: Map<string, number> = new Map();
  let place = '';
  return {
    /** The guess of a scene, which is the scene shown; null for none. */
    of(lesson: string, scene: number) {
      place = `${lesson} ${scene}`;
      return made.get(place) ?? null;
    },
    /** Notes the guess of the scene shown. */
    make(answer: number) {
      made.set(place, answer);
      changed();
    },
  };
}
