// What the server has to say on a page between an application and a person.
import { type consentMarks, requestMarks } from '@brama/contract/pages/built-pages';
import { readPageState } from '../browser/page-data.ts';

type Answer = {
  /** Title of the application; on the question whether to sign out, and of a refusal, the whole sentence. */
  message: string;
  /** Titles of applications that could not be told of a sign-out. */
  untold: string;
  /** Where the way on leads. */
  wayOn: string;
  /** Proves that a form was sent from this page. */
  proof: string;
  /** What a person typed from a device, or is to compare with what it shows. */
  userCode: string;
  /** Where the application of a device lives. */
  site: string;
  /** When a device asked, in words. */
  asked: string;
  /** Who is signed in, as a sentence. */
  person: string;
  /** Whom to ask about the application. */
  askHref: string;
  askText: string;
  /** For the owner of the application: what was wrong with its request. */
  whyUk: string;
  whyEn: string;
  /** What was refused: the parameter, what was sent, and what is registered; empty where there is nothing to show. */
  factName: string;
  receivedBefore: string;
  receivedDiffers: string;
  receivedAfter: string;
  nearestBefore: string;
  nearestDiffers: string;
  nearestAfter: string;
  /** One a line. */
  otherRegistered: string;
  /** The id of the request. */
  reference: string;
} & Record<keyof typeof consentMarks, string>;

export const answer = (readPageState() ?? requestMarks) as Answer;
