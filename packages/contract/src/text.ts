// Validates short texts of users and administrators before they are stored and shown. Pure.

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
