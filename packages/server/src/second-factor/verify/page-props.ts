// Returns what the pages that ask for a second factor show.

import type { VerifyPage } from '@brama/contract/pages/page-ids';
import type { PageProps } from '@brama/contract/pages/page-props';
import type { FastifyRequest } from 'fastify';
import type { Shown } from '../../pages/form-page.ts';
import type { Subject, Verification } from './context.ts';

const dayMs = 86_400_000;

/** Returns for how many days this browser can be remembered; 0 if it cannot. Only a sign-in asks for that. */
export function rememberDays(
  { rememberedBrowsers }: Pick<Verification, 'rememberedBrowsers'>,
  { pending }: Subject,
): number {
  const isShared = pending?.signIn.isSharedComputer ?? true;
  return isShared ? 0 : Math.round(rememberedBrowsers.lifetimeMs / dayMs);
}

/** Of a sign-in that has ended. */
export const overProps: PageProps['second-factor'] = {
  message: '',
  isOver: true,
  username: '',
  userHash: '',
  isSignedIn: false,
  hasRecoveryCodes: false,
  continueHref: '',
  hasApp: false,
  hasPasskey: false,
  rememberDays: 0,
  remember: false,
};

export async function propsFor(
  verification: Verification,
  request: FastifyRequest,
  subject: Subject,
  page: VerifyPage,
  { message, kept }: Shown,
): Promise<PageProps[VerifyPage]> {
  const { totp, passkeys, recoveryCodes, http } = verification;
  const { user, session } = subject;
  const common = {
    message,
    isOver: kept('isOver') === 'true',
    username: user.username,
    userHash: http.sessionCookie.userHashOf(user.id),
    isSignedIn: session !== undefined,
    hasRecoveryCodes: (await recoveryCodes.countLeft(user.id)) > 0,
    continueHref: session ? await verification.findWaiver(request) : '',
  };
  if (page === 'second-factor-recovery') return common;
  return {
    ...common,
    hasApp: (await totp.find(user.id)) !== undefined,
    hasPasskey: (await passkeys?.hasPasskey(user.id)) ?? false,
    rememberDays: rememberDays(verification, subject),
    remember: kept('remember') === 'true',
  };
}
