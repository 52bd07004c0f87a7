// The text key of every error code of the server. The compiler reports a missing one.
import type { ErrorCode } from '@brama/contract/errors';
import type { TypeOptions } from 'i18next';

type Complete<Codes extends Record<ErrorCode, string>> = Codes;
type Codes = Complete<TypeOptions['resources']['errors']['codes']>;

/** Returns the key of an error's text in the namespace `errors`. */
export function errorWordsKey<Code extends keyof Codes & ErrorCode>(code: Code) {
  return `codes.${code}` as const;
}
