// An exhibit: a question to the engine, and the drawing of its answer.

import { createLatestQuery } from '../elements/lesson/latest-query.ts';
import { numbersOf } from '../elements/lesson/numbers.ts';
import { createRoot, html } from '../ui/template.ts';
import { createSmallMap } from './small-map.ts';
import type { Engine } from '../elements/shared/engine.ts';
import type { Child } from '../ui/template.ts';
import type { ExhibitKind, Kit, Moment } from './exhibit-types.ts';
import type { Drawing, SmallMap } from './small-map.ts';
import type { Matrix } from './tensors.ts';

/** The moment of a drawing, and services for it. */
export interface Context extends Moment, Pick<Kit, 'messages' | 'setValues' | 'setState'> {
  numbers: ReturnType<typeof numbersOf>;
  /** The newest moment, for listeners: a drawing stays while the engine answers the next question. */
  now: () => Moment;
  /** Draws a map; the exhibit keeps one for each name. */
  smallMap: (name: string | number, map: Matrix, drawing: Drawing) => HTMLElement;
  /** The table of a map that is drawn with `tableApart`. */
  mapTable: (name: string | number) => HTMLElement | undefined;
}

interface Plan<Asked extends object, Found> extends Pick<ExhibitKind, 'name' | 'lab'> {
  /** The question of a moment; null: there is none yet, and the drawing stays as it is. */
  asks?: (moment: Moment) => Asked | null;
  /** Answers a question. The same question is not repeated, and only the newest is drawn. */
  compute?: (engine: Engine, asked: Asked) => Promise<Found>;
  /** The parts that need no answer, before the others. */
  controls?: (context: Context) => Child;
  view?: (found: Found, context: Context, asked: Asked) => Child;
  /** Frees its data when another scene opens, which drops its question. */
  close?: () => void;
}

export function exhibit<Asked extends object, Found>({
  name,
  lab,
  asks,
  compute,
  controls,
  view,
  close,
}: Plan<Asked, Found>): ExhibitKind {
  const create = (kit: Kit) => {
    const { messages, setValues, setState } = kit;
    const numbers = numbersOf(messages.locale);
    const maps: Map<string | number, SmallMap> = new Map();
    const parts: { controls: Child; drawing: Child } = { controls: null, drawing: null };
    const frame = () => html`<div class=${name}>${parts.controls}${parts.drawing}</div>`;
    const root = createRoot(frame());
    let context: Context;
    let question: Asked | null = null;

    const ask = createLatestQuery(
      async (asked: Asked) => ({ asked, found: await compute!(await kit.engine(), asked) }),
      {
        show({ asked, found }) {
          parts.drawing = view!(found, context, asked);
          root.render(frame());
        },
        fail: kit.fail,
        busy: kit.busy,
      },
    );

    function smallMap(key: string | number, map: Matrix, drawing: Drawing) {
      let drawn = maps.get(key);
      if (!drawn) maps.set(key, (drawn = createSmallMap(messages)));
      drawn.show(map, context, drawing);
      return drawn.element;
    }

    const mapTable = (key: string | number) => maps.get(key)?.numbers;

    return {
      element: root.element,
      update(moment: Moment) {
        const now = () => context;
        const services = { messages, setValues, setState, numbers, now, smallMap, mapTable };
        context = { ...moment, ...services };
        parts.controls = controls?.(context);
        root.render(frame());
        const asked = asks?.(moment) ?? null;
        // one object for one question, so that it is asked once
        if (!asked || !question || !isSame(asked, question)) question = asked;
        ask(question);
        ask.again();
      },
      close:
        close &&
        (() => {
          ask.forget();
          close();
        }),
    };
  };
  return { name, lab, create };
}

/** Whether two questions have the same fields. */
function isSame(one: object, other: object) {
  const [left, right] = [new Map(Object.entries(one)), new Map(Object.entries(other))];
  return left.size === right.size && [...left].every(([key, value]) => value === right.get(key));
}
