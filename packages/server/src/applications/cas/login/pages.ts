// Pages of a login request that cannot succeed.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { responseLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import { addressMismatch } from '../../diagnostics/mismatch.ts';
import { type RefusedRequest, refusedRequestPage } from '../../diagnostics/refused-page.ts';
import type { CasDeps } from '../deps.ts';
import type { FoundService, UnknownService } from '../find-service.ts';
import { settingsOf } from '../settings.ts';

type Refusal = { reason: 'repeated' } | (UnknownService & { service: string });

type Shown = Pick<RefusedRequest, 'error' | 'reason' | 'mismatch'>;

/** The parameter of an address; the comparison leaves its query out, which may be any. */
const parameter = 'service';
const withoutQuery = (address: string) => address.split('?', 1).join('');

/** Returns the registered addresses with the host of the service. The page must not name other hosts. */
function registeredOnHost({ nearest, service }: UnknownService & { service: string }): string[] {
  const hostname = URL.parse(service)?.hostname;
  const prefixes = nearest.flatMap((application) => settingsOf(application).prefixes);
  return prefixes.filter((one) => one.hostname === hostname).map(({ href }) => href);
}

/** The codes are those of a validation. */
function shownRefusal(refusal: Refusal): Shown {
  if (refusal.reason === 'repeated') return { error: 'INVALID_REQUEST', reason: 'invalid-request' };
  const { reason, service } = refusal;
  if (reason === 'unregistered') {
    const registered = registeredOnHost(refusal);
    const mismatch = addressMismatch(parameter, withoutQuery(service), registered);
    return { error: 'INVALID_SERVICE', reason: 'unregistered-address', mismatch };
  }
  if (reason === 'ambiguous') return { error: 'INVALID_SERVICE', reason: 'other' };
  const mismatch = addressMismatch(parameter, service, []);
  return { error: 'INVALID_REQUEST', reason: 'unusable-address', mismatch };
}

/** Notes the refusal for the owners of the applications on the same host. */
function noteRefusal({ activity }: CasDeps, refusal: Refusal, { error, mismatch }: Shown) {
  if (refusal.reason === 'repeated') return;
  const { received, registered, comparison } = mismatch ?? {};
  for (const { id } of refusal.nearest)
    activity.refused(id, {
      request: 'CAS login',
      error,
      parameter,
      received,
      registered,
      differs: comparison?.differs,
    });
}

/** Refuses an address. The browser is not redirected anywhere. */
export function sendRefused(
  deps: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
) {
  const shown = shownRefusal(refusal);
  noteRefusal(deps, refusal, shown);
  request.log.info({ reason: refusal.reason }, 'service refused');
  const language = responseLanguage(request);
  const page = refusedRequestPage(deps.pages, language, { ...shown, reference: request.id });
  return sendPage(request, reply, page, { status: 400, personal: true });
}

/** Explains that the methods that the application accepts are off. */
export function sendNoMethod(
  { pages }: CasDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { application }: Pick<FoundService, 'application'>,
) {
  return pages.pageNotices.send({ request, reply }, responseLanguage(request), {
    page: 'no-method',
    partsIn: (language) => ({
      application: application.title[language],
      contact: application.contact,
      href: '',
    }),
    status: 403,
  });
}
