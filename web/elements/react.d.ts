// Types of headwise/react: the elements in JSX. `import 'headwise/react'` once in a program.

import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type {
  ErrorDetail,
  HeadwiseLab,
  HeadwiseLabEventMap,
  HeadwiseMap,
  HeadwiseMapEventMap,
  LabState,
} from './element.js';

export * from './element.js';

/** React listens to an element's own events by their unchanged names: `onchange`, not `onChange`. */
type Events<Map> = { [Name in keyof Map & string as `on${Name}`]?: (event: Map[Name]) => void };

/** Members of every element in JSX, without the events that React derives from others. */
type Plain<T extends HTMLElement> = Omit<
  DetailedHTMLProps<HTMLAttributes<T>, T>,
  'onChange' | 'onLoad' | 'onError' | 'onProgress'
>;

export type HeadwiseLabProps = Plain<HeadwiseLab> &
  Events<HeadwiseLabEventMap> &
  Partial<
    Pick<
      HeadwiseLab,
      | 'text'
      | 'view'
      | 'model'
      | 'lesson'
      | 'locked'
      | 'theme'
      | 'loading'
      | 'poster'
      | 'parameters'
      | 'tokens'
    >
  > & {
    heads?: number | string;
    /** the address of a lesson of your own, of the page's own origin */
    'lesson-src'?: string;
    /** any fields of the state, as an object or as JSON */
    state?: Partial<LabState> | string;
    'class-key'?: string;
    /** in one column: the sentence and a low drawing of the maps first */
    compact?: boolean | '';
  };

export type HeadwiseMapProps = Plain<HeadwiseMap> &
  Events<HeadwiseMapEventMap> &
  Partial<
    Pick<
      HeadwiseMap,
      'view' | 'theme' | 'loading' | 'poster' | 'words' | 'typeIds' | 'keyTokens' | 'selection'
    >
  > & {
    attention: HeadwiseMap['attention'] | string;
    /** names, JSON of them, or words with spaces between them */
    tokens?: HeadwiseMap['tokens'] | string;
    labels?: HeadwiseMap['labels'] | string;
  };

export type { ErrorDetail };

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'headwise-lab': HeadwiseLabProps;
      'headwise-map': HeadwiseMapProps;
    }
  }
}
