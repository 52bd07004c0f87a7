// `npm run pictures`: draws the icons and social pictures in packages/web/public again, from the mark, the colours and the
// manifests of the web application.

import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { root } from '../children.ts';
import { findChromium } from '../environment/chromium.ts';
import { iconPage, icons } from './icons.ts';
import { encodePng, wrapAsIco } from './png.ts';
import { socialPage, socialSize } from './social.ts';

const web = join(root, 'packages/web');
const folder = join(web, 'public');
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

const styles = read(web, '../ui/src/style/tokens.css');
const favicon = read(web, 'src/style/favicon.svg');
const markInside = favicon.slice(favicon.indexOf('</style>') + 8, favicon.indexOf('</svg>'));

/** The font Onest as inline data, because the page has no address to load from. */
function fontFaces(): string {
  const require = createRequire(join(web, 'package.json'));
  return ['cyrillic', 'latin']
    .map((script) => {
      const name = `@fontsource-variable/onest/files/onest-${script}-wght-normal.woff2`;
      const data = readFileSync(require.resolve(name)).toString('base64');
      const range = script === 'cyrillic' ? 'U+0400-04FF' : 'U+0000-00FF, U+2000-206F';
      return `@font-face { font-family: Onest; font-weight: 100 900; unicode-range: ${range};
        src: url(data:font/woff2;base64,${data}) }`;
    })
    .join('');
}

/** Returns the pixels of a screenshot. The browser decodes its own PNG. */
async function pixelsOf(page: Page) {
  const shot = await page.screenshot({ omitBackground: true });
  const drawn = await page.evaluate(async (base64) => {
    const source = await fetch(`data:image/png;base64,${base64}`);
    const bitmap = await createImageBitmap(await source.blob());
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    let text = '';
    for (const byte of data) text += String.fromCharCode(byte);
    return { width, height, text: btoa(text) };
  }, shot.toString('base64'));
  const { width, height, text } = drawn;
  return { width, height, rgba: new Uint8Array(Buffer.from(text, 'base64')) };
}

async function draw(page: Page, file: string, size: typeof socialSize, html: string) {
  await page.setViewportSize(size);
  await page.setContent(html);
  await page.evaluate(() => document.fonts.ready);
  const png = encodePng(await pixelsOf(page));
  writeFileSync(join(folder, file), file.endsWith('.ico') ? wrapAsIco(png, size) : png);
  console.log(`${file.padEnd(24)}${(png.length / 1024).toFixed(1)} KB`);
}

const executablePath = findChromium();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const page = await browser.newPage();
  for (const icon of icons) {
    const size = { width: icon.size, height: icon.size };
    await draw(page, icon.file, size, iconPage(icon, styles, markInside));
  }
  const fonts = fontFaces();
  for (const language of ['uk', 'en']) {
    const { name, description } = JSON.parse(read(folder, `manifest.${language}.webmanifest`));
    const words = { name, tagline: description };
    await draw(
      page,
      `og-${language}.png`,
      socialSize,
      socialPage(words, styles, fonts, markInside),
    );
  }
} finally {
  await browser.close();
}
