// The error page of a refused request, for the user and for the owner of the application.

import { referenceOf } from '@brama/contract/errors';
import type { Language } from '@brama/contract/paths';
import type { Translate } from '../../pages/translate.ts';
import type { PageNotices } from '../interaction-pages.ts';
import type { Mismatch } from './mismatch.ts';

type Pages = { pageNotices: Pick<PageNotices, 'page'>; translate: Translate };

export type RefusedRequest = {
  /** The error code of the protocol. */
  error: string;
  reason:
    | 'over'
    | 'sign-out'
    | 'unknown-client'
    | 'unregistered-address'
    | 'unusable-address'
    | 'invalid-request'
    | 'state'
    | 'other';
  /** The id of the request, under which the log has details. */
  reference: string;
  mismatch?: Mismatch | undefined;
};

function shownMismatch({ parameter, received, registered, comparison }: Mismatch) {
  const whole = (text: string | undefined) =>
    text === undefined ? undefined : { before: text, differs: '', after: '' };
  return {
    parameter,
    received: comparison?.received ?? whole(received[0]),
    nearest: registered.length > 0 && comparison ? comparison.nearest : whole(registered[0]),
    others: registered.slice(1),
  };
}

/** Names the difference in words too, because some users cannot see the marked colour. */
function differenceIn(
  t: ReturnType<Translate>,
  { parameter, received, comparison }: Mismatch,
): string {
  if (received.length === 0)
    return ` ${t('interaction:request-refused.missing', { name: parameter })}`;
  const differs = comparison?.differs ?? [];
  if (differs.length === 0) return '';
  const names = differs.map((one) => t(`interaction:request-refused.differences.${one}`));
  return ` ${t('interaction:request-refused.differs', { parts: names.join(', ') })}`;
}

export function refusedRequestPage(
  pages: Pages,
  language: Language,
  { error, reason, reference, mismatch }: RefusedRequest,
): string {
  const why = (one: Language) => {
    const t = pages.translate(one);
    const values = { parameter: mismatch?.parameter };
    const sentence = t(`interaction:request-refused.reasons.${reason}`, values);
    return `${error}: ${sentence}${mismatch ? differenceIn(t, mismatch) : ''}`;
  };
  const lead = reason === 'over' || reason === 'sign-out' ? reason : 'text';
  return pages.pageNotices.page(language, {
    page: 'request-refused',
    partsIn: (one) => ({
      lead: pages.translate(one)(`interaction:request-refused.${lead}`),
      why: { uk: why('uk'), en: why('en') },
      ...(mismatch && { fact: shownMismatch(mismatch) }),
      reference: referenceOf(reference),
    }),
  });
}
