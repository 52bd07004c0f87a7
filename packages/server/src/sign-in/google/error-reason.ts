// What went wrong between us and Google, in one word for the log. Values stay out of it: errors of the library
// carry whole answers.

type CallbackParameters = {
  code?: unknown;
  error?: unknown;
  claim?: unknown;
  name?: unknown;
  cause?: unknown;
};

const isWord = (value: unknown): value is string =>
  typeof value === 'string' && /^\w{1,60}$/.test(value);

function* chainOf(error: unknown): Generator<CallbackParameters> {
  let link = error;
  for (let depth = 0; depth < 5 && typeof link === 'object' && link !== null; depth += 1) {
    yield link as CallbackParameters;
    link = (link as CallbackParameters).cause;
  }
}

/** The deepest code, an OAuth error, and the claim that was wrong, as far as they are told. */
export function errorReason(error: unknown): string {
  const words: string[] = [];
  for (const { code, error: oauth, claim, name } of chainOf(error))
    for (const word of [oauth, code, claim, name === 'TimeoutError' ? name : undefined])
      if (isWord(word) && !words.includes(word)) words.push(word);
  return words.join(' ') || 'unknown';
}
