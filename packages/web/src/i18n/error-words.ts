// Words for every error code of the server, in both languages: the compiler stops when one is missing.
import type { ErrorCode } from '@brama/contract/errors';
import type en from '../../locales/en/errors.json';
import type uk from '../../locales/uk/errors.json';

type Complete<Codes extends Record<ErrorCode, string>> = Codes;
type Codes = Complete<typeof uk.codes> & Complete<typeof en.codes>;

/** The key of an error's words in the namespace `errors`. */
export function errorWordsKey<Code extends keyof Codes & ErrorCode>(code: Code) {
  return `codes.${code}` as const;
}
