// What some pages do at once, before anything else is loaded: a script of one line each, by the path of the page.
import { googleAuthPage, sandboxPage } from '@brama/contract/pages/built-pages';
import { receivedTicketScript } from '../src/browser/storage/received-ticket.ts';
import { scriptFailureScript } from '../src/entries/script-failure.ts';
import { googleCallbackScript } from '../src/sign-in/google/google-callback.ts';

export const pageScripts: Record<string, string> = {
  [googleAuthPage]: googleCallbackScript,
  [sandboxPage]: `${receivedTicketScript};${scriptFailureScript}`,
  'auth-success': scriptFailureScript,
  diia: scriptFailureScript,
};
