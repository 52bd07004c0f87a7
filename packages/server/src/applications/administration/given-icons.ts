// The icons of requests. They are read before the transaction of the change, because drawing an SVG file may take seconds.

import { fail } from '../../errors.ts';
import { createReadIcon, type GivenIcon, type ReadIcon } from '../icons/read-icon.ts';
import { createSvgDrawer, type DrawSvg, usual } from '../icons/svg/drawer.ts';

const drawMs = 5000;

type Given = Readonly<Record<string, unknown>>;

/** A server draws for all requests, so it never gives up. */
const createDrawer = () =>
  createSvgDrawer({ ...usual, milliseconds: drawMs }, Number.POSITIVE_INFINITY);

export function createGivenIcons(drawSvg: DrawSvg = createDrawer()) {
  const icons = new WeakMap<Given, GivenIcon>();
  const callers = new Set<string>();

  /** Draws one file of each caller at a time, so that no caller keeps the others waiting. */
  const drawFor =
    (callerId: string): DrawSvg =>
    async (markup) => {
      if (callers.has(callerId)) fail('request.too-many', { retryAfterSeconds: drawMs / 1000 });
      callers.add(callerId);
      try {
        return await drawSvg(markup);
      } finally {
        callers.delete(callerId);
      }
    };

  return {
    /** Reads the icon of a request. @throws `request.too-many` */
    async prepare(callerId: string, given: Given): Promise<void> {
      if (typeof given['icon'] !== 'string') return;
      // requests name no files: their icons are names and data URLs
      const readIcon = createReadIcon('.', drawFor(callerId));
      icons.set(given, await readIcon(given['icon'], new Map()));
    },

    /** Returns a function that returns the prepared icon of the request. */
    readerOf:
      (given: Given): ReadIcon =>
      async (_source, known) => {
        const icon = icons.get(given);
        if (!icon) throw new Error('the icon of a request is read before its transaction');
        if ('reason' in icon || 'name' in icon.icon) return icon;
        const stored = known.get(icon.icon.source);
        return stored ? { icon: stored } : icon;
      },
  };
}

export type GivenIcons = ReturnType<typeof createGivenIcons>;
