// Reads a number that the page shows.

/**
 * @param {string | null} text with minus signs, as formulas have them
 */
export const numberOfText = (text) => Number(text?.replaceAll('−', '-'));
