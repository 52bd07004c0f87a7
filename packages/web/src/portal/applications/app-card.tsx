// One application card. The whole card is a link that opens the application in a new tab. On the narrowest phones texts are not cut; with large text the icon moves above the texts.
import type { ApplicationResponse } from '@brama/contract/api/user';
import ArrowUpRight from 'lucide-react/icons/arrow-up-right';
import { type MouseEvent, useRef } from 'react';
import { openApplicationHref } from '../../browser/address.ts';
import { rememberOpened } from '../../browser/storage/recent-apps.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/use-user.ts';
import { CardLink } from '../../ui/card.tsx';
import { AppIcon } from './app-icon.tsx';

/** The longest double-click interval that operating systems allow, rounded up. */
const doubleClickMs = 1_000;

/** Returns a function that tests whether a click is the second one of a double click. */
function useRepeatedClick(): (event: MouseEvent) => boolean {
  const lastClickAt = useRef(Number.NEGATIVE_INFINITY);
  return ({ timeStamp }) => {
    const isRepeated = timeStamp - lastClickAt.current < doubleClickMs;
    lastClickAt.current = timeStamp;
    return isRepeated;
  };
}

export function AppCard({ application }: { application: ApplicationResponse }) {
  const { t } = useTranslation('common');
  const { id, title, description } = application;
  const { userHash } = useUser();
  const remember = () => rememberOpened(id);
  const isRepeated = useRepeatedClick();
  const open = (event: MouseEvent) => {
    if (isRepeated(event)) event.preventDefault();
    else remember();
  };
  return (
    <CardLink
      className="flex h-full min-h-28 gap-4 @max-[16rem]:flex-col"
      href={openApplicationHref(id, '', userHash)}
      onAuxClick={remember}
      onClick={open}
      rel="noopener"
      target="_blank"
    >
      <AppIcon application={application} />
      <span className="min-w-0 grow wrap-anywhere">
        <span className="line-clamp-2 font-semibold text-md leading-snug @max-[19rem]:line-clamp-none @max-[19rem]:pe-7">
          {title}
        </span>
        {description ? (
          <span className="mt-1 line-clamp-3 text-sm text-text-2 leading-normal @max-[19rem]:line-clamp-none sm:text-[0.9375rem]">
            {description}
          </span>
        ) : null}
        <span className="sr-only"> {t('links.new-tab')}</span>
      </span>
      <ArrowUpRight
        aria-hidden="true"
        className="shrink-0 text-muted @max-[19rem]:absolute @max-[19rem]:end-5 group-hover:text-brand"
        size={20}
      />
    </CardLink>
  );
}
