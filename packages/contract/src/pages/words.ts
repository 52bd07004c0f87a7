// Finds and fills the texts of a language, for the browser, the server-rendered pages and emails. It reads the parts of
// the i18next JSON format (v4) that our files use: nested keys, plural forms, and values in double braces.

import type { Language } from '../paths.ts';

export type Words = { readonly [key: string]: string | Words };
/** Words by namespace. */
export type WordsByNamespace = Readonly<Record<string, Words>>;
export type Values = Readonly<Record<string, unknown>>;

/** Replaces `{{name}}` by the value of that name. Values are not escaped. */
export function fill(text: string, values: Values): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => `${values[name] ?? ''}`);
}

/** A key may itself contain dots, such as an error code. */
function dig(words: string | Words | undefined, path: string): string | Words | undefined {
  if (typeof words !== 'object') return undefined;
  if (Object.hasOwn(words, path)) return words[path];
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    const key = path.slice(0, dot);
    const found = Object.hasOwn(words, key) ? dig(words[key], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

export class Texts {
  readonly language: Language;
  readonly #words: WordsByNamespace;
  #plurals: Intl.PluralRules | undefined;
  #numbers: Intl.NumberFormat | undefined;

  constructor(language: Language, words: WordsByNamespace) {
    this.language = language;
    this.#words = words;
  }

  /** Returns the text of a key such as `login:form.submit`; undefined if there is none. */
  find(key: string): string | undefined {
    const at = key.indexOf(':');
    const namespace = key.slice(0, at);
    const found = Object.hasOwn(this.#words, namespace)
      ? dig(this.#words[namespace], key.slice(at + 1))
      : undefined;
    return typeof found === 'string' ? found : undefined;
  }

  /**
   * Returns the first text that exists, with its values, or the key itself. A number `count` chooses the plural form, and has its digits
   * grouped.
   * Without values, the text keeps its placeholders.
   */
  text(keys: string | readonly string[], values?: Values): string {
    const all = typeof keys === 'string' ? [keys] : keys;
    for (const key of all) {
      const found = this.#formOf(key, values?.['count']) ?? this.find(key);
      if (found !== undefined) return values ? fill(found, this.#shown(values)) : found;
    }
    return `${all.at(-1)}`;
  }

  #shown(values: Values): Values {
    const { count } = values;
    if (typeof count !== 'number') return values;
    this.#numbers ??= new Intl.NumberFormat(this.language);
    return { ...values, count: this.#numbers.format(count) };
  }

  #formOf(key: string, count: unknown): string | undefined {
    if (typeof count !== 'number') return undefined;
    this.#plurals ??= new Intl.PluralRules(this.language);
    return this.find(`${key}_${this.#plurals.select(count)}`);
  }
}
