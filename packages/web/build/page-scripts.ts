// What some pages do at once, before anything else is loaded: a script of one line each, by the path of the page.
import { googleAuthPage, sandboxPage } from '@brama/contract/built-pages';
import { googleAnswerScript } from '../src/google/google-answer.ts';
import { receivedTicketScript } from '../src/received-ticket.ts';
import { scriptFailureScript } from '../src/script-failure.ts';

export const pageScripts: Record<string, string> = {
  [googleAuthPage]: googleAnswerScript,
  [sandboxPage]: `${receivedTicketScript};${scriptFailureScript}`,
  'auth-success': scriptFailureScript,
  diia: scriptFailureScript,
};
