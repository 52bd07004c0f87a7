// The text key of every error code of the server. The compiler reports a missing one.
import type { ErrorCode, PageErrorCode } from '@brama/contract/errors';
import type { TypeOptions } from 'i18next';

type Resources = TypeOptions['resources'];
type Complete<Codes extends Record<ErrorCode, string>> = Codes;
type Codes = Complete<Resources['errors']['codes'] & Resources['admin-errors']['codes']>;

/** Returns the key of an error's text in the namespace `errors`. */
export function errorWordsKey<Code extends keyof Codes & PageErrorCode>(code: Code) {
  return `codes.${code}` as const;
}
