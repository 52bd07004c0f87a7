// Tests the files in `public`: the icons that the web app manifests name exist, in both languages, with the colours of
// the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '@brama/contract/paths';
import { describe, expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../public');
const read = (name: string) => readFileSync(join(folder, name));
const manifestOf = (language: string) => JSON.parse(`${read(`manifest.${language}.webmanifest`)}`);

/** Returns the width and height from the header of the file. */
function sizeOf(name: string): string {
  const png = read(name);
  expect(png.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe.each(languages)('%s', (language) => {
  const manifest = manifestOf(language);

  test('the manifest has its language and the start address in it', () => {
    expect(manifest).toMatchObject({ lang: language, start_url: `/${language}/`, scope: '/' });
  });

  test('every icon has its declared size, and one is maskable', () => {
    for (const { src, sizes } of manifest.icons) expect(sizeOf(src.slice(1))).toBe(sizes);
    expect(manifest.icons.map(({ purpose }: { purpose?: string }) => purpose)).toContain(
      'maskable',
    );
  });

  test('the manifest colours match the page', () => {
    const tokens = readFileSync(join(folder, '../../ui/src/style/tokens.css'), 'utf8');
    const background = /--bg: light-dark\((#\w+)/.exec(tokens)?.[1];
    expect([manifest.background_color, manifest.theme_color]).toEqual([background, background]);
  });

  test('the manifest name is the brand', () => {
    const common = readFileSync(join(folder, `../locales/${language}/common.json`), 'utf8');
    expect(manifest.name).toBe(JSON.parse(common).brand);
  });

  test('the social picture has the required size and a small file', () => {
    expect(sizeOf(`og-${language}.png`)).toBe('1200x630');
    expect(read(`og-${language}.png`).length).toBeLessThanOrEqual(60 * 1024);
  });
});

test('both manifests describe the same application', () => {
  const words = ['name', 'short_name', 'description', 'lang', 'start_url'];
  const rest = languages.map((language) =>
    Object.fromEntries(
      Object.entries(manifestOf(language)).filter(([key]) => !words.includes(key)),
    ),
  );
  expect(rest[1]).toEqual(rest[0]);
});

test('the iOS icon is opaque and has 180 pixels', () => {
  expect(sizeOf('icon-180.png')).toBe('180x180');
  // the alpha values of the palette
  const png = read('icon-180.png');
  const at = png.indexOf('tRNS', 0, 'latin1');
  const alphas = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
  expect(alphas.every((alpha) => alpha === 255)).toBe(true);
});
