// Writes flat pictures as small PNG files: at most 256 colours, each pixel one byte. Pure.
// PNG specification, third edition: https://www.w3.org/TR/png-3/

import { crc32, deflateSync } from 'node:zlib';

/** Rows of pixels, four bytes (red, green, blue, alpha) each. */
export type Pixels = { width: number; height: number; rgba: Uint8Array };

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const mostColours = 256;

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const partsOf = (colour: number) => [
  colour >>> 24,
  (colour >>> 16) & 255,
  (colour >>> 8) & 255,
  colour & 255,
];

function distance(a: number, b: number): number {
  const other = partsOf(b);
  return partsOf(a).reduce((sum, part, at) => sum + (part - (other[at] ?? 0)) ** 2, 0);
}

/** Returns the most frequent colours, and for every other colour the nearest of them. */
function paletteOf(colours: Uint32Array): { palette: number[]; indexOf: Map<number, number> } {
  const counts = new Map<number, number>();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = byCount.slice(0, mostColours);
  const nearest = (colour: number) =>
    palette.reduce((best, _, at) => {
      const better = distance(colour, palette[at] ?? 0) < distance(colour, palette[best] ?? 0);
      return better ? at : best;
    }, 0);
  return { palette, indexOf: new Map(byCount.map((colour) => [colour, nearest(colour)])) };
}

export function encodePng({ width, height, rgba }: Pixels): Buffer {
  const view = new DataView(rgba.buffer, rgba.byteOffset, rgba.byteLength);
  const colours = Uint32Array.from({ length: width * height }, (_, at) => view.getUint32(at * 4));
  const { palette, indexOf } = paletteOf(colours);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf.get(colours[y * width + x] ?? 0) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // eight bits per pixel, with a palette
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => partsOf(colour).slice(0, 3)))),
    chunk('tRNS', Buffer.from(palette.map((colour) => colour & 255))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns an ICO file that holds one PNG picture with sides of at most 255 pixels. */
export function wrapAsIco(
  png: Buffer,
  { width, height }: { width: number; height: number },
): Buffer {
  const header = Buffer.alloc(22);
  // an icon, with one picture
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(width, 6);
  header.writeUInt8(height, 7);
  // planes, and bits of a pixel
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}
