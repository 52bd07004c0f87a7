// The applications that have access to data of the user, since when and to what. The user can end each access.
import type { ApplicationAccess } from '@brama/contract/api/connected-apps';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import Plug from 'lucide-react/icons/plug';
import { Trans } from '../../../i18n/trans.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useValueText } from '../profile-value.ts';
import { EndAccess } from './end-access.tsx';

type ConnectedAppsProps = { all: ApplicationAccess[]; onEnded: () => void };

/** The list of connected apps, with the buttons that end their access. */
export function ConnectedApps({ all, onEnded }: ConnectedAppsProps) {
  const { t } = useTranslation('profile');
  if (all.length === 0) return <p className="text-text-2">{t('access.none')}</p>;
  return (
    <>
      <p className="mb-2 text-text-2">{t('access.about')}</p>
      <ul className="divide-y divide-line">
        {all.map((access) => (
          <li key={access.id}>
            <SettingRow
              icon={<Plug aria-hidden="true" size={20} />}
              action={<EndAccess access={access} onEnded={onEnded} />}
              title={access.title}
            >
              <About access={access} />
            </SettingRow>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Shows who runs the application, which data it receives and since when. */
function About({ access: { firstParty, scopes, services, since } }: { access: ApplicationAccess }) {
  const { t } = useTranslation('profile');
  const text = useValueText();
  const data = scopes.map((scope) => t(`access.scopes.${scope}`)).join(', ');
  const acts = services.map(({ title, scopes: names }) => `${title} (${names.join(', ')})`);
  return (
    <>
      <p className="text-sm text-text-2 wrap-anywhere">
        {firstParty ? `${t('access.first-party')} ` : null}
        {t(firstParty ? 'access.own' : 'access.data', { data })}
      </p>
      {acts.length > 0 ? (
        <p className="text-sm text-text-2 wrap-anywhere">
          {t('access.acts', { services: acts.join(', ') })}
        </p>
      ) : null}
      <p className="text-sm text-text-2">
        <Trans
          components={{ time: <time dateTime={since} /> }}
          text={t(firstParty ? 'access.opened' : 'access.since')}
          values={{ when: text(since) }}
        />
      </p>
    </>
  );
}
