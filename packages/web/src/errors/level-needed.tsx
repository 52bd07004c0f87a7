// The user is signed in but cannot reach the level that an application requests or requires. The page explains how to get there; a
// plain form continues without a voluntary level.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { secondFactorPath } from '@brama/contract/paths';
import { ChoiceRow } from '@brama/ui/choice-row.tsx';
import { Column } from '@brama/ui/column.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import ArrowRight from 'lucide-react/icons/arrow-right';
import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import { usePageProps } from '../browser/page-props.ts';
import { AskLink } from '../frame/ask-link.tsx';
import { moment } from '../i18n/moment.ts';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';

const link = `${textLink} inline-flex min-h-11 items-center`;

/** The ways to reach the level, the shortest first, and the way without it. */
function Ways() {
  const { t } = useTranslation('interaction');
  const { reason, hasPasskeys, returnQuery, continueHref } = usePageProps('level-needed');
  const home = `/${useLanguage()}`;
  const hasApp = reason === 'set-up';
  const hasPasskey = reason === 'passkey' || (hasApp && hasPasskeys);
  return (
    <div className="grid gap-3">
      {hasApp ? (
        <ChoiceRow
          className="py-2.5"
          hint={t('level-needed.ways.app.hint')}
          href={`${home}/${secondFactorPath}/set-up${returnQuery}`}
          icon={<Smartphone aria-hidden="true" className="shrink-0 text-brand" size={24} />}
          title={t('level-needed.ways.app.title')}
        />
      ) : null}
      {hasPasskey ? (
        <ChoiceRow
          className={hasApp ? 'with-script py-2.5' : 'py-2.5'}
          hint={t('level-needed.ways.passkey.hint')}
          href={`${home}/${accountSectionPath('sign-in-methods')}`}
          icon={<KeyRound aria-hidden="true" className="shrink-0 text-brand" size={24} />}
          title={t('level-needed.ways.passkey.title')}
        />
      ) : null}
      {continueHref === '' ? null : (
        <form action={continueHref} method="post">
          <ChoiceRow
            icon={<ArrowRight aria-hidden="true" className="shrink-0 text-brand" size={24} />}
            title={t('level-needed.continue')}
            type="submit"
          />
        </form>
      )}
    </div>
  );
}

export function Screen() {
  const { t } = useTranslation('interaction');
  const { application, contact, reason, countFrom, continueHref, cancelHref } =
    usePageProps('level-needed');
  const language = useLanguage();
  const timeZone = useIsBeforeHydration() ? 'Europe/Kyiv' : undefined;
  const when = countFrom === null ? '' : moment(countFrom, language, timeZone);
  const lead = (
    <>
      <Trans
        components={{
          ask: <AskLink contact={contact} />,
          time: <time dateTime={countFrom ?? undefined} />,
        }}
        text={t(`level-needed.${reason}`)}
        values={{ app: application, whom: '', when }}
      />
      {continueHref === '' ? null : (
        <span className="mt-2 block font-medium text-ink">{t('level-needed.voluntary')}</span>
      )}
    </>
  );
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <div className="mb-6">
        <PageHead lead={lead}>
          {t(continueHref === '' ? 'level-needed.title' : 'level-needed.title-voluntary')}
        </PageHead>
      </div>
      <Ways />
      <div className="mt-4 flex flex-wrap items-center gap-x-6">
        {cancelHref === '' ? null : (
          <a className={link} href={cancelHref}>
            {t('level-needed.cancel')}
          </a>
        )}
        <AppsLink />
      </div>
    </Column>
  );
}
