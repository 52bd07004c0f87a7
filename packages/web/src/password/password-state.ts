// What the server has to say on a page where a password is chosen.
import { requestMarks } from '@brama/contract/pages/built-pages';
import { readPageState } from '../browser/page-data.ts';

type PasswordState = {
  /** Why it did not work, where the form came without JavaScript. */
  message: string;
  /** Whose password it is: for password managers. */
  username: string;
  /** Of the user the page is for, where that user is signed in. */
  userHash: string;
  /** What a letter brought, where it came without JavaScript. */
  userCode: string;
  /** How many characters it must have, in words. */
  least: string;
};

export const passwordState = (readPageState() ?? requestMarks) as PasswordState;
