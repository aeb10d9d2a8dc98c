// Layout of the drawing of one way from x to queries.
// Blocks of matrices, the input row upright beside them, and the resulting pieces below. Arithmetic
// only.

/** a matrix, or a part of one */
interface Block {
  x: number;
  y: number;
  width: number;
  height: number;
  /** name of the matrix */
  source: 'first' | 'own' | 'collapsed' | 'small';
  /** its first column in the matrix */
  from: number;
  columns: number;
  /** index of its head; null: all heads */
  head: number | null;
}

/** a row of numbers, horizontal or upright */
interface Strip {
  x: number;
  y: number;
  width: number;
  height: number;
  source: 'x' | 'between' | 'query';
  /** its first number in the row */
  from: number;
  count: number;
  standing: boolean;
  head: number | null;
}

export interface Arrow {
  x: number;
  y: number;
  toX: number;
  toY: number;
}

interface Name {
  x: number;
  y: number;
  what: 'x' | 'between' | 'W' | 'own' | 'collapsed' | 'small' | 'query';
  head: number | null;
}

export interface WayLayout {
  width: number;
  height: number;
  blocks: readonly Block[];
  strips: readonly Strip[];
  arrows: readonly Arrow[];
  names: readonly Name[];
  /** squares that are zero */
  empty: readonly { x: number; y: number; width: number; height: number }[];
}

const NAME = 18;
const STRIP = 11;
const NEAR = 9;
const GAP = 7;
const APART = 34;
const LARGEST_SIDE = 176;

/** @param space width: room, CSS pixels */
export function layoutWay(
  way: 'a' | 'b' | 'c' | 'd',
  { width, embedDim, heads }: { width: number; embedDim: number; heads: number },
): WayLayout {
  const gaps = (heads - 1) * gapOf(heads);
  const twice = way === 'c';
  // width beside the matrices: the input, once or twice, and the operators between them
  const around = (twice ? 2 * (STRIP + NEAR) + APART : STRIP + NEAR) + gaps + 2;
  const side = Math.max(40, Math.min(LARGEST_SIDE, (width - around) / (twice ? 2 : 1)));
  const plan = { side, headSide: side / heads, heads, headDim: embedDim / heads, embedDim };
  if (way === 'a') return finish(apart(plan, 0, 'own', 'x'));
  if (way === 'b') return finish(together(plan));
  if (way === 'c') return finish(behind(plan, width));
  return finish(diagonal(plan));
}

function gapOf(heads: number) {
  return heads > 8 ? 3 : GAP;
}

type Plan = { side: number; headSide: number; heads: number; headDim: number; embedDim: number };

type Parts = Omit<WayLayout, 'width' | 'height'>;

/** A matrix for each head, side by side, all with the same input row. */
function apart(
  { side, headSide, heads, headDim, embedDim }: Plan,
  left: number,
  source: 'own' | 'collapsed',
  input: 'x' | 'between',
): Parts {
  const start = left + STRIP + NEAR;
  const below = NAME + side + NEAR;
  const parts: Parts = {
    blocks: [],
    strips: [standing(left, NAME, side, input, 0, embedDim, null)],
    arrows: [],
    names: [{ x: left + STRIP / 2, y: NAME - 6, what: input, head: null }],
    empty: [],
  };
  const { blocks, strips, names } = parts as any;
  for (let head = 0; head < heads; head++) {
    const x = start + head * (headSide + gapOf(heads));
    const from = head * headDim;
    blocks.push({
      x,
      y: NAME,
      width: headSide,
      height: side,
      source,
      from,
      columns: headDim,
      head,
    });
    strips.push(lying(x, below, headSide, 'query', from, headDim, head));
    names.push({ x: x + headSide / 2, y: NAME - 6, what: source, head });
    names.push({ x: x + headSide / 2, y: below + STRIP + 14, what: 'query', head });
  }
  return parts;
}

/** One matrix for all heads; its result is split. */
function together(plan: Plan): Parts {
  const { side, headSide, heads, headDim, embedDim } = plan;
  const { strips, names } = apart(plan, 0, 'own', 'x');
  const x = STRIP + NEAR;
  const middle = (heads - 1) * gapOf(heads) * 0.5;
  const whole = NAME + side + NEAR;
  const lower = whole + STRIP + 16;
  const block: Block = {
    x: x + middle,
    y: NAME,
    width: side,
    height: side,
    source: 'own',
    from: 0,
    columns: embedDim,
    head: null,
  };
  const move = lower - whole;
  const pieces = strips.filter(({ head }) => head !== null);
  return {
    blocks: [block],
    strips: [
      { ...strips[0], x: middle },
      lying(block.x, whole, side, 'query', 0, embedDim, null),
      ...pieces.map((strip) => ({ ...strip, y: strip.y + move })),
    ],
    arrows: pieces.map((strip, head) => ({
      x: block.x + (head + 0.5) * headSide,
      y: whole + STRIP + 2,
      toX: strip.x + (headSide * headDim) / headDim / 2,
      toY: lower - 2,
    })),
    names: [
      { x: middle + STRIP / 2, y: NAME - 6, what: 'x', head: null },
      { x: block.x + side / 2, y: NAME - 6, what: 'W', head: null },
      ...names
        .filter(({ what }) => what === 'query')
        .map((name) => ({ ...name, y: name.y + move })),
    ],
    empty: [],
  };
}

