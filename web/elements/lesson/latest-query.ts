// Asks the engine on behalf of a drawing; the latest query wins.
// The same query is not repeated, and a late answer is dropped, so it never appears beside newer
// words.

/**
 * queries, unless the arguments are unchanged. The subject is the first argument; null: it does not
 * exist yet, and the last query is dropped. `again` shows the last result again, if it answers the
 * last query. `forget` drops the last query
 */
type LatestQuery<Given extends readonly unknown[]> = ((
  ...given: { [At in keyof Given]: At extends '0' ? Given[At] | null : Given[At] }
) => void) & {
  again: () => void;
  forget: () => void;
};

export function createLatestQuery<Given extends readonly unknown[], Found>(
  compute: (...given: Given) => Promise<Found>,
  {
    show,
    fail,
    busy,
  }: { show: (found: Found) => void; fail: (error: unknown) => void; busy: (is: boolean) => void },
): LatestQuery<Given> {
  let newest: Given | null = null;
  /** the answer to the newest query */
  let answer: { found: Found } | null = null;
  let running = false;

  async function run() {
    running = true;
    busy(true);
    for (let asked = null; asked !== newest;) {
      asked = newest;
      if (!asked) break;
      try {
        const found = await compute(...asked);
        if (asked !== newest) continue;
        answer = { found };
        show(found);
      } catch (error) {
        if (asked === newest) fail(error);
      }
    }
    running = false;
    busy(false);
  }

  function want(given: Given | null) {
    newest = given;
    answer = null;
  }

  const ask = (...given: readonly any[]) => {
    if (given[0] === null) return want(null);
    if (newest?.length === given.length && newest.every((one, i) => one === given[i])) return;
    want(given as any);
    if (!running) void run();
  };
  return Object.assign(ask as any, {
    again() {
      if (answer) show(answer.found);
    },
    forget: () => want(null),
  });
}
