// Reads the icon that a manifest names: one of the list, a file beside the manifest, or a data URL. Returns what is stored
// and served: PNG or WebP as they are, SVG drawn as PNG.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { iconNameIssue, isCampusIcon, isIconName } from '@brama/contract/applications/campus-icons';
import { type Icon, type IconFile, iconTooLarge } from '@brama/contract/applications/fields';
import { checkPng, checkWebp, isPng, isWebp, sizeIssue } from './picture-size.ts';
import { cleanSvg } from './svg/clean-svg.ts';
import { createSvgDrawer, type DrawSvg } from './svg/drawer.ts';

export const maxIconBytes = 64 * 1024;
/** Sides of PNG and WebP, in pixels. */
const sides = [16, 512] as const;

/** `content` is missing if an application has this icon already, and for a name. */
export type GivenIcon =
  | { icon: IconFile; content?: Buffer }
  | { icon: Exclude<Icon, IconFile>; content?: never }
  | { reason: string };

/** `source`: the value in the manifest. `known`: hash of a given icon → the stored one. */
export type ReadIcon = (source: string, known: ReadonlyMap<string, IconFile>) => Promise<GivenIcon>;

const tooLarge = { reason: iconTooLarge };

/** Reads a regular file of at most `maxIconBytes`. Never waits for a pipe or a device. */
async function readFileOf(path: string): Promise<Buffer | { reason: string }> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const status = await file.stat();
    if (!status.isFile()) return { reason: 'must be a file' };
    if (status.size > maxIconBytes) return tooLarge;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxIconBytes + 1));
    return bytesRead > maxIconBytes ? tooLarge : buffer.subarray(0, bytesRead);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { reason: `names a file that cannot be read (${code})` };
  } finally {
    await file?.close();
  }
}

const dataUrl = /^data:image\/(?:png|webp|svg\+xml)(?:;charset=utf-8)?;base64,([\w+/=]*)$/i;

async function bytesOf(source: string, folder: string): Promise<Buffer | { reason: string }> {
  if (/^data:/i.test(source)) {
    const [, base64] = dataUrl.exec(source) ?? [];
    if (base64 === undefined)
      return { reason: 'must be data:image/png, webp or svg+xml with ;base64' };
    const bytes = Buffer.from(base64, 'base64');
    return bytes.length > maxIconBytes ? tooLarge : bytes;
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(source))
    return { reason: 'must be a file or data, not an address' };
  return readFileOf(resolve(folder, source));
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The accepted picture, as PNG or WebP. */
type Picture = { content: Buffer; extension: 'png' | 'webp' };

async function pictureFromSvg(
  bytes: Buffer,
  drawSvg: DrawSvg,
): Promise<Picture | { reason: string }> {
  const cleaned = cleanSvg(new TextDecoder().decode(bytes));
  if ('reason' in cleaned) return cleaned;
  const drawn = await drawSvg(cleaned.markup);
  return 'png' in drawn ? { content: Buffer.from(drawn.png), extension: 'png' } : drawn;
}

async function pictureFrom(bytes: Buffer, drawSvg: DrawSvg): Promise<Picture | { reason: string }> {
  const extension = isPng(bytes) ? 'png' : isWebp(bytes) ? 'webp' : undefined;
  if (!extension) {
    const isMarkup = /^\s*</.test(new TextDecoder().decode(bytes.subarray(0, 256)));
    return isMarkup
      ? pictureFromSvg(bytes, drawSvg)
      : { reason: 'must be a PNG, WebP or SVG file' };
  }
  const checked = extension === 'png' ? checkPng(bytes) : checkWebp(bytes);
  if ('reason' in checked) return checked;
  const reason = sizeIssue(checked, sides);
  return reason === undefined ? { content: bytes, extension } : { reason };
}

/** Returns a function that reads icons. `folder` is the base of relative paths. */
export function createReadIcon(folder: string, drawSvg = createSvgDrawer()): ReadIcon {
  return async (source, known) => {
    if (isCampusIcon(source)) return { icon: { name: source } };
    // never a file
    if (isIconName(source)) return { reason: iconNameIssue(source) ?? '' };
    const bytes = await bytesOf(source, folder);
    if ('reason' in bytes) return bytes;
    const given = hashOf(bytes);
    const stored = known.get(given);
    if (stored) return { icon: stored };
    const picture = await pictureFrom(bytes, drawSvg);
    if ('reason' in picture) return picture;
    const { content, extension } = picture;
    // half of the hash names a file well enough
    const file = `${hashOf(content).slice(0, 32)}.${extension}`;
    return { icon: { file, source: given }, content };
  };
}
