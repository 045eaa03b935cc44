/**
 * Covers of the blog, drawn here so that nothing has to be fetched or licensed: mountains in the light of an hour, and a
 * cup from above. PNG of 1,200 × 630.
 */
import { crc32, deflateSync } from 'node:zlib';

const WIDTH = 1200;
const HEIGHT = 630;

interface Colour {
  red: number;
  green: number;
  blue: number;
}
/** Paints a point, in pixels from the upper left, over what `dot` holds. */
type Drawing = (dot: Colour, x: number, y: number) => void;

const colour = (hex: string): Colour => ({
  red: Number.parseInt(hex.slice(0, 2), 16),
  green: Number.parseInt(hex.slice(2, 4), 16),
  blue: Number.parseInt(hex.slice(4, 6), 16),
});

/** In place: millions of points are painted at the first start. */
function paint(dot: Colour, other: Colour, share: number): void {
  if (share <= 0) return;
  dot.red += (other.red - dot.red) * share;
  dot.green += (other.green - dot.green) * share;
  dot.blue += (other.blue - dot.blue) * share;
}
const mixed = (one: Colour, other: Colour, share: number): Colour => {
  const dot = { ...one };
  paint(dot, other, share);
  return dot;
};
/** Much faster than Math.hypot, which minds overflow. */
const distance = (x: number, y: number): number => Math.sqrt(x * x + y * y);
const clamp = (value: number): number => Math.min(1, Math.max(0, value));

/** How much of a point lies inside a circle; `soft` is the width of its edge. */
const within = (radius: number, away: number, soft = 1): number => clamp((radius - away) / soft + 0.5);

interface Hour {
  sky: [top: string, horizon: string];
  sun: { x: number; y: number; size: number; colour: string };
  /** From the farthest to the nearest. */
  ridges: string[];
  /** Moves the mountains. */
  seed: number;
}

const HOURS: Hour[] = [
  {
    sky: ['f6d9b8', 'fbeee0'],
    sun: { x: 820, y: 235, size: 62, colour: 'f2a65a' },
    ridges: ['e8b896', 'c98a6b', '8f5d4b', '4e3a34'],
    seed: 1,
  },
  {
    sky: ['9cc3c6', 'e3efe6'],
    sun: { x: 340, y: 190, size: 50, colour: 'fff7e0' },
    ridges: ['9fc0b0', '6e9f8b', '3f7767', '1f4a42'],
    seed: 4,
  },
  {
    sky: ['25324f', '5b5a7a'],
    sun: { x: 880, y: 150, size: 42, colour: 'f3ead3' },
    ridges: ['565879', '3f4364', '2a2f4c', '171b30'],
    seed: 7,
  },
  {
    sky: ['cfe0ea', 'f4f1e8'],
    sun: { x: 600, y: 200, size: 70, colour: 'f6e3a1' },
    ridges: ['c3cfc4', '94ad97', '64866a', '3b5a45'],
    seed: 11,
  },
  {
    sky: ['e8b7a6', 'f7e2cf'],
    sun: { x: 280, y: 265, size: 78, colour: 'd9644a' },
    ridges: ['d79a8a', 'a96a66', '70454f', '3b2a36'],
    seed: 16,
  },
];

/** A mountain line: a few waves of different length, as a height above the foot, 0 to 1. */
const line = (x: number, seed: number): number => {
  const wave = (length: number, phase: number): number =>
    Math.sin((x / WIDTH) * length * Math.PI * 2 + phase + seed * 1.7);
  return (
    0.5 +
    0.22 * wave(0.8, seed) +
    0.14 * wave(1.9, seed * 2.3) +
    0.07 * wave(4.3, seed * 0.7) +
    0.03 * wave(9.1, seed * 3.1)
  );
};

