// In the worker: questions about causes of the newest text, which the model reads with all its heads. Long work reports its
// progress and can be stopped.

import { patch, sweep } from 'headwise/models';
import type { PlainTensor } from 'headwise';
import type { Measure, Model, ModelInput, Run } from 'headwise/models';
import { examplesOf } from './examples.ts';
import type { Example } from './examples.ts';
import type { Guess, Input, OnProgress } from '../worker-messages.ts';
import type { Board, Cause, CausesAnswers, LensCell, WordSums } from './messages.ts';

/** Predictions of a cell of the lens. */
const TOP = 5;
/** Predictions of a model of classes or labels: all of them. */
const ALL = Number.MAX_SAFE_INTEGER;

interface Needs {
  model: () => Model;
  /** the newest run with all heads */
  whole: () => Run;
  /** its input: a text, or the pixels of an image */
  given: () => ModelInput | PlainTensor;
  target: () => number[] | undefined;
  inputOf: (input: Input) => ModelInput;
  named: <One extends { id: number; token: string; text?: string }>(one: One) => One;
  tokenName: (id: number) => string;
}

export function createCauses({
  model,
  whole,
  given,
  target,
  inputOf,
  named,
  tokenName,
}: Needs): CausesAnswers {
  let working: AbortController | null = null;

  /** Long work, of which there is one at a time. */
  function begin(onProgress: OnProgress) {
    working?.abort();
    working = new AbortController();
    const report = (done: number) => onProgress(done, 1, '');
    return { signal: working.signal, onProgress: report };
  }

  const isOfTokens = () => model().predicts === 'tokens';
  const nameOf = (one: Omit<Guess, 'before'>) => (isOfTokens() ? named(one) : one);

  /** The probability of a token; of a class or a label by the model's own form, such as a sigmoid. */
  async function probabilityOf(run: Run, measure: Measure, position: number | null, id: number) {
    if (isOfTokens()) {
      return Math.exp(await run.measure({ ...measure, as: 'logProbability' } as Measure));
    }
    const all = run.predictions({ ...place(position), top: ALL });
    return all.find((one) => one.id === id)?.probability ?? Number.NaN;
  }

  const place = (position: number | null) => (position === null ? {} : { position });

  return {
    causesStop: () => working?.abort(),

    async causesExample() {
      const masks =
        model().kind === 'encoder' ? MASKS.filter((one) => isOne(model(), one)) : [null];
      let best: { example: Example; difference: number } | null = null;
      for (const example of masks.flatMap(examplesOf)) {
        const difference = await differenceOf(model(), example);
        if (difference !== null && difference > (best?.difference ?? 0)) {
          best = { example, difference };
        }
      }
      return best && best.example;
    },

    causesGuesses: ({ position, top }) => whole().predictions({ position, top }).map(nameOf),

    causesWord({ text }) {
      const found = [` ${text}`, text].map((one) => tokensOf(model(), one));
      const one = found.find((ids) => ids.length === 1);
      if (!one) return { pieces: found[1].map((id) => model().decode([id])) };
      return { id: one[0], name: model().decode(one) };
    },

    async causesLens({ layer, at, position, id }): Promise<LensCell> {
      const top = isOfTokens() ? TOP : ALL;
      const { logits, predictions } = await whole().lens({ layer, at, ...place(position), top });
      const [first] = predictions;
      const logit = logits.data[id];
      const found = predictions.find((one) => one.id === id)?.probability;
      const probability = found ?? first.probability * Math.exp(logit - first.logit);
      return { guesses: predictions.slice(0, TOP).map(nameOf), own: { logit, probability } };
    },

    causesSum: (cause) => whole().attribution(measureOf(cause)),

    async causesSweep({ cause, by, of }, onProgress): Promise<Board> {
      const own = target();
      const { signal, onProgress: report } = begin(onProgress);
      const parts = of === 'heads' ? (['heads'] as const) : (['attentions', 'mlps'] as const);
      const found: Board[] = [];
      for (const [at, part] of parts.entries()) {
        const board = await sweep(model(), given(), {
          measure: measureOf(cause),
          ...{ by, of: part, signal },
          onProgress: (done) => report((at + done) / parts.length),
          ...(own && { target: own }),
        });
        found.push(board);
      }
      return of === 'heads' ? found[0] : besideEachOther(found);
    },

    async causesPatch({ cause, second, over }, onProgress) {
      const into = whole();
      const own = target();
      const watch = begin(onProgress);
      const { signal } = watch;
      const from = await model().run(inputOf(second), { signal, ...(own && { target: own }) });
      try {
        const { length } = tokensOfRun(into);
        const other = tokensOfRun(from).length;
        if (length !== other) return { tokens: [length, other] };
        const found = await patch(model(), {
          into,
          from,
          measure: measureOf(cause),
          over,
          ...watch,
        });
        return { ...found, names: tokensOfRun(from).map(tokenName) };
      } finally {
        from.dispose();
      }
    },

    async causesScore(at) {
      return whole().scoreParts({ ...at, by: 'layer' });
    },

    causesMaps: ({ layer }) => whole().attention({ layer }),

    async causesWritten({ layer, head, position, ids, isClass }): Promise<WordSums> {
      const own = target();
      const without = await model().run(given(), {
        ablate: [{ layer, head }],
        ...(own && { target: own }),
      });
      try {
        const words = [];
        for (const id of ids) {
          const measure = measureOf({ position, id, against: null, isClass });
          const { parts } = await whole().attribution(measure);
          const part = parts.find(
            (one) => one.kind === 'head' && one.layer === layer && one.head === head,
          );
          const of = (run: Run) => probabilityOf(run, measure, position, id);
          const value = part?.value ?? 0;
          words.push({ id, value, before: await of(whole()), after: await of(without) });
        }
        return words;
      } finally {
        without.dispose();
      }
    },
  };
}

