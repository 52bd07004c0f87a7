// The inline scripts of each page, joined to one line. They run before any other file is loaded.
import { sandboxPage } from '@brama/contract/pages/page-ids';
import { googleAuthPage } from '@brama/contract/sign-in/google/method';
import { firstScript } from '../browser/storage/first-script.ts';
import { lastMethodScript } from '../browser/storage/last-method.ts';
import { receivedTicketScript } from '../browser/storage/received-ticket.ts';
import { scriptFailureScript } from '../entries/script-failure.ts';
import { googleCallbackScript } from '../sign-in/google/google-callback.ts';

/** The scripts by the path of the page. */
const pageScripts: Record<string, string> = {
  '': lastMethodScript,
  [googleAuthPage]: googleCallbackScript,
  [sandboxPage]: `${receivedTicketScript};${scriptFailureScript}`,
  apps: scriptFailureScript,
  'auth-success': scriptFailureScript,
  diia: scriptFailureScript,
};

/** Returns the inline script in the head of a page. */
export function inlineScriptOf(path: string): string {
  const own = pageScripts[path];
  return own === undefined ? firstScript : `${firstScript};${own}`;
}
