// One application card. The whole card is a link that opens the application in a new tab. Its styles are in `style/content.css`.
import type { ApplicationResponse } from '@brama/contract/api/user';
import { CardLink } from '@brama/ui/card.tsx';
import { type MouseEvent, useRef } from 'react';
import { openApplicationHref } from '../../browser/address.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useUser } from '../../session/use-user.ts';
import { AppIcon } from '../../ui/pictures/app-icon.tsx';
import { CardIcon } from './card-icons.tsx';

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

/** A longer word may break, so that it fits the card. */
const maxUnbroken = 16;

/** Returns the title without its last word, and that word. */
function splitLastWord(title: string): [string, string] {
  const place = title.lastIndexOf(' ') + 1;
  return title.length - place > maxUnbroken
    ? [title, '']
    : [title.slice(0, place), title.slice(place)];
}

type AppCardProps = { application: ApplicationResponse; plate: number | null };

export function AppCard({ application, plate }: AppCardProps) {
  const { t } = useTranslation('common');
  const { id, title, description } = application;
  const [start, end] = splitLastWord(title);
  const { userHash } = useUser();
  const isRepeated = useRepeatedClick();
  const open = (event: MouseEvent) => {
    if (isRepeated(event)) event.preventDefault();
  };
  return (
    <CardLink
      className="app-card"
      href={openApplicationHref(id, '', userHash)}
      onClick={open}
      rel="noopener"
      target="_blank"
    >
      <AppIcon application={application} plate={plate} />
      <span className="app-about">
        <span className="app-title">
          {start}
          {/* the arrow never stands alone on a line */}
          <span className="whitespace-nowrap">
            {end} <CardIcon icon="arrow-up-right" size={16} />
          </span>
        </span>
        {description ? <span className="app-text">{description}</span> : null}
        <span className="sr-only"> {t('links.new-tab')}</span>
      </span>
    </CardLink>
  );
}
