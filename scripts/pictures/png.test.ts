import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng, wrapAsIco } from './png.ts';

/** Returns the data of the first chunk of a type. */
function chunk(png: Buffer, type: string): Buffer {
  const at = png.indexOf(type, 0, 'latin1');
  return png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
}

test('pixels are palette indexes, and the palette has alpha values', () => {
  const rgba = Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 128, 255, 0, 0, 255, 255, 0, 0, 255]);
  const png = encodePng({ width: 2, height: 2, rgba });
  expect([...chunk(png, 'PLTE')]).toEqual([255, 0, 0, 0, 0, 255]);
  expect([...chunk(png, 'tRNS')]).toEqual([255, 128]);
  expect([...inflateSync(chunk(png, 'IDAT'))]).toEqual([0, 0, 1, 0, 0, 0]);
});

test('with more than 256 colours, rare ones are replaced by their nearest neighbour', () => {
  const frequent = Array.from({ length: 256 }, (_, red) => [red, 0, 0, 255]);
  const rgba = Uint8Array.from([...frequent, ...frequent, [200, 1, 0, 255]].flat());
  const png = encodePng({ width: 513, height: 1, rgba });
  const rows = inflateSync(chunk(png, 'IDAT'));
  expect(chunk(png, 'PLTE')).toHaveLength(768);
  expect([...chunk(png, 'PLTE').subarray(3 * (rows[513] ?? 0), 3 * (rows[513] ?? 0) + 3)]).toEqual([
    200, 0, 0,
  ]);
});

test('an ICO file names the size, the length and the place of its picture', () => {
  const png = encodePng({ width: 1, height: 1, rgba: Uint8Array.from([255, 0, 0, 255]) });
  const ico = wrapAsIco(png, { width: 48, height: 48 });
  expect([...ico.subarray(0, 8)]).toEqual([0, 0, 1, 0, 1, 0, 48, 48]);
  const start = ico.readUInt32LE(18);
  expect(ico.subarray(start, start + ico.readUInt32LE(14))).toEqual(png);
});
