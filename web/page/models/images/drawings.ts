// Three example images, drawn here. Shapes that differ by colour, a scene, and textures.

export type Name = 'shapes' | 'house' | 'dots';

const SIDE = 448;

type Context = CanvasRenderingContext2D;

function polygon(context: Context, color: string, points: [number, number][]) {
  context.fillStyle = color;
  context.beginPath();
  for (const [x, y] of points) context.lineTo(x, y);
  context.fill();
}

function disc(context: Context, color: string, x: number, y: number, radius: number) {
  context.fillStyle = color;
  context.beginPath();
  context.arc(x, y, radius, 0, 2 * Math.PI);
  context.fill();
}

function box(context: Context, color: string, x: number, y: number, width: number, height: number) {
  context.fillStyle = color;
  context.fillRect(x, y, width, height);
}

const DRAW: Record<Name, (context: Context) => void> = {
  shapes(context) {
    box(context, '#f3efe6', 0, 0, SIDE, SIDE);
    disc(context, '#d7402f', 125, 130, 82);
    box(context, '#2f62c9', 262, 60, 132, 132);
    polygon(context, '#e8b021', [
      [124, 262],
      [212, 404],
      [36, 404],
    ]);
    polygon(context, '#3d9950', [
      [328, 250],
      [410, 332],
      [328, 414],
      [246, 332],
    ]);
  },
  house(context) {
    const sky = context.createLinearGradient(0, 0, 0, 300);
    sky.addColorStop(0, '#7db9e8');
    sky.addColorStop(1, '#e4f1fa');
    context.fillStyle = sky;
    context.fillRect(0, 0, SIDE, 300);
    box(context, '#6ba04a', 0, 292, SIDE, SIDE - 292);
    disc(context, '#f7cf46', 368, 78, 40);
    box(context, '#e9d3ae', 92, 190, 176, 150);
    polygon(context, '#a3412e', [
      [72, 194],
      [180, 104],
      [288, 194],
    ]);
    box(context, '#6b4327', 160, 262, 46, 78);
    box(context, '#bfe0f2', 108, 214, 42, 42);
    box(context, '#bfe0f2', 212, 214, 42, 42);
    box(context, '#6b4327', 347, 250, 22, 96);
    disc(context, '#2f7a3a', 358, 222, 56);
  },
  dots(context) {
    box(context, '#fbfaf7', 0, 0, SIDE, SIDE);
    for (let y = 0; y < SIDE; y += 32) box(context, '#24324a', 0, y, SIDE / 2, 14);
    for (let y = 24; y < SIDE; y += 48) {
      for (let x = SIDE / 2 + 26; x < SIDE; x += 48) disc(context, '#b3477d', x, y, 15);
    }
  },
};

export const NAMES = Object.keys(DRAW) as readonly Name[];

export function drawn(name: Name): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  drawOn(canvas, name);
  return canvas;
}

export function drawOn(canvas: HTMLCanvasElement, name: Name) {
  [canvas.width, canvas.height] = [SIDE, SIDE];
  const context = canvas.getContext('2d');
  if (context) DRAW[name](context);
}
