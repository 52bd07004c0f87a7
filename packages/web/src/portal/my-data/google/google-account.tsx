// The linked Google account, or that there is none, with the actions available now.
import type { GoogleLinkResponse } from '@brama/contract/sign-in/google/schemas';
import { Trans } from '../../../i18n/trans.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ConfirmFirst } from '../confirm-first.tsx';
import { entryAction, entryText } from '../list-section.tsx';
import { useValueText } from '../profile-value.ts';
import { LinkGoogle } from './link-google.tsx';
import { UnlinkGoogle } from './unlink-google.tsx';

type GoogleAccountProps = {
  link: GoogleLinkResponse;
  /** Called after an action succeeded or was refused and its result is shown. */
  onChange: () => void;
  onUnlinked: () => void;
};

export function GoogleAccount({ link, ...told }: GoogleAccountProps) {
  const { t } = useTranslation('profile');
  const { linked, lastWayIn } = link;
  return (
    <>
      {linked ? (
        <Linked linked={linked} />
      ) : (
        <p className={`${entryText} text-text-2`}>{t('google.none')}</p>
      )}
      {linked && lastWayIn ? (
        <p className="mt-3 w-full text-text-2">{t('google.last-way-in')}</p>
      ) : (
        <div className={`${entryAction} has-[p]:mt-3 has-[p]:w-full print:hidden`}>
          <Action {...told} link={link} />
        </div>
      )}
    </>
  );
}

function Linked({ linked }: { linked: NonNullable<GoogleLinkResponse['linked']> }) {
  const { t } = useTranslation('profile');
  const text = useValueText();
  const { email, since } = linked;
  return (
    <div className={entryText}>
      <p className="font-semibold wrap-anywhere">{email ?? t('google.no-email')}</p>
      <p className="text-sm text-text-2">
        <Trans
          components={{ time: <time dateTime={since} /> }}
          text={t('google.since')}
          values={{ when: text(since) }}
        />
      </p>
    </div>
  );
}

function Action({ link: { linked, fresh, missing }, onChange, onUnlinked }: GoogleAccountProps) {
  if (!fresh) return <ConfirmFirst missing={missing} />;
  return linked ? (
    <UnlinkGoogle onChange={onChange} onUnlinked={onUnlinked} />
  ) : (
    <LinkGoogle onChange={onChange} />
  );
}
