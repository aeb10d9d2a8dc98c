// Lends the lab to a question, and restores the reader's state.

/**
 * @typedef {import('../../lab/lab.js').Lab} Lab
 *
 * @typedef {object} Lent
 * @property {string} [text] the sentence that the lab has for the question
 * @property {string} [typed] the sentence that the learner wrote instead
 */

/**
 * Shows a state for as long as the question stands.
 * @param {Lab} lab
 * @param {Lent} mine
 * @param {Readonly<Record<string, any>>} state
 */
export function lend(lab, mine, state) {
  notice(lab, mine);
  lab.store.lend(state);
  mine.text = lab.getState().text;
}

/**
 * Gives the lab back as it was, with a sentence that was typed meanwhile.
 * @param {Lab} lab
 * @param {Lent} mine
 */
export function giveBack(lab, mine) {
  notice(lab, mine);
  lab.store.giveBack();
  if (mine.typed !== undefined) lab.setState({ text: mine.typed });
}

/**
 * @param {Lab} lab
 * @param {Lent} mine
 */
function notice(lab, mine) {
  const { text } = lab.getState();
  if (lab.store.isLent() && text !== mine.text) mine.typed = text;
}
