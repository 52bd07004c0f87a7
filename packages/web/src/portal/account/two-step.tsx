// Two-step verification on the account page: the authenticator app, the recovery codes and the remembered browsers. All of it is
// links, disclosures and forms, which need no JavaScript.

import type { SecondFactorState } from '@brama/contract/second-factor/account';
import { newCodesPath, setUpPath, setUpPaths } from '@brama/contract/second-factor/second-factor';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { ChevronRight } from '@brama/ui/icons/chevron-right.ts';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import ShieldCheck from 'lucide-react/icons/shield-check';
import { type ReactNode, useState } from 'react';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConfirmFirst } from '../my-data/confirm-first.tsx';
import { useValueText } from '../my-data/profile-value.ts';
import { PostForm } from '../without-script.tsx';
import { RememberedBrowsers } from './remembered-browsers.tsx';

type Props = { state: SecondFactorState };

export function TwoStep({ state }: Props) {
  const { app, fresh, isOffered } = state;
  const { t } = useTranslation('account');
  const language = useLanguage();
  const kind = app ? 'on' : 'off';
  return (
    <SettingRow
      action={
        fresh && isOffered ? (
          <a className={buttonClass('secondary')} href={`/${language}/${setUpPath}`}>
            {t(app ? 'two-step.replace' : 'two-step.turn-on')}
          </a>
        ) : undefined
      }
      below={<Details state={state} />}
      icon={<ShieldCheck aria-hidden="true" size={20} />}
      level={3}
      state={<StatusChip kind={kind}>{t(`state.${kind}`)}</StatusChip>}
      title={t('two-step.title')}
    >
      <p className="text-text-2">
        {t(`two-step.${kind}`)} <MoreAbout />
      </p>
      {state.isRequired ? <p className="mt-2 text-text-2">{t('two-step.required')}</p> : null}
    </SettingRow>
  );
}

/** The app, the codes, the remembered browsers, and what can be done with them. */
function Details({ state }: Props) {
  const { t } = useTranslation('account');
  const { app, fresh, missing, codesLeft, browsers, isOffered } = state;
  return (
    <>
      {app ? <App app={app} /> : null}
      {codesLeft === null ? null : (
        <p className="mt-2 text-text-2">
          {codesLeft === 0 ? t('two-step.no-codes') : t('two-step.codes', { count: codesLeft })}
        </p>
      )}
      <div className="mt-3 empty:hidden print:hidden">
        {fresh ? (
          <Changes state={state} />
        ) : (
          <ConfirmFirst missing={missing} signInText={t('two-step.not-recent')} />
        )}
      </div>
      {browsers.length > 0 && isOffered ? <RememberedBrowsers browsers={browsers} /> : null}
    </>
  );
}

function MoreAbout() {
  const { t } = useTranslation('account');
  return (
    <a className={`${textLink} print:hidden`} href={`/${useLanguage()}/faq#two-step`}>
      {t('two-step.more')}
    </a>
  );
}

function App({ app: { since, lastUsed } }: { app: NonNullable<SecondFactorState['app']> }) {
  const { t } = useTranslation('account');
  const text = useValueText();
  return (
    <div className="mt-3">
      <p className="font-semibold">{t('two-step.app')}</p>
      <p className="text-sm text-text-2">
        <Trans
          components={{ time: <time dateTime={since} /> }}
          text={t('two-step.since')}
          values={{ when: text(since) }}
        />
      </p>
      {lastUsed === null ? null : (
        <p className="text-sm text-text-2">
          <Trans
            components={{ time: <time dateTime={lastUsed} /> }}
            text={t('two-step.last-used')}
            values={{ when: text(lastUsed) }}
          />
        </p>
      )}
    </div>
  );
}

/** What else a user can change after a recent sign-in. */
function Changes({ state: { app, canTurnOff, codesLeft } }: Props) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  if (!app && codesLeft === null) return null;
  return (
    <div className="flex flex-wrap items-start gap-3">
      {codesLeft === null ? null : (
        <AskInPlace
          action={`/${language}/${newCodesPath}`}
          confirm={t('two-step.new-codes-short')}
          label={t('two-step.new-codes')}
          question={t('two-step.new-codes-question')}
        />
      )}
      {app && canTurnOff ? (
        <AskInPlace
          action={setUpPaths.turnOffSecondFactor}
          confirm={t('two-step.turn-off-short')}
          label={t('two-step.turn-off')}
          question={t('two-step.turn-off-question')}
        />
      ) : null}
      {app && !canTurnOff ? (
        <p className="w-full text-text-2">{t('two-step.cannot-turn-off')}</p>
      ) : null}
    </div>
  );
}

type AskProps = { action: string; label: string; question: string; confirm: string };

/** A disclosure with the question and the form. */
function AskInPlace({ action, label, question, confirm }: AskProps) {
  return (
    <Disclosure label={label}>
      <p>{question}</p>
      <ConfirmForm action={action}>{confirm}</ConfirmForm>
    </Disclosure>
  );
}

function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="question open:w-full">
      <summary className={`${buttonClass('secondary')} cursor-pointer list-none`}>
        <span className="inline-flex items-center gap-1.5">
          <ChevronRight aria-hidden="true" className="chevron shrink-0" size={18} />
          {label}
        </span>
      </summary>
      <div className="mt-3 rounded-control bg-sunken p-4">{children}</div>
    </details>
  );
}

function ConfirmForm({ action, children }: { action: string; children: string }) {
  const [sent, setSent] = useState(false);
  // after Back the browser may restore the page with its state
  usePageRestored(() => setSent(false));
  return (
    <PostForm action={action} className="mt-4" onSubmit={() => setSent(true)}>
      <Button look="primary" pending={sent} type="submit">
        {children}
      </Button>
    </PostForm>
  );
}