/** One matrix, followed by a matrix for each head; beside them, or where there is no room below, the product of the two. */
function behind(plan: Plan, width: number): Parts {
  const { side, embedDim, heads } = plan;
  const x = STRIP + NEAR;
  const below = NAME + side + NEAR;
  const second = x + side + APART;
  const two = apart(plan, second, 'own', 'between');
  const one = apart(plan, 0, 'collapsed', 'x');
  const each = STRIP + NEAR + side + (heads - 1) * gapOf(heads);
  const third = second + each + APART;
  const isBeside = third + each + 2 <= width;
  const [aside, lower] = isBeside ? [third, 0] : [0, below + STRIP + 44];
  const moved = (part: any) => ({ ...part, x: part.x + aside, y: part.y + lower });
  return {
    blocks: [
      {
        x,
        y: NAME,
        width: side,
        height: side,
        source: 'first',
        from: 0,
        columns: embedDim,
        head: null,
      },
      ...two.blocks,
      ...one.blocks.map(moved),
    ],
    strips: [
      standing(0, NAME, side, 'x', 0, embedDim, null),
      lying(x, below, side, 'between', 0, embedDim, null),
      ...two.strips,
      ...one.strips.map(moved),
    ],
    arrows: [
      { x: x + side + 4, y: below + STRIP / 2, toX: second + STRIP / 2, toY: NAME + side + 4 },
    ],
    names: [
      { x: STRIP / 2, y: NAME - 6, what: 'x', head: null },
      { x: x + side / 2, y: NAME - 6, what: 'W', head: null },
      { x: x + side / 2, y: below + STRIP + 14, what: 'between', head: null },
      ...two.names.filter(({ what }) => what !== 'between'),
      ...one.names.map(moved),
    ],
    empty: [],
  };
}

/** x in pieces and one small matrix, drawn as the equivalent large one. */
function diagonal({ side, headSide, heads, headDim }: Plan): Parts {
  const x = STRIP + NEAR;
  const gap = gapOf(heads);
  const below = NAME + side + (heads - 1) * gap + NEAR;
  const parts: any = {
    blocks: [],
    strips: [],
    arrows: [],
    names: [{ x: STRIP / 2, y: NAME - 6, what: 'x', head: null }],
    empty: [],
  };
  for (let head = 0; head < heads; head++) {
    const step = head * (headSide + gap);
    const from = head * headDim;
    parts.strips.push(standing(0, NAME + step, headSide, 'x', from, headDim, head));
    parts.strips.push(lying(x + step, below, headSide, 'query', from, headDim, head));
    parts.names.push({ x: x + step + headSide / 2, y: NAME - 6, what: 'small', head });
    parts.names.push({
      x: x + step + headSide / 2,
      y: below + STRIP + 14,
      what: 'query',
      head,
    });
    for (let row = 0; row < heads; row++) {
      const place = { x: x + step, y: NAME + row * (headSide + gap) };
      const square = { ...place, width: headSide, height: headSide };
      if (row !== head) parts.empty.push(square);
      else parts.blocks.push({ ...square, source: 'small', from: 0, columns: headDim, head });
    }
  }
  return parts;
}

function standing(
  x: number,
  y: number,
  length: number,
  source: Strip['source'],
  from: number,
  count: number,
  head: number | null,
): Strip {
  return { x, y, width: STRIP, height: length, source, from, count, standing: true, head };
}

function lying(
  x: number,
  y: number,
  length: number,
  source: Strip['source'],
  from: number,
  count: number,
  head: number | null,
): Strip {
  return { x, y, width: length, height: STRIP, source, from, count, standing: false, head };
}

function finish(parts: Parts): WayLayout {
  const areas = [...parts.blocks, ...parts.strips, ...parts.empty];
  const right = Math.max(...areas.map(({ x, width }) => x + width));
  const bottom = Math.max(...areas.map(({ y, height }) => y + height));
  return { ...parts, width: Math.ceil(right + 2), height: Math.ceil(bottom + 22) };
}
