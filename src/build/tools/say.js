// Messages of the build scripts: one line when a step begins, one when it ends, and a sign of
// life in between. Steps may overlap, so every line names its step.

const SIGN_OF_LIFE_MS = 15_000;

/** An error that the user can mend: shown as its text alone, without a stack. */
export class Stop extends Error {}

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/**
 * Does a step of work and says when it began, that it still goes on, and how long it took.
 *
 * @template T
 * @param {string} title such as 'Installing clang'
 * @param {string} usual how long it usually takes, such as '20 s'
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, usual, work) {
  say(`  ${title} (usually ${usual})`);
  const began = Date.now();
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const timer = setInterval(() => say(`  ... ${title}: ${seconds()} s so far`), SIGN_OF_LIFE_MS);
  try {
    const result = await work();
    say(`  ${title}: done, ${seconds()} s`);
    return result;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Runs a script's main function; a Stop becomes its text and exit status 1.
 *
 * @param {() => Promise<number | void>} main resolves to the exit status
 */
export async function runMain(main) {
  try {
    process.exitCode = (await main()) ?? 0;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    say(`\n${error.message}`);
    process.exitCode = 1;
  }
}
