// Validates short texts of users and administrators before they are stored and shown. Pure.

import { z } from 'zod';

/** Control characters, lone surrogates, line and paragraph separators. PostgreSQL also rejects NUL itself. */
const unprintable = /[\p{Cc}\p{Cs}\u2028\u2029]/u;

export function validateCharacters(text: string): string | undefined {
  return unprintable.test(text) ? 'must not hold control characters or line breaks' : undefined;
}

/** Returns why a value is no text; undefined for a text. YAML reads unquoted digits as a number. */
export function validateTextType(value: unknown): string | undefined {
  if (typeof value === 'string') return undefined;
  if (typeof value === 'number' || typeof value === 'boolean')
    return `must be text: put the ${typeof value === 'number' ? 'number' : 'word'} in quotes`;
  return value === null ? 'must not be null' : 'must be text';
}

/** Returns why a value is not one line of at most `maxLength` UTF-16 units; undefined for a valid one. */
export function validateText(value: unknown, maxLength: number): string | undefined {
  const wrongType = validateTextType(value);
  if (wrongType !== undefined) return wrongType;
  const text = value as string;
  if (text.trim() === '') return 'must not be empty';
  if (text.length > maxLength) return `must be at most ${maxLength} characters long`;
  return validateCharacters(text);
}

/** Returns why a text has not the form of its field; undefined for a valid one. */
export type ValidateForm = (text: string) => string | undefined;

/** One line of text. `validateForm` receives only what is printable and not empty. The parser of the source says what is wrong with a type. */
export const oneLine = (maxLength: number, validateForm?: ValidateForm) =>
  z
    .string()
    .min(1, { error: 'must not be empty', abort: true })
    .max(maxLength, { error: `must be at most ${maxLength} characters long`, abort: true })
    .check(({ value, issues }) => {
      const message =
        value.trim() === ''
          ? 'must not be empty'
          : (validateCharacters(value) ?? validateForm?.(value));
      // no input: an issue never repeats a value
      if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
    });

/** U+202A to U+202E and U+2066 to U+2069 (Unicode Bidirectional Algorithm §2): they turn the text around a name too. */
const noDirectionControls = /^[^\u202a-\u202e\u2066-\u2069]*$/;

/** A text that others see, such as a name or a title. */
export const shownText = (text: z.ZodString) =>
  text.regex(noDirectionControls, 'must not hold characters that turn the direction of text');

/** A text in both languages, in responses. */
export const shownTexts = z.object({ uk: z.string(), en: z.string() }).meta({ id: 'Texts' });
