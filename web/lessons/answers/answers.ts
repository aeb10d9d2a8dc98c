// The exhibits of the answers: the formula as the question has it, one line of answer, the drawing, and
// the switch that proves it.

/// <reference path="../../elements/css.d.ts" />

import { both, formula, mi, mn, mo, name, row, sub, sup } from '../../ui/mathml.ts';
import { html } from '../../ui/template.ts';
import { sayText } from '../../ui/text.ts';
import { loadAnswerWords } from '../../words/answers.ts';
import style from './answers.css';
import type { Child } from '../../ui/template.ts';
import type { AnswerWords } from '../../words/answers.ts';
import type { Theme } from '../../views/color.ts';
import type { Matrix } from '../tensors.ts';
import type { Given } from './lazy.ts';

export { style };

const MAP_ROOM = 260;
const ORDER_ROOM = 230;
/** Narrower drawings have smaller cells, CSS pixels. */
const NARROW = 640;
/** More heads have no room for their names. */
const MOST_NAMED = 8;

/**
 * @param language of the texts
 * @param given parts of the page
 */
export async function createAnswers(language: string, given: Given) {
  const words = await loadAnswerWords(language);
  return {
    twice: twice(words, given),
    where: where(words, given),
    linear: linear(words, given),
    out: out(words, given),
    trained: trained(words, given),
    order: order(given),
  };
}

/** The question's own formula, the answer in large type, and why. */
function page(asked: Child, answer: Child, text: Child) {
  return html`<div class="answer-page">
    <p class="answer-formula" dir="ltr" hidden=${asked === null}>${asked}</p>
    <p class="answer-line">${answer}</p>
    <p class="answer-text">${text}</p>
  </div>`;
}

const ownQuery = () => both(mi('W'), mi('i'), mi('Q'));

function twice({ twice: words, same, signed }: AnswerWords, given: Given) {
  const { choice, facts, richText, wayFigure } = given;
  return given.exhibit({
    name: 'answer-twice',
    asks: given.sentenceInWays,
    compute: given.waysOfSentence,
    controls({ values, setValues }) {
      const isPlain = values.plain !== 0;
      return html`${page(
        formula(row(ownQuery(), mi('Q'))),
        richText(words.answer),
        richText(isPlain ? words.text : words.literal),
      )}
        ${choice(
          richText(words.standsFor),
          [
            [1, richText('{x}')],
            [0, richText('{x} {W}')],
          ],
          isPlain ? 1 : 0,
          (plain) => setValues({ plain }),
          sayText(words.standsFor, { Q: 'Q' }),
        )}`;
    },
    view(found, context) {
      const [, , literal] = found.ways;
      const { outputDifference } = literal;
      const head = Math.min(context.head, literal.attention.shape[0] - 1);
      const { numbers } = context;
      return html`${facts([
        [words.difference, outputDifference.same ? same : numbers.few(outputDifference.largest)],
      ])}
        <div class="exhibit-row">${wayFigure(found, literal, { ...context, head })}</div>
        <p class="exhibit-note">${signed}</p>`;
    },
  });
}

function where({ where: words, same, signed }: AnswerWords, given: Given) {
  const { choice, facts, headOf, richText, wayFigure } = given;
  return given.exhibit({
    name: 'answer-where',
    asks: given.sentenceInWays,
    compute: given.waysOfSentence,
    controls({ frame: { state }, setState }) {
      return html`${page(formula(ownQuery()), richText(words.answer), richText(words.text))}
        ${choice(
          words.shows,
          [
            ['untrained', words.random],
            ['grammar', words.trained],
          ],
          state.model,
          (model) => setState({ model, layer: model === 'grammar' ? 1 : 0, heads: 4, width: 32 }),
        )}`;
    },
    view(found, context, { causal }) {
      const [own, cut] = found.ways;
      const head = Math.min(context.head, own.attention.shape[0] - 1);
      const { numbers, smallMap } = context;
      const { outputDifference } = cut;
      const map = smallMap('head', headOf(own.attention, head), {
        head,
        room: MAP_ROOM,
        name: sayText(words.map, { head: head + 1 }),
        isMasked: (from, to) => causal && to > from,
      });
      return html`<div class="exhibit-row">
          ${wayFigure(found, own, { ...context, head })}
          <div class="exhibit-pair">${map}</div>
        </div>
        <p class="exhibit-note">${signed}</p>
        <p class="answer-text">${words.together}</p>
        ${facts([
          [words.difference, outputDifference.same ? same : numbers.few(outputDifference.largest)],
        ])}`;
    },
  });
}