function mountains({ sky: [top, horizon], sun, ridges, seed }: Hour): Drawing {
  const [above, below, disc] = [colour(top), colour(horizon), colour(sun.colour)];
  const layers = ridges.map((hex, at) => ({
    body: colour(hex),
    foot: 0.44 + at * 0.17,
    height: 0.3 - at * 0.025,
    seed: seed + at * 5,
  }));
  const crests = layers.map(({ foot, height, seed: own }) =>
    Float64Array.from({ length: WIDTH }, (_, x) => HEIGHT * (foot + 0.1 - height * line(x, own))),
  );
  // Mist lies at the foot; it depends on the height alone, which also keeps the file small.
  const bodies = layers.map(({ body, foot }, at) =>
    Array.from({ length: HEIGHT }, (_, y) =>
      mixed(body, below, 0.45 * clamp((y / HEIGHT - foot) / 0.3) * (1 - at / layers.length)),
    ),
  );
  return (dot, x, y) => {
    paint(dot, above, 1);
    paint(dot, below, clamp(y / (HEIGHT * 0.7)));
    if (Math.abs(x - sun.x) <= sun.size + 1) paint(dot, disc, within(sun.size, distance(x - sun.x, y - sun.y)));
    for (let at = 0; at < layers.length; at++)
      paint(dot, bodies[at]?.[y] ?? below, clamp(y - (crests[at]?.[x] ?? HEIGHT) + 0.5));
  };
}

interface Table {
  table: string;
  saucer: string;
  cup: string;
  coffee: string;
  crema: string;
  x: number;
}

const TABLES: Table[] = [
  { table: 'd8c3a5', saucer: 'f3ece0', cup: 'fffaf2', coffee: '4a2c1d', crema: 'b9855a', x: 600 },
  { table: '2f4f4a', saucer: 'e9e2d2', cup: 'f8f4ea', coffee: '3a2218', crema: 'a8744a', x: 780 },
];

function cupFromAbove({ table, saucer, cup, coffee, crema, x: middle }: Table): Drawing {
  const [ground, plate, rim, drink, foam, shade] = [table, saucer, cup, coffee, crema, '140c08'].map(colour) as [
    Colour,
    Colour,
    Colour,
    Colour,
    Colour,
    Colour,
  ];
  const groove = mixed(plate, shade, 0.07);
  return (dot, x, y) => {
    const dx = x - middle;
    const dy = y - HEIGHT / 2;
    const away = distance(dx, dy);
    // From the outside to the inside; what lies under the coffee need not be painted.
    if (away > 150) {
      paint(dot, ground, 1);
      if (away > 360) return;
      paint(dot, shade, 0.24 * within(276, distance(dx - 16, dy - 24), 80));
      paint(dot, plate, within(270, away));
      paint(dot, groove, within(214, away) * (1 - within(208, away)));
      paint(dot, shade, 0.14 * within(182, distance(dx - 8, dy - 12), 40));
      paint(dot, rim, Math.max(within(176, away), within(12, Math.abs(distance(dx - 192, dy) - 34))));
    }
    paint(dot, drink, within(156, away));
    if (away > 151) return;
    const swirl = clamp(0.5 + 0.5 * Math.sin((Math.atan2(dy, dx) + away / 46) * 2));
    paint(dot, foam, within(150, away) * swirl ** 6 * clamp(away / 60) * 0.8);
    paint(dot, foam, within(150, away) * clamp((away - 118) / 32) ** 2 * 0.6);
  };
}

/** Covers as posts name them, by number. */
/** As a photographer's files would be called. */
export const COVERS: readonly { name: string; drawing: Drawing }[] = [
  ...TABLES.map((table, index) => ({ name: `Cangkir ${index + 1}.png`, drawing: cupFromAbove(table) })),
  ...HOURS.map((hour, index) => ({ name: `Gunung ${index + 1}.png`, drawing: mountains(hour) })),
];

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

/** A row is written as the difference to the one above it. */
const FILTER_UP = 2;

/** PNG of 8 bits a colour, each row as the difference to the one above: skies and shadows become nearly nothing. */
export function drawCover(drawing: Drawing): Buffer {
  const stride = WIDTH * 3;
  let above = new Uint8Array(stride);
  let row = new Uint8Array(stride);
  const rows = Buffer.alloc((stride + 1) * HEIGHT);
  const dot = colour('000000');
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      drawing(dot, x, y);
      row[x * 3] = Math.round(dot.red);
      row[x * 3 + 1] = Math.round(dot.green);
      row[x * 3 + 2] = Math.round(dot.blue);
    }
    const from = y * (stride + 1);
    rows[from] = FILTER_UP;
    for (let at = 0; at < stride; at++) rows[from + 1 + at] = (row[at] ?? 0) - (above[at] ?? 0);
    [above, row] = [row, above];
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
