// Signs in with a passkey, by the button or by the autofill of the username field. Loaded when the browser can use
// passkeys.
import { defaultLanguage, paths } from '@brama/contract/paths';
import type { PasskeyOptionsResponse } from '@brama/contract/sign-in/passkey/schemas';
import type { SignInResponse } from '@brama/contract/sign-in/password/schemas';
import { sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import { sendSignal, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser';
import { appsHref, languageInPath } from '../../browser/address.ts';
import { call, RequestFailed } from '../../browser/api.ts';
import { rememberMethod } from '../../browser/storage/last-method.ts';
import { announce } from '../../session/session-broadcast.ts';

/** What the page shows. `unknown`: the server does not know the chosen passkey. */
export type PasskeyState = 'ready' | 'pending' | 'failed' | 'unknown';
type Report = (state: PasskeyState) => void;
type Options = PasskeyOptionsResponse['options'];

/** Options work for ten minutes. They are not used in the last minute, which the user may need to choose a passkey. */
const optionsMs = 9 * 60_000;
const timeoutMs = 15_000;
const failure = 'Failed to sign in with a passkey';

let kept: { options: Promise<Options>; until: number } | undefined;

/** Fetches options, or returns those that are still good, so that attempts that the user cancels cost no request. */
function freshOptions(): Promise<Options> {
  if (kept && Date.now() < kept.until) return kept.options;
  const signal = AbortSignal.timeout(timeoutMs);
  const options = call(paths.passkeyOptions, { method: 'POST', failure, signal }).then(
    (answer) => (answer as PasskeyOptionsResponse).options,
  );
  kept = { options, until: Date.now() + optionsMs };
  options.catch(() => {
    kept = undefined;
  });
  return options;
}

/** The checkbox may have changed since the request began; the browser restores it after a reload without an event. */
const isShared = () =>
  document.querySelector(`[name="${sharedComputerParameter}"]:checked`) !== null;

/** Lets the password manager remove a passkey that the server does not know. Browsers without the Signal API ignore it. */
function forgetCredential(rpID: string, credentialID: string) {
  sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}

/** @throws an error if the user has chosen no passkey. */
async function signIn(useBrowserAutofill: boolean, report: Report): Promise<void> {
  const optionsJSON = await freshOptions();
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill });
  // options work once
  kept = undefined;
  report('pending');
  const sharedComputer = isShared();
  const signal = AbortSignal.timeout(timeoutMs);
  const request = { method: 'POST', failure, signal } as const;
  try {
    const answer = await call(paths.passkeySignIn, { ...request, body: { credential } });
    const { sessionId } = answer as SignInResponse;
    await call(paths.startSession, { ...request, body: { sessionId, sharedComputer } });
  } catch (error) {
    const isUnknown = error instanceof RequestFailed && error.code === 'passkey.unknown';
    if (isUnknown) forgetCredential(optionsJSON.rpId, credential.id);
    return report(isUnknown ? 'unknown' : 'failed');
  }
  if (!sharedComputer) rememberMethod('passkey');
  announce('signed-in');
  const language = languageInPath(location.pathname) ?? defaultLanguage;
  location.replace(appsHref(language, location.search) + location.hash);
}

/** While the browser's window is open, suggestions would close it. */
let isChoosing = false;

/** Signs in with the passkey that the user chooses in the browser's window. */
export async function choosePasskey(report: Report): Promise<void> {
  isChoosing = true;
  try {
    await signIn(false, report);
  } catch {
    report('failed');
  }
  isChoosing = false;
}

/**
 * Lets the username field suggest passkeys, until the page is submitted or left. After an attempt, they are suggested again
 * when the user returns to the form.
 */
export function suggestPasskeys(report: Report): void {
  let isWaiting = false;

  async function suggest() {
    const field = document.querySelector<HTMLInputElement>('input[autocomplete$=webauthn]');
    if (isWaiting || isChoosing || !field || field.readOnly) return;
    isWaiting = true;
    let isOld = false;
    const renewal = setTimeout(() => {
      isOld = true;
      stop();
    }, optionsMs);
    try {
      await signIn(true, report);
    } catch {
      // aborted, or no connection
    }
    clearTimeout(renewal);
    isWaiting = false;
    if (isOld && document.visibilityState === 'visible') await suggest();
  }
  const again = () => void suggest();
  const stop = () => WebAuthnAbortService.cancelCeremony();

  document.addEventListener('submit', stop, { capture: true });
  addEventListener('pagehide', stop);
  addEventListener('pageshow', again);
  document.addEventListener('focusin', again);
  again();
}