/** Boards of one column as the columns of one board. */
function besideEachOther(boards: readonly Board[]): Board {
  const [{ base, effects }] = boards;
  const [layers] = effects.shape;
  const data = Float32Array.from({ length: layers * boards.length }, (_, i) => {
    return boards[i % boards.length].effects.data[Math.floor(i / boards.length)];
  });
  return { base, effects: { data, shape: [layers, boards.length] } };
}

/** The question of a choice, for the engine. */
export function measureOf({ position, id, against, isClass }: Cause): Measure {
  const other = against !== null && { against };
  if (isClass || position === null) return { class: id, ...other };
  return { position, token: id, ...other };
}

/** Masks of known tokenizers. */
const MASKS = ['[MASK]', '<mask>'];

const isOne = (model: Model, text: string) => tokensOrSpecial(model, text).length === 1;

/** Tokens of a text, without the tokens around every text. */
function tokensOrSpecial(model: Model, text: string) {
  const { ids } = model.tokenize(text);
  const around = model.tokenize('').ids;
  return ids.filter((id) => !around.includes(id));
}

/**
 * How much the score of an example's first text is above that of its second one.
 *
 * @returns null: the texts differ in length, or a word is not one token
 */
async function differenceOf(model: Model, { text, second, word, against }: Example) {
  const [one, other] = [text, second].map((own) => model.tokenize(own));
  if (one.ids.length !== other.ids.length) return null;
  const ids = [word, against].map((own) => tokensOf(model, ` ${own}`));
  if (ids.some((all) => all.length !== 1)) return null;
  const measure = { token: ids[0][0], against: ids[1][0] };
  const scores = [];
  for (const input of [one, other]) {
    const run = await model.run(input);
    scores.push(await run.measure(measure));
    run.dispose();
  }
  return scores[0] > 0 && scores[1] < 0 ? scores[0] - scores[1] : null;
}

/** The tokens of a word, without the special ones. */
function tokensOf(model: Model, text: string) {
  const { ids, words } = model.tokenize(text);
  return ids.filter((_, at) => words?.[at] !== -1);
}

const tokensOfRun = (run: Run) => run.target?.ids ?? run.input?.ids ?? [];
