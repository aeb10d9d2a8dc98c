// The heads of the small pages: check, class, doctor and write. Each page has a folder of its name, with page.ts and its style
// sheet; page.html beside this file is the document of them all.

export interface SmallPage {
  title: string;
  /** for search engines */
  about: string;
  /** class of its main part */
  layout: 'column' | 'write';
  /** whether it also works from a folder, where browsers run no modules */
  fromFolder?: boolean;
}

export const SMALL_PAGES: Readonly<Record<string, SmallPage>> = {
  check: {
    title: 'check this engine here',
    about:
      'Runs the test cases of ONNX, onnxruntime, PyTorch, Keras and Flax on headwise, in your own browser.',
    layout: 'column',
  },
  class: {
    title: 'results of a class',
    about:
      'Takes the result codes of a class and shows scores, attempts and the most frequent wrong answers, in your own browser.',
    layout: 'column',
    fromFolder: true,
  },
  doctor: {
    title: 'check your attention',
    about:
      'Names the mistake in an implementation of multi-head attention from the numbers that it gives, in your own browser.',
    layout: 'column',
  },
  write: {
    title: 'write a lesson',
    about:
      'Write a lesson about multi-head attention as plain text, and try it beside the text, with a live engine that computes the answers.',
    layout: 'write',
  },
};

/**
 * The document of a page.
 *
 * @param html the text of page.html
 */
export function documentOf(html: string, name: string) {
  const { fromFolder, ...head } = SMALL_PAGES[name];
  const needs = fromFolder ? 'JavaScript' : 'JavaScript modules and WebAssembly';
  const values: Record<string, string> = { ...head, name, needs };
  const filled = html.replace(/\{\{(\w+)\}\}/g, (_, hole) => values[hole]);
  return fromFolder ? filled.replace('<script type="module"', '<script defer') : filled;
}
