// The present place of scenes of lessons that have other names now.
// Addresses, attributes and learning platforms keep the earlier names.

interface At {
  id: string;
  scene: number;
}

/** By the earlier names: the present lesson and scene of each scene. */
const MOVED: ReadonlyMap<string, readonly (readonly [id: string, scene: number])[]> = new Map([
  ['long', placesOf('long-texts', 0, 0, 1)],
  ['cache', placesOf('long-texts', 2, 3, 4, 5)],
  ['rotary', [...placesOf('positions', 0, 1, 2), ...placesOf('pairs', 0, 1), ['positions', 3]]],
]);

/** The same place, by the lesson's present name. */
export function presentPlace<Place extends At>(place: Place): Place {
  const places = MOVED.get(place.id);
  if (!places) return place;
  const [id, scene] = places[Math.min(place.scene, places.length - 1)];
  return { ...place, id, scene };
}

/** The number of scenes that a lesson had under an earlier name; undefined: the name is no earlier one. */
export function earlierScenesOf(id: string): number | undefined {
  return MOVED.get(id)?.length;
}

/**
 * The place in a text.
 *
 * @param text `masks`, or `masks.2` for its second scene
 */
export function placeIn(text: string): At {
  const [id, scene = '1'] = text.split('.');
  return presentPlace({ id, scene: Math.max(0, Math.trunc(Number(scene)) - 1 || 0) });
}

function placesOf(id: string, ...scenes: number[]): [string, number][] {
  return scenes.map((scene) => [id, scene]);
}
