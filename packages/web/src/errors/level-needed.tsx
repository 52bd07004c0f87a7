// The user is signed in but cannot reach the level that an application requests or requires. The page explains how to get there; a
// plain form continues without a voluntary level.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { secondFactorPath } from '@brama/contract/paths';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageProps } from '../browser/page-props.ts';
import { moment } from '../i18n/moment.ts';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { AppsLink } from '../interaction/apps-link.tsx';
import { AskLink } from '../interaction/ask-link.tsx';

const link = `${textLink} inline-flex min-h-11 items-center`;

/** What the user can do about it, if anything. */
function Ways() {
  const { t } = useTranslation('interaction');
  const { reason, hasPasskeys, returnQuery } = usePageProps('level-needed');
  const home = `/${useLanguage()}`;
  const account = `${home}/${accountSectionPath('sign-in-methods')}`;
  if (reason === 'passkey')
    return (
      <a className={buttonClass('primary')} href={account}>
        {t('level-needed.actions.passkey')}
      </a>
    );
  if (reason !== 'set-up') return null;
  return (
    <>
      <a
        className={buttonClass('primary')}
        href={`${home}/${secondFactorPath}/set-up${returnQuery}`}
      >
        {t('level-needed.actions.set-up')}
      </a>
      {hasPasskeys ? (
        <a className={`${link} with-script`} href={account}>
          {t('level-needed.actions.passkey-instead')}
        </a>
      ) : null}
    </>
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
    <Trans
      components={{
        ask: <AskLink contact={contact} />,
        time: <time dateTime={countFrom ?? undefined} />,
      }}
      text={t(`level-needed.${reason}`)}
      values={{ app: application, whom: '', when }}
    />
  );
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHead lead={lead}>{t('level-needed.title')}</PageHead>
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Ways />
        {cancelHref === '' ? null : (
          <a className={link} href={cancelHref}>
            {t('level-needed.cancel')}
          </a>
        )}
        <AppsLink />
      </div>
      {continueHref === '' ? null : (
        <form action={continueHref} className="mt-7 grid justify-items-start gap-3" method="post">
          <p>{t('level-needed.voluntary')}</p>
          <Button look="secondary" type="submit">
            {t('level-needed.continue')}
          </Button>
        </form>
      )}
    </Column>
  );
}