function linear({ linear: words, signed }: AnswerWords, given: Given) {
  const { choice, code, richText, matrixArea } = given;
  return given.exhibit({
    name: 'answer-linear',
    asks: given.headsOfState,
    compute: given.widthsOfHeads,
    controls({ frame: { state }, values, setValues, numbers }) {
      const { width, heads } = state;
      const needed = width / heads;
      const isRight = values.fixed === 1;
      const answer = needed === heads ? words.luck : words.answer;
      const places = { made: numbers.whole(heads), needed: numbers.whole(needed) };
      return html`${page(
        code('nn.Linear(embed_dim, nhead)'),
        sayText(answer, places),
        richText(words.text),
      )}
        ${choice(
          words.layer,
          [
            [0, code(`nn.Linear(${width}, ${heads})`)],
            [1, code(`nn.Linear(${width}, ${needed})`)],
          ],
          isRight ? 1 : 0,
          (fixed) => setValues({ fixed }),
        )}`;
    },
    view({ right, error, ...wrong }, { numbers, values, frame, width: room }, asked) {
      const { embedDim, heads } = asked;
      const isRight = values.fixed === 1;
      const { queries } = isRight ? right : wrong;
      const [, columns] = queries.shape;
      const { theme } = frame.look;
      const cell = room < NARROW ? 4 : 6;
      const shown = (matrix: Matrix, caption: string) => {
        const [rows, count] = matrix.shape;
        const size = { width: `${count * cell}px`, height: `${rows * cell}px` };
        const places = { width: numbers.whole(embedDim), columns: numbers.whole(count) };
        const text = sayText(words.columns, { rows, columns: count });
        return html`<figure>
          <figcaption>${richText(sayText(caption, places))}</figcaption>
          ${matrixArea({ ...size, theme, numbers: matrix })}
          <p class="exhibit-note">${text}</p>
        </figure>`;
      };
      const places = {
        heads: numbers.whole(heads),
        joined: numbers.whole(heads * columns),
        width: numbers.whole(embedDim),
      };
      const fits = isRight || error === null;
      return html`<div class="exhibit-row">
          ${shown(queries, words.makes)}${shown(right.queries, words.needs)}
        </div>
        <figure>
          <figcaption>${richText(words.together, places)}</figcaption>
          ${inRow(given, heads, { part: (heads * columns) / embedDim, theme })}
        </figure>
        <p class="engine-says" role="status" data-fits=${String(fits)}>
          ${
            fits
              ? richText(words.fits, places)
              : html`<span>${words.says}: </span><code dir="ltr" lang="en">${error}</code>`
          }
        </p>
        <p class="exhibit-note">${signed}</p>`;
    },
  });
}

