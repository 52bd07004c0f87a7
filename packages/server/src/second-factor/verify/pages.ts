// Renders the pages that ask for a second factor, for one request, with the reason for a refusal in words.

import { errorTable } from '@brama/contract/errors';
import type { PageProps } from '@brama/contract/pages/page-props';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { logError } from '../../http/replies.ts';
import { pageAddress } from '../../pages/address.ts';
import { sendPage } from '../../pages/send-page.ts';
import type { Exchange } from './complete.ts';
import type { Subject, Verification } from './context.ts';

export type VerifyPageId = 'second-factor' | 'second-factor-recovery';

type Shown = {
  message?: string;
  isOver?: boolean;
  /** The user has chosen to remember the browser. */
  remember?: boolean;
  status?: number;
};

const dayMs = 86_400_000;

/** Returns for how many days this browser can be remembered; 0 if it cannot. Only a sign-in asks for that. */
export function rememberDays(
  { rememberedBrowsers }: Pick<Verification, 'rememberedBrowsers'>,
  { pending }: Subject,
): number {
  const isShared = pending?.signIn.isSharedComputer ?? true;
  return isShared ? 0 : Math.round(rememberedBrowsers.lifetimeMs / dayMs);
}

async function propsFor(
  verification: Verification,
  request: FastifyRequest,
  subject: Subject,
  page: VerifyPageId,
  { message = '', isOver = false, remember = false }: Shown,
): Promise<PageProps[VerifyPageId]> {
  const { totp, passkeys, recoveryCodes, http } = verification;
  const { user, session } = subject;
  const common = {
    message,
    isOver,
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
    remember,
  };
}

export async function showPage(
  verification: Verification,
  { request, reply }: Exchange,
  { language, page }: { language: Language; page: VerifyPageId },
  subject: Subject,
  shown: Shown = {},
) {
  const props = await propsFor(verification, request, subject, page, shown);
  const html = verification.site.renderPage(page, language, props, pageAddress(request));
  return sendPage(request, reply, html, { status: shown.status ?? 200, personal: true });
}

/** Shows the page again, with the reason why the code was not accepted. */
export async function showRefusal(
  verification: Verification,
  exchange: Exchange,
  where: { language: Language; page: VerifyPageId },
  subject: Subject,
  { error, ...shown }: { error: unknown } & Pick<Shown, 'isOver' | 'remember'>,
) {
  const { request, reply } = exchange;
  const { code, retryAfterSeconds = 0 } = logError(error, request, reply);
  const { language, page } = where;
  const t = verification.site.translate(language);
  const messages: Partial<Record<typeof code, string>> = {
    'request.invalid': t(`second-factor:${page}.empty`),
    'second-factor.wrong-code': t(`second-factor:${page}.wrong`),
    'second-factor.throttled': t(`second-factor:${page}.throttled`, {
      wait: waitWords(retryAfterSeconds, language),
    }),
  };
  const message = messages[code] ?? t(`errors:codes.${code}`);
  const { status } = errorTable[code];
  return showPage(verification, exchange, where, subject, { ...shown, message, status });
}
