// Parses the command line of the gallery: parts of state names, languages, themes, widths and a folder. Without a value
// of one kind, all values of that kind apply. Pure.

import { resolve } from 'node:path';
import type { Language, State } from './state.ts';

export const languages: readonly Language[] = ['uk', 'en'];
export const themes = ['light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The height for each width. Screenshots show the whole page. */
export const heights: Record<number, number> = {
  320: 568,
  390: 844,
  768: 1024,
  1280: 800,
  1920: 1080,
};
const widths = Object.keys(heights).map(Number);

export type Wanted = {
  states: readonly State[];
  languages: readonly Language[];
  themes: readonly Theme[];
  widths: readonly number[];
  folder: string;
};

const namedOr = <T>(all: readonly T[], args: readonly string[]): readonly T[] => {
  const named = all.filter((one) => args.includes(String(one)));
  return named.length > 0 ? named : all;
};

/** @throws an Error with one line if an argument matches nothing. */
export function readOptions(
  args: readonly string[],
  states: readonly State[],
  defaultFolder: string,
): Wanted {
  const words: readonly string[] = [...languages, ...themes, ...widths.map(String)];
  const folder = args.find((arg) => arg.includes('/'));
  const names = args.filter((arg) => arg !== folder && !words.includes(arg));
  const nameless = names.find((name) => !states.some((state) => state.name.startsWith(name)));
  if (nameless !== undefined)
    throw new Error(
      `nothing is called ${nameless}; say part of the name of a state (${states.map(({ name }) => name).join(', ')}), ${words.join(', ')} or a folder with a slash in it`,
    );
  const named = states.filter(({ name }) => names.some((part) => name.startsWith(part)));
  return {
    states: names.length > 0 ? named : states,
    languages: namedOr(languages, args),
    themes: namedOr(themes, args),
    widths: namedOr(widths, args),
    folder: resolve(process.env['CALLED_FROM'] ?? '.', folder ?? defaultFolder),
  };
}