function out({ out: words }: AnswerWords, given: Given) {
  const { choice, richText, FIXED_WIDTH } = given;
  return given.exhibit({
    name: 'answer-out',
    asks: given.layerOfState,
    compute: given.shapesOfLayer,
    controls({ frame: { state }, values, numbers, setState, setValues }) {
      const { width, heads } = state;
      const isFixed = values.fixed === 1;
      const headDim = isFixed ? FIXED_WIDTH : width / heads;
      const places = {
        ...{ heads: numbers.whole(heads), headDim: numbers.whole(headDim) },
        ...{ rows: numbers.whole(heads * headDim), columns: numbers.whole(width) },
      };
      const asked = row(
        ...[
          name('Concat'),
          '(',
          sub(mi('z'), mn(1)),
          mo(','),
          mo('…'),
          mo(','),
          sub(mi('z'), mi('h')),
        ],
        ...[')', sup(mi('W'), mi('O'))],
      );
      return html`${page(formula(asked), sayText(words.answer, places), richText(words.text, places))}
        ${choice(
          words.headCount,
          given.HEAD_CHOICES.map((count) => [count, String(count)]),
          heads,
          (count) => setState({ heads: count }),
        )}
        ${choice(
          words.headWidth,
          [
            [0, sayText(words.split, { width: numbers.whole(width) })],
            [1, String(FIXED_WIDTH)],
          ],
          isFixed ? 1 : 0,
          (fixed) => setValues({ fixed }),
        )}`;
    },
    view({ outProjection: [columns, rows], headDim }, { numbers, frame }, { heads }) {
      const places = { rows: numbers.whole(rows), columns: numbers.whole(columns) };
      const { theme } = frame.look;
      const most = Math.max(rows, columns);
      return html`<div class="answer-drawing">
        <figure>
          <figcaption>${sayText(words.joined, places)}</figcaption>
          ${inRow(given, heads, { part: rows / most, theme })}
        </figure>
        <figure>
          <figcaption>
            ${richText('{W_O}')}${': '}${sayText(words.rows, places)}${', '}${sayText(words.columns, places)}
          </figcaption>
          <div class="answer-square">
            ${given.matrixArea({
              ...{ theme, heads, cut: 'rows' },
              ...{ width: percent(columns / most), height: percent(rows / most) },
              nameOf: (head) => heads <= MOST_NAMED && sayText(words.head, { head: head + 1 }),
            })}
          </div>
        </figure>
        <figure>
          <figcaption>${sayText(words.output, places)}</figcaption>
          ${inRow(given, 0, { part: columns / most, theme })}
        </figure>
      </div>`;
    },
  });
}

function trained({ trained: words }: AnswerWords, given: Given) {
  return given.exhibit({
    name: 'answer-trained',
    controls: () => page(null, words.answer, words.text),
  });
}

/** The results of one head, in the order in which they are computed. */
function order({ headOf, ...given }: Given) {
  return given.exhibit({
    name: 'in-order',
    asks: ({ trace, head }) => trace && { trace, head },
    compute: async (_engine, { trace, head }) => ({
      query: headOf(trace.query, head),
      dotProducts: headOf(trace.dotProducts, head),
      scores: headOf(trace.scores, head),
      attention: headOf(trace.attention, head),
      heads: headOf(trace.heads, head),
    }),
    view(found, { messages, smallMap }) {
      const steps = [
        ['query', messages.stepProjection],
        ['dotProducts', messages.stepDotProducts],
        ['scores', messages.stepScores],
        ['attention', messages.stepAttention],
        ['heads', messages.stepHeads],
      ] as const;
      return html`<div class="exhibit-row">
      ${steps.map(([name, text], i) =>
        smallMap(name, found[name], {
          name: `${i + 1}. ${text}`,
          room: ORDER_ROOM,
          signed: name !== 'attention',
          ...(['query', 'heads'].includes(name) && { columnLabels: [] }),
        }),
      )}
    </div>`;
    },
  });
}

const percent = (part: number) => `${(100 * part).toFixed(3)}%`;

/** Heads side by side, in a row that they fill in part. */
function inRow(
  { matrixArea }: Given,
  heads: number,
  { part, theme }: { part: number; theme: Theme },
) {
  const width = percent(Math.min(1, part));
  return html`<div class="answer-row">
    ${matrixArea({ theme, heads, cut: 'columns', width, height: '26px' })}
  </div>`;
}
