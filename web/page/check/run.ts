// Runs the suites in their own worker and receives its messages.
// Only the worker knows the suites; its script is a file next to the page, loaded when the check
// starts.

import type { Backend, LoadOptions } from 'headwise';

export type { LoadOptions };

export interface SuiteOutcome {
  name: string;
  /** version of the original */
  version: string;
  cases: number;
  passed: number;
  leftOut: { what: string; why: string }[];
  /** the largest difference */
  ulps: number;
  /** the largest fraction of the tolerance */
  share: number;
  /** a sentence each: case, index, both numbers, difference */
  faults: string[];
}

/** The outcome of a suite. */
export type SuiteHead = Pick<SuiteOutcome, 'name' | 'version' | 'cases'>;

export type Started = { kind: 'started'; backend: Backend; browser: string; suites: SuiteHead[] };

type Progress = { kind: 'progress'; suite: number; done: number };

type Ended = { kind: 'outcome'; suite: number; outcome: SuiteOutcome };

/** text: for the clipboard */
type Finished = { kind: 'finished'; text: string };

/** an error that ends the run */
type Failed = { kind: 'failed'; code: string; detail: string };

/** Messages of the worker, in this order. */
export type Message = Started | Progress | Ended | Finished | Failed;

/** @returns stops the run at once; no message follows */
export function runSuites(
  engine: Pick<LoadOptions, 'simd' | 'threads'>,
  hear: (message: Message) => void,
): () => void {
  let worker: Worker;
  const end = () => {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  };
  const fail = (detail: string) => hear({ kind: 'failed', code: '', detail });
  try {
    // all scripts of the built page are in one folder
    worker = new Worker(new URL('./check-worker.js', import.meta.url), { type: 'module' });
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
    return () => {};
  }
  worker.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'finished' || data.kind === 'failed') end();
    hear(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end();
    fail(event.message || `${new URL('./check-worker.js', import.meta.url)} did not start`);
  };
  worker.postMessage(engine);
  return end;
}
