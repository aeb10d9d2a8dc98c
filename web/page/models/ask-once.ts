// One question to a worker of its own, which ends with the answer.

import { connect } from './connection.ts';
import type { Answer, CallName, Question } from './worker-messages.ts';

export type AskOnce = <N extends CallName>(
  name: N,
  given: Question<N>,
) => { answer: Promise<Answer<N>>; cancel: () => void };

export function createAskOnce(startWorker: () => Worker): AskOnce {
  return (name, given) => {
    const connection = connect(startWorker());
    return {
      answer: connection.ask(name, given).finally(connection.end),
      cancel: connection.end,
    };
  };
}
