// Sends Google's response to our server once, however often it is called, and leaves the page as the server replies.
import type { Language } from '@brama/contract/paths';
import { paths } from '@brama/contract/paths';
import { isSharedComputer } from '@brama/contract/sign-in/return-params';
import type { StartSessionResponse } from '@brama/contract/sign-in/schemas';
import { call, RequestFailed } from '../../browser/api.ts';
import { rememberMethod } from '../../browser/storage/last-method.ts';
import { leaveLinkResult } from '../../browser/storage/page-notes.ts';
import { announce } from '../../session/session-broadcast.ts';
import { type GoogleCallback, googleCallback } from './google-callback.ts';
import { type Attempt, afterFailure, afterSuccess, attemptOf } from './next-page.ts';

async function handOver({ response }: GoogleCallback): Promise<StartSessionResponse> {
  if (!response) throw new Error('Code is not specified');
  const sent = { failure: 'Failed to login', early: response };
  return (await call(paths.googleAuth, sent)) as StartSessionResponse;
}

/** Leaves for another page. Replaces the history entry, so that Back does not lead to a page whose code is used. */
export function leaveFor({ href, note }: ReturnType<typeof afterSuccess>): void {
  if (note) leaveLinkResult(note);
  location.replace(href);
}

function welcome(attempt: Attempt, next: StartSessionResponse['next']): void {
  if (attempt.purpose === 'link') return;
  if (!isSharedComputer(attempt.carried)) rememberMethod('google');
  if (!next) announce('signed-in');
}

async function finish(language: Language): Promise<'leaving' | 'no-connection'> {
  const answer = googleCallback() ?? { state: null };
  const attempt = attemptOf(answer.state);
  try {
    const { next } = await handOver(answer);
    welcome(attempt, next);
    leaveFor(afterSuccess(attempt, language, next));
  } catch (error) {
    // the server was not reached, or its response was lost
    if (answer.response && !(error instanceof RequestFailed)) return 'no-connection';
    leaveFor(afterFailure(attempt, language, error));
  }
  return 'leaving';
}

let finishing: ReturnType<typeof finish> | undefined;

export function finishOnce(language: Language): ReturnType<typeof finish> {
  finishing ??= finish(language);
  return finishing;
}
