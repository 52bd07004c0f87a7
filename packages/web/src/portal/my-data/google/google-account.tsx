// The linked Google account, or that there is none, with the actions available now.
import type { GoogleLinkResponse } from '@brama/contract/sign-in/google/schemas';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { Trans } from '../../../i18n/trans.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ConfirmFirst } from '../confirm-first.tsx';
import { useValueText } from '../profile-value.ts';
import { LinkGoogle } from './link-google.tsx';
import { UnlinkGoogle } from './unlink-google.tsx';

type GoogleAccountProps = {
  link: GoogleLinkResponse;
  /** Called after an action succeeded or was refused and its result is shown. */
  onChange: () => void;
  onUnlinked: () => void;
  /** Shown below, over the whole width. */
  children?: ReactNode;
} & Pick<ComponentProps<typeof SettingRow>, 'icon' | 'level' | 'state' | 'title' | 'ref'>;

export function GoogleAccount(props: GoogleAccountProps) {
  const { link, onChange, onUnlinked, children, ...row } = props;
  const { t } = useTranslation('profile');
  const { linked, lastWayIn, fresh, missing } = link;
  const isFixed = linked !== null && lastWayIn;
  return (
    <SettingRow
      {...row}
      action={
        fresh && !isFixed ? (
          <Action link={link} onChange={onChange} onUnlinked={onUnlinked} />
        ) : undefined
      }
      below={
        <>
          {isFixed ? <p className="text-text-2">{t('google.last-way-in')}</p> : null}
          {fresh || isFixed ? null : (
            <div className="print:hidden">
              <ConfirmFirst missing={missing} />
            </div>
          )}
          {children}
        </>
      }
    >
      {linked ? <Linked linked={linked} /> : <p className="text-text-2">{t('google.none')}</p>}
    </SettingRow>
  );
}

function Linked({ linked }: { linked: NonNullable<GoogleLinkResponse['linked']> }) {
  const { t } = useTranslation('profile');
  const text = useValueText();
  const { email, since } = linked;
  return (
    <>
      <p className="wrap-anywhere">{email ?? t('google.no-email')}</p>
      <p className="text-sm text-text-2">
        <Trans
          components={{ time: <time dateTime={since} /> }}
          text={t('google.since')}
          values={{ when: text(since) }}
        />
      </p>
    </>
  );
}

type ActionProps = Pick<GoogleAccountProps, 'link' | 'onChange' | 'onUnlinked'>;

function Action({ link: { linked }, onChange, onUnlinked }: ActionProps) {
  return linked ? (
    <UnlinkGoogle onChange={onChange} onUnlinked={onUnlinked} />
  ) : (
    <LinkGoogle onChange={onChange} />
  );
}
