// The content types of the manual. The compiler rejects a text object that lacks one of the languages.
import type { Language } from '@brama/contract/paths';

/** A text in both languages, or one string for both. It may contain `code`, **bold** and [links](address). */
export type Words = string | Record<Language, string>;

export type Block =
  | { kind: 'text'; words: Words }
  | { kind: 'note'; words: Words }
  | { kind: 'points' | 'steps'; items: Words[] }
  | { kind: 'table'; columns: { title: Words; share: number }[]; rows: Words[][] }
  /** `snippet` is a name from `snippets.ts`. The caption is printed above the code. */
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
