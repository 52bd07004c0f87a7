// Icons of a manifest: what is accepted, what is refused, and how they are served.

import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { IconFile } from '@brama/contract/applications/fields';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createReadIcon, maxIconBytes } from './read-icon.ts';
import { createSvgDrawer } from './svg/drawer.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-icons-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

function png(width: number, height: number, ...extra: Buffer[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 100_000)));
  const end = chunk('IEND', Buffer.alloc(0));
  return Buffer.concat([signature, chunk('IHDR', head), ...extra, chunk('IDAT', pixels), end]);
}

function riff(...chunks: [type: string, data: Buffer][]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const head = Buffer.alloc(8);
    head.write(type, 'latin1');
    head.writeUInt32LE(data.length, 4);
    return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from('WEBP'), ...parts]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** Returns the header of a lossless picture (RFC 9649 §3.4), which has no pixels. */
function lossless(width: number, height: number): Buffer {
  const data = Buffer.alloc(9, 7);
  data[0] = 0x2f;
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1);
  return data;
}

const svg = (inside: string, attributes = 'viewBox="0 0 24 24"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`;
const circle = '<circle cx="12" cy="12" r="10" fill="#3a3fd4"/>';

const dataOf = (content: Buffer | string, type = 'svg+xml') =>
  `data:image/${type};base64,${Buffer.from(content).toString('base64')}`;

async function read(source: string, known = new Map<string, IconFile>()) {
  return createReadIcon(folder)(source, known);
}

async function reasonFor(content: Buffer | string): Promise<string | undefined> {
  const given = await read(dataOf(content));
  return 'reason' in given ? given.reason : undefined;
}

describe('accepted', () => {
  test.each([
    ['PNG', png(64, 64), 'png'],
    ['WebP', riff(['VP8L', lossless(64, 32)]), 'webp'],
    ['WebP with metadata', riff(['VP8X', Buffer.alloc(10)], ['VP8L', lossless(16, 16)]), 'webp'],
  ] as const)('%s is stored as it is', async (_name, bytes, extension) => {
    writeFileSync(join(folder, `icon.${extension}`), bytes);
    const given = await read(`icon.${extension}`);
    expect(given).toEqual({
      icon: {
        file: expect.stringMatching(new RegExp(`^[0-9a-f]{32}\\.${extension}$`)),
        source: expect.any(String),
      },
      content: bytes,
    });
    // the same file as data, whatever type it claims
    expect(await read(dataOf(bytes))).toEqual(given);
  });

  test.each([
    svg(circle),
    `<?xml version="1.0"?>\n<!-- Inkscape -->${svg(circle)}`,
    svg(
      `<defs><linearGradient id="g"><stop stop-color="#fff"/></linearGradient></defs><rect width="24" height="24" fill="url(#g)"/><use href="#g"/>`,
    ),
    svg(circle, 'width="400" height="100"'),
    svg('<style>circle{fill:red}</style><title>Кампус</title><circle r="9"/>'),
  ])('SVG is drawn as PNG of 128 pixels: %.90s', async (text) => {
    const given = await read(dataOf(text));
    if ('reason' in given || !given.content) throw new Error(JSON.stringify(given));
    expect(given.icon.file).toMatch(/\.png$/);
    expect(given.content.subarray(0, 8)).toEqual(signature);
    expect(given.content.readUInt32BE(16)).toBe(128);
    expect(given.content.length).toBeLessThan(maxIconBytes);
    // the same name each time, so that the same manifest changes nothing
    expect(await read(dataOf(text))).toEqual(given);
  });

  test('a name of the list, also beside a file of this name', async () => {
    writeFileSync(join(folder, 'library'), 'no picture');
    expect(await read('library')).toEqual({ icon: { name: 'library' } });
  });

  test('an icon that is stored is not drawn again', async () => {
    const given = await read(dataOf(svg(circle)));
    if ('reason' in given || 'name' in given.icon) throw new Error(JSON.stringify(given));
    const known = new Map([[given.icon.source, given.icon]]);
    expect(await read(dataOf(svg(circle)), known)).toEqual({ icon: given.icon });
  });
});

describe('refused', () => {
  test.each([
    ['<script>alert(1)</script>', 'must not hold scripts'],
    ['<g onload="alert(1)"/>', 'must not hold scripts: remove the attribute onload'],
    ['<image href="https://evil.example/a.png"/>', 'must not hold <image>'],
    ['<image href="/etc/passwd"/>', 'must not hold <image>'],
    ['<image href="data:image/png;base64,AAAA"/>', 'must not hold <image>'],
    ['<foreignObject/>', 'must not hold <foreignObject>'],
    ['<a href="#x"/>', 'must not hold <a>'],
    ['<animate/>', 'must not hold <animate>'],
    ['<filter id="f"/>', 'must not hold <filter>'],
    ['<text>К</text>', 'must not hold text: turn it into paths'],
    ['<use href="other.svg#x"/>', 'must not refer to other files or addresses'],
    [
      '<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="https://evil.example/#x"/>',
      'must not refer to other files or addresses',
    ],
    ['<use href="&#104;ttps://evil.example"/>', 'must not refer to other files or addresses'],
    ['<g fill="url(https://evil.example/#a)"/>', 'must not refer to other files or addresses'],
    ['<g fill="url( &quot;x.svg#a&quot;)"/>', 'must not refer to other files or addresses'],
    ['<style>@import "a.css";</style>', 'must not refer to other files or addresses'],
    ['<style>g{fill:url(a.svg#x)}</style>', 'must not refer to other files or addresses'],
    ['<g xml:base="https://evil.example/"/>', 'must not refer to other files or addresses'],
    ['<g xmlns:x="http://www.w3.org/2000/svg"><x:image/></g>', 'must not hold <image>'],
    ['<![CDATA[<script>]]>', 'must not hold DOCTYPE, CDATA or processing instructions'],
    ['<?xml-stylesheet href="a.css"?>', 'must not hold DOCTYPE, CDATA or processing instructions'],
    ['<g', 'is not well-formed XML'],
    ['<g></svg>', 'is not well-formed XML'],
  ])('%s', async (inside, reason) => {
    expect(await reasonFor(svg(inside))).toBe(reason);
  });

  // these were drawn before: the names and values were checked as written, not as decoded
  const encoded = 'xmlns:cc="http://www.w3.org/200&#48;/svg"';
  test.each([
    [
      'a picture of this machine',
      `<cc:image ${encoded} xmlns:x-y="http://www.w3.org/1999/xlink" width="24" height="24" x-y:href="/dev/zero"/>`,
      'must not hold <image>',
    ],
    ['a filter', `<cc:filter ${encoded} id="f"/>`, 'must not hold <filter>'],
    [
      'another prefix of XLink',
      '<use xmlns:x-y="http://www.w3.org/1999/xlink" x-y:href="https://evil.example/#p"/>',
      'must not refer to other files or addresses',
    ],
    [
      'an address',
      '<g fill="&#117;rl(https://evil.example/x)"><path d="M0 0h9v9"/></g>',
      'must not refer to other files or addresses',
    ],
    [
      'an import',
      '<style>&#64;import "https://evil.example/a.css";</style>',
      'must not refer to other files or addresses',
    ],
  ])('encoded: %s', async (_name, inside, reason) => {
    expect(await reasonFor(svg(inside))).toBe(reason);
  });

  test('drawings that would take long, at once', async () => {
    let doubling = '<g id="u0"><path d="M0 0h9v9"/></g>';
    for (let level = 0; level < 12; level++)
      doubling = `<g id="u${level + 1}">${doubling}<use href="#u${level}"/></g>`;
    expect(await reasonFor(svg(doubling))).toBe(
      'must be at most 256 KiB once each reference is replaced by what it names',
    );
    expect(await reasonFor(svg('<path stroke-dasharray="0.0001" d="M0 0h24"/>'))).toBe(
      'must not hold dashed lines: turn them into paths',
    );
  });

  test('a drawing that needs more memory than it may', async () => {
    const long = 'c1e9 1e9 5e8 -5e8 9 9 '.repeat(2700);
    const path = `<path stroke="red" stroke-width="1e9" stroke-linejoin="round" d="M0 0${long}"/>`;
    const drawer = createSvgDrawer({ milliseconds: 20_000, bytes: 200 * 1024 * 1024 });
    expect(await createReadIcon(folder, drawer)(dataOf(svg(path)), new Map())).toEqual({
      reason: 'is an SVG file that needs too much time or memory to draw',
    });
  }, 30_000);

  test('entities that multiply, before anything is drawn', async () => {
    const entities = '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>';
    expect(await reasonFor(`${entities}${svg('&b;')}`)).toContain('DOCTYPE');
  });

  test.each([
    [svg(circle, 'width="100000" height="100000"'), 'must be 1 to 8192 pixels wide and high'],
    [svg(circle, 'viewBox="0 0 1e9 1e9"'), 'must be 1 to 8192 pixels wide and high'],
    [svg(circle, 'width="1" height="8000"'), 'must be at most 4 times as long as wide'],
    [svg(circle, 'width="0" height="0"'), 'is an SVG file that cannot be drawn'],
    [png(50_000, 50_000), 'must be 16 to 512 pixels wide and high'],
    [png(8, 8), 'must be 16 to 512 pixels wide and high'],
    [png(0, 0), 'must be 16 to 512 pixels wide and high'],
    [png(512, 16), 'must be at most 4 times as long as wide'],
    [riff(['VP8L', lossless(16_000, 16_000)]), 'must be 16 to 512 pixels wide and high'],
  ])('dimensions: case %#', async (content, reason) => {
    expect(await reasonFor(content)).toBe(reason);
  });

  const wrongType = 'must be a PNG, WebP or SVG file';
  test.each([
    ['nothing', Buffer.alloc(0), wrongType],
    ['GIF', Buffer.from('GIF89a..............'), wrongType],
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), wrongType],
    ['HTML', '<!DOCTYPE html><script>1</script>', 'must not hold DOCTYPE, CDATA'],
    ['another XML file', '<html/>', 'must be an SVG file: its first element is svg'],
    ['PNG of a picture format in its name only', signature, 'is not a complete PNG file'],
    ['PNG cut short', png(64, 64).subarray(0, -8), 'is not a complete PNG file'],
    ['PNG with a page after it', Buffer.concat([png(64, 64), Buffer.from('<script>')]), 'PNG'],
    ['PNG with a wrong checksum', png(64, 64).fill(1, 20, 21), 'is not a complete PNG file'],
    ['animated PNG', png(64, 64, chunk('acTL', Buffer.alloc(8))), 'must not be animated'],
    [
      'WebP with a page after it',
      Buffer.concat([riff(['VP8L', lossless(64, 64)]), png(1, 1)]),
      'WebP',
    ],
    ['WebP without a picture', riff(['EXIF', Buffer.alloc(8)]), 'is not a complete WebP file'],
    ['animated WebP', riff(['VP8X', Buffer.alloc(10)], ['ANIM', Buffer.alloc(6)]), 'animated'],
    ['more than 64 KiB', Buffer.alloc(maxIconBytes + 1), 'must be at most 64 KiB'],
  ])('%s', async (_name, content, reason) => {
    expect(await reasonFor(content)).toContain(reason);
  });

  test.each([
    ['https://evil.example/icon.png', 'must be a file or data, not an address'],
    ['file:///etc/passwd', 'must be a file or data, not an address'],
    ['data:text/html;base64,AAAA', 'must be data:image/png, webp or svg+xml with ;base64'],
    ['data:image/svg+xml,<svg/>', 'must be data:image/png, webp or svg+xml with ;base64'],
    ['other', 'is not the name of an icon; docs/manifest.md lists them'],
    ['missing.png', 'names a file that cannot be read (ENOENT)'],
    ['.', 'must be a file'],
    ['/dev/zero', 'must be a file'],
    ['/etc/passwd', wrongType],
    ['large.png', 'must be at most 64 KiB'],
    ['./link-to-device', 'must be a file'],
  ])('the value %s', async (source, reason) => {
    writeFileSync(join(folder, 'large.png'), Buffer.alloc(maxIconBytes + 1));
    rmSync(join(folder, 'link-to-device'), { force: true });
    symlinkSync('/dev/zero', join(folder, 'link-to-device'));
    expect(await read(source)).toEqual({ reason });
  });
});
