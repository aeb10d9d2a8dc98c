// Templates of a lesson's parts: a lesson, a scene, each question kind.
// Pure: it uses neither the field nor the preview.

import type { Messages } from '../../words/en/write.ts';

const QUESTIONS: Readonly<Record<string, (words: Messages, pieces: readonly string[]) => string>> =
  Object.freeze({
    choose: ({ newRight, newWrong, newFeedback }) =>
      `right: ${newRight}\nwrong: ${newWrong}\nfeedback: ${newFeedback}`,
    largest: (_, pieces) =>
      `choose: largest weight of head 1 from "${pieces.at(-1)}"\n${[...new Set(pieces)]
        .slice(0, 3)
        .map((piece) => `option: "${piece}"`)
        .join('\n')}`,
    number: ({ newFeedback }, pieces) =>
      `number: weight of head 1 from "${pieces.at(-1)}" to "${pieces[0]}"\ntolerance: 0.05\nwrong: 1\nfeedback: ${newFeedback}`,
    shape: ({ newFeedback }) =>
      `shape: weights of one head\nwrong: Q of one head\nfeedback: ${newFeedback}`,
    point: (_, pieces) => `point: largest weight of head 1 from "${pieces.at(-1)}"`,
    set: () => 'set: heads 8',
    order: ({ newSteps }) =>
      `order: as written\n${newSteps
        .split(', ')
        .map((one) => `item: ${one}`)
        .join('\n')}`,
  });

const FORMULA = 'formula';

/** Names of the templates, equal to the names of their texts. */
export const INSERTS = Object.freeze(['scene', FORMULA, ...Object.keys(QUESTIONS)]);

export function emptyLesson(words: Messages) {
  const { newTitle, newScene, newSentence, newWords, newTry } = words;
  return `# ${newTitle}\n\n## ${newScene}\nsentence: ${newSentence}\n\n${newWords}\n\ntry: ${newTry}\n`;
}

/**
 * @param what one of INSERTS
 * @param pieces tokens of the present sentence
 */
export function skeletonOf(what: string, words: Messages, pieces: readonly string[]) {
  if (what === FORMULA) return 'formula: softmax((Q K^T) / sqrt(d)) V\n';
  if (what === 'scene') return `\n## ${words.newScene}\n\n${words.newWords}\n`;
  return `ask: ${words.newAsk}\n${QUESTIONS[what](words, pieces)}\nwhy: ${words.newWhy}\n`;
}
