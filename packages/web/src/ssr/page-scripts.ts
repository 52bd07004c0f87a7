// The inline scripts of each page, joined to one line. They run before any other file is loaded.
import { sandboxPage } from '@brama/contract/pages/page-ids';
import { googleAuthPage } from '@brama/contract/sign-in/google/method';
import { firstScript } from '../browser/storage/first-script.ts';
import { receivedTicketScript } from '../browser/storage/received-ticket.ts';
import { scriptFailureScript } from '../entries/script-failure.ts';
import { prefetchUserScript } from '../session/prefetch-user.ts';
import { googleCallbackScript } from '../sign-in/google/google-callback.ts';

/** The scripts by the path of the page. */
const pageScripts: Record<string, string> = {
  [googleAuthPage]: googleCallbackScript,
  [sandboxPage]: `${receivedTicketScript};${scriptFailureScript}`,
  'auth-success': scriptFailureScript,
  diia: scriptFailureScript,
};

/** Returns the inline script of a page. `isPersonal`: the page is for signed-in users. */
export function inlineScriptOf(path: string, isPersonal: boolean): string {
  const own = isPersonal ? `${scriptFailureScript};${prefetchUserScript}` : pageScripts[path];
  return own === undefined ? firstScript : `${firstScript};${own}`;
}
