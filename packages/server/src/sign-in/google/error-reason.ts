// Reduces an error of the exchange with Google to words for the log. Errors of the library contain whole responses, which
// must not be logged.

type ErrorFields = {
  code?: unknown;
  error?: unknown;
  claim?: unknown;
  name?: unknown;
  cause?: unknown;
};

const maxDepth = 5;

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^\w{1,60}$/.test(value);

function* causesOf(error: unknown): Generator<ErrorFields> {
  let cause = error;
  for (let depth = 0; depth < maxDepth && typeof cause === 'object' && cause !== null; depth += 1) {
    yield cause as ErrorFields;
    cause = (cause as ErrorFields).cause;
  }
}

/** Returns the OAuth error, the codes and the rejected claim of an error and its causes. */
export function errorReason(error: unknown): string {
  const words: string[] = [];
  for (const { code, error: oauth, claim, name } of causesOf(error))
    for (const word of [oauth, code, claim, name === 'TimeoutError' ? name : undefined])
      if (isWord(word) && !words.includes(word)) words.push(word);
  return words.join(' ') || 'unknown';
}
