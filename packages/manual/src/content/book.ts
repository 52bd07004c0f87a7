// What the manual is made of, said once for both languages: a chapter that one of them lacks cannot be written down.
import type { Language } from '@brama/contract/paths';

/** In every language, or the same in all. May hold `code`, **weight** and [words](address). */
export type Words = string | Record<Language, string>;

export type Block =
  | { kind: 'text'; words: Words }
  | { kind: 'note'; words: Words }
  | { kind: 'points' | 'steps'; items: Words[] }
  | { kind: 'table'; columns: { title: Words; share: number }[]; rows: Words[][] }
  /** `snippet` names one of `snippets.ts`; the caption stands above it. */
  | { kind: 'code'; snippet: string; caption: Words };

type Section = { id: string; title: Words; blocks: Block[] };
export type Chapter = { id: string; title: Words; blocks: Block[]; sections: Section[] };

export const inLanguage = (words: Words, language: Language): string =>
  typeof words === 'string' ? words : words[language];

export const text = (uk: string, en: string): Block => ({ kind: 'text', words: { uk, en } });
export const note = (uk: string, en: string): Block => ({ kind: 'note', words: { uk, en } });
export const points = (...items: Words[]): Block => ({ kind: 'points', items });
export const steps = (...items: Words[]): Block => ({ kind: 'steps', items });
export const pair = (uk: string, en: string): Words => ({ uk, en });
export const code = (snippet: string, uk: string, en = uk): Block => ({
  kind: 'code',
  snippet,
  caption: { uk, en },
});

export function table(columns: [title: Words, share: number][], ...rows: Words[][]): Block {
  return { kind: 'table', columns: columns.map(([title, share]) => ({ title, share })), rows };
}

export function section(id: string, title: Words, ...blocks: Block[]): Section {
  return { id, title, blocks };
}
