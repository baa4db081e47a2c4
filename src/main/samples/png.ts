import { crc32, deflateSync } from 'node:zlib';

/** An RGB colour, each part 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** A series of a bar chart: its values, 0 to 1, and the colour of its bars. */
export interface BarSeries {
  readonly values: readonly number[];
  readonly colour: Colour;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PAPER: Colour = [250, 250, 248];
const AXIS: Colour = [154, 152, 143];
const BAR_WIDTH = 5;
const BAR_GAP = 2;
const MARGIN = 6;

/** Draws up to two series of bars side by side over a base line, as a PNG file. */
export function barChart(height: number, series: readonly BarSeries[]): Buffer {
  const groups = Math.max(...series.map(({ values }) => values.length));
  const groupWidth = series.length * BAR_WIDTH + BAR_GAP;
  const width = groups * groupWidth + 2 * MARGIN;
  const pixels = new Uint8Array(width * height);
  const base = height - MARGIN;
  for (let x = MARGIN / 2; x < width - MARGIN / 2; x += 1) pixels[base * width + x] = 1;
  series.forEach(({ values }, place) => {
    values.forEach((value, group) => {
      const left = MARGIN + group * groupWidth + place * BAR_WIDTH;
      const top = base - Math.round(value * (base - MARGIN));
      for (let y = top; y < base; y += 1)
        pixels.fill(2 + place, y * width + left, y * width + left + BAR_WIDTH);
    });
  });
  return encodePng(width, pixels, [PAPER, AXIS, ...series.map(({ colour }) => colour)]);
}

/** A PNG of palette indexes, eight bits each (https://www.w3.org/TR/png-3/). */
function encodePng(width: number, pixels: Uint8Array, palette: readonly Colour[]): Buffer {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    // Stored, not compressed: what a compressor makes of the same bytes differs between versions of zlib.
    chunk('IDAT', deflateSync(lines, { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
