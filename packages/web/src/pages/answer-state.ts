// What the server has to say on a page between an application and a person.
import { requestMarks } from '@brama/contract/built-pages';
import { readPageState } from '../page-data.ts';

type Answer = {
  /** Title of the application; on the question whether to sign out, the whole sentence about it. */
  message: string;
  /** Titles of applications that could not be told of a sign-out. */
  untold: string;
  /** Where the way on leads. */
  wayOn: string;
  /** Proves that a form was sent from this page. */
  proof: string;
};

export const answer = (readPageState() ?? requestMarks) as Answer;
