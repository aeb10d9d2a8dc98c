// Colours of the heads: one hue each, and the ramps of maps.
// OKLCH at equal lightness and chroma. Numbers in, colours out, without drawing.

export type Theme = 'light' | 'dark';

export interface Ramp {
  /** RAMP_STEPS colours from none to most, in the byte order of ImageData */
  pixels: Uint32Array;
  /** the same colours as CSS strings */
  css: readonly string[];
  /** text colour for each of them: black or white, with the higher contrast */
  ink: readonly string[];
}

export const RAMP_STEPS = 256;

/**
 * The hues of signed numbers: negative and positive. Readers with any common colour blindness can
 * distinguish them.
 */
const LESS_HUE = 255;
const MORE_HUE = 55;
/** Around those two, hues that no head has: a colour has one meaning. */
const RESERVED = 20;
/** Degrees of hue from positive to negative, from negative to positive, and in both. */
const TO_LESS = LESS_HUE - MORE_HUE - 2 * RESERVED;
const TO_MORE = 360 - (LESS_HUE - MORE_HUE) - 2 * RESERVED;
const FREE = TO_LESS + TO_MORE;
/**
 * Offset of the first head's hue within the free degrees: the first four are farthest from both
 * signs' hues.
 */
const FIRST = 25;

/** Lightness from zero to the largest number, for each theme: paper to ink, or night to light. */
const RAMP_LIGHTNESS = {
  light: [0.968, 0.43] as const,
  dark: [0.262, 0.9] as const,
};

/** The luminance at which black and white text have the same contrast, 4.58. */
const EVEN_LUMINANCE = 0.179;

const MARK_LIGHTNESS = { light: 0.545, dark: 0.79 };

/**
 * The hue of a head in degrees. Reversing the bits of its index spreads 1, 2, 4, 8 or 16 heads
 * evenly over the hues that signed numbers leave, without ever giving a head another hue when the
 * number of heads changes.
 */
export function headHue(head: number) {
  let turns = 0;
  for (let bit = 0; bit < 6; bit++) if ((head >> bit) & 1) turns += 1 / 2 ** (bit + 1);
  const place = (FIRST + FREE * turns) % FREE;
  const hue = place < TO_MORE ? LESS_HUE + place : MORE_HUE + place - TO_MORE;
  return (hue + RESERVED) % 360;
}

/**
 * The most chroma that every hue can have in sRGB at this lightness, so that no head is more
 * colourful than another. The two lines are the narrowest parts of the gamut: teal below, blue
 * above.
 */
export function sharedChroma(lightness: number) {
  return 0.98 * Math.min(0.17 * lightness, 0.472 * (1 - lightness));
}

/**
 * @param lightness 0..1
 * @param hue degrees
 * @returns linear sRGB; outside 0..1 if sRGB lacks the colour
 */
export function oklchToLinear(
  lightness: number,
  chroma: number,
  hue: number,
): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** @returns sRGB, 0..255 */
function oklchToRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const [red, green, blue] = oklchToLinear(lightness, chroma, hue);
  return [toByte(red), toByte(green), toByte(blue)];
}

function toByte(linear: number) {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(255 * encoded);
}

function toCss(rgb: readonly [number, number, number]) {
  return `rgb(${rgb[0]} ${rgb[1]} ${rgb[2]})`;
}

/** Lightness of zero and of the largest difference, for each theme. */
const SIGNED_LIGHTNESS = {
  light: [0.968, 0.54] as const,
  dark: [0.262, 0.78] as const,
};

const ramps: Map<string, Ramp> = new Map();
const marks: Map<string, string> = new Map();

/**
 * The ramp of a hue: lightness falls (light theme) or rises (dark) in equal steps, so that it survives
 * a grey printer.
 */
export function rampOf(hue: number, theme: Theme): Ramp {
  const [none, most] = RAMP_LIGHTNESS[theme];
  return makeRamp(`${theme} ${hue}`, (step) => {
    const part = step / (RAMP_STEPS - 1);
    const lightness = none + (most - none) * part;
    // the first steps fade in from a nearly neutral paper
    return { hue, lightness, chroma: sharedChroma(lightness) * Math.min(1, 0.3 + 3 * part) };
  });
}

/** The ramp for numbers of no single head, such as a mixture: without a hue. */
export function neutralRampOf(theme: Theme): Ramp {
  const [none, most] = RAMP_LIGHTNESS[theme];
  return makeRamp(`${theme} neutral`, (step) => {
    const lightness = none + (most - none) * (step / (RAMP_STEPS - 1));
    return { hue: 265, lightness, chroma: 0.012 };
  });
}

/**
 * The ramp of signed numbers, from the most negative over zero in the middle to the most positive:
 * blue to orange through neutral, the same lightness on both sides.
 */
export function signedRampOf(theme: Theme): Ramp {
  const [none, full] = SIGNED_LIGHTNESS[theme];
  return makeRamp(`${theme} signed`, (step) => {
    const side = (2 * step) / (RAMP_STEPS - 1) - 1;
    const part = Math.abs(side);
    const lightness = none + (full - none) * part;
    // the largest chroma that both hues have in sRGB: orange below, blue above
    const most = 0.98 * Math.min(0.244 * lightness, 0.478 * (1 - lightness));
    const chroma = most * Math.min(1, 3 * part);
    return { hue: side < 0 ? LESS_HUE : MORE_HUE, lightness, chroma };
  });
}

function makeRamp(
  name: string,
  colorOf: (step: number) => { hue: number; lightness: number; chroma: number },
): Ramp {
  const known = ramps.get(name);
  if (known) return known;
  const pixels = new Uint32Array(RAMP_STEPS);
  const bytes = new Uint8Array(pixels.buffer);
  const css = [];
  const ink = [];
  for (let step = 0; step < RAMP_STEPS; step++) {
    const { hue, lightness, chroma } = colorOf(step);
    const rgb = oklchToRgb(lightness, chroma, hue);
    bytes.set([...rgb, 255], 4 * step);
    css.push(toCss(rgb));
    const [red, green, blue] = oklchToLinear(lightness, chroma, hue);
    const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    ink.push(luminance < EVEN_LUMINANCE ? '#fff' : '#000');
  }
  const ramp = { pixels, css, ink };
  ramps.set(name, ramp);
  return ramp;
}

/** One colour for a head's name, its bars and its outlines: readable as text on the page. */
export function markOf(hue: number, theme: Theme) {
  const name = `${theme} ${hue}`;
  let mark = marks.get(name);
  if (!mark) {
    const lightness = MARK_LIGHTNESS[theme];
    mark = toCss(oklchToRgb(lightness, sharedChroma(lightness), hue));
    marks.set(name, mark);
  }
  return mark;
}
