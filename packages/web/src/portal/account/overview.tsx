// Whether all is well with the account, at a glance: each fact leads to its section, and one step is recommended.

import { secondaryEmailPath } from '@brama/contract/recovery/paths';
import { setUpPath } from '@brama/contract/second-factor/second-factor';
import { ChoiceRow } from '@brama/ui/choice-row.tsx';
import { CircleCheck } from '@brama/ui/icons/circle-check.ts';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { useQuery } from '@tanstack/react-query';
import AtSign from 'lucide-react/icons/at-sign';
import KeyRound from 'lucide-react/icons/key-round';
import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactNode } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { sessionsQuery } from '../my-data/sessions/sessions.ts';
import { passkeysQuery } from '../passkeys/passkey-calls.ts';
import { type NextStep, nextStepOf } from './next-step.ts';
import { SetUpChip } from './set-up-chip.tsx';

/** Both change on the page. */
function useCounts() {
  const { data: sessions } = useQuery(sessionsQuery);
  const { signInMethods } = usePageProps('account');
  const hasPasskeys = signInMethods.passkey !== null;
  const { data: passkeys } = useQuery({ ...passkeysQuery, enabled: hasPasskeys });
  return {
    sessions: (sessions?.sessions.length ?? 0) + (sessions?.more ?? 0),
    passkeys: passkeys?.passkeys.length ?? 0,
  };
}

export function Overview() {
  const { t } = useTranslation('account');
  const props = usePageProps('account');
  const { signInMethods, secondFactor } = props;
  const { sessions, passkeys } = useCounts();
  const step = nextStepOf(props, passkeys);
  const kind = secondFactor?.app ? 'on' : 'off';
  // otherwise only settings of the university leave nothing to suggest
  const isProtected = passkeys > 0 || kind === 'on';
  return (
    <section aria-labelledby="overview" className="mt-7 break-inside-avoid-page">
      <h2 className="sr-only" id="overview">
        {t('overview.title')}
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-3">
        <Fact name={t('overview.sessions')} section="sessions">
          {t('overview.places', { count: sessions })}
        </Fact>
        {signInMethods.passkey === null ? null : (
          <Fact name={t('passkeys.title')} section="sign-in-methods">
            {passkeys === 0 ? <SetUpChip isSet={false} /> : passkeys}
          </Fact>
        )}
        {secondFactor === null ? null : (
          <Fact name={t('two-step.title')} section="sign-in-methods">
            <StatusChip kind={kind}>{t(`state.${kind}`)}</StatusChip>
          </Fact>
        )}
        <SecondaryEmailFact />
      </ul>
      <div className="mt-3 print:hidden">
        {step && <Step step={step} />}
        {!step && isProtected && (
          <p className="flex items-center gap-3 rounded-control border border-transparent bg-success-tint px-4 py-3 text-success-ink">
            <CircleCheck className="shrink-0" size={20} />
            {t('overview.done')}
          </p>
        )}
      </div>
    </section>
  );
}

function SecondaryEmailFact() {
  const { t } = useTranslation('account');
  const { secondaryEmail } = usePageProps('account');
  if (secondaryEmail === null) return null;
  const { state } = secondaryEmail;
  return (
    <Fact name={t('secondary-email.title')} section="sign-in-methods">
      {state === 'unconfirmed' || state === 'waiting' ? (
        <StatusChip kind={state === 'waiting' ? 'note' : 'warning'}>
          {t(`overview.email.${state}`)}
        </StatusChip>
      ) : (
        <SetUpChip isSet={state === 'usable'} />
      )}
    </Fact>
  );
}

type FactProps = { name: string; section: 'sessions' | 'sign-in-methods'; children: ReactNode };

function Fact({ name, section, children }: FactProps) {
  return (
    <li className="grid">
      <a
        className="flex flex-col items-start justify-between gap-1.5 rounded-control border border-line bg-surface px-4 py-3 hover:border-brand"
        href={`#${section}`}
      >
        <span className="text-sm text-text-2">{name}</span>{' '}
        <span className="flex min-h-6 items-center font-semibold">{children}</span>
      </a>
    </li>
  );
}

const icons = {
  'two-step': ShieldCheck,
  passkey: KeyRound,
  'recovery-codes': ShieldCheck,
  'secondary-email': AtSign,
  'confirm-email': AtSign,
};

function Step({ step }: { step: NextStep }) {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const { secondFactor } = usePageProps('account');
  const methods = '#sign-in-methods';
  const hrefs: Record<NextStep, string> = {
    // an old session is asked there to sign in again
    'two-step': secondFactor?.fresh ? `/${language}/${setUpPath}` : methods,
    passkey: methods,
    'recovery-codes': methods,
    'secondary-email': `/${language}/${secondaryEmailPath}`,
    'confirm-email': `/${language}/${secondaryEmailPath}`,
  };
  const Icon = icons[step];
  return (
    <ChoiceRow
      hint={t(`overview.steps.${step}.hint`)}
      href={hrefs[step]}
      icon={<Icon aria-hidden="true" className="shrink-0 text-brand" size={22} />}
      recommended={t('overview.recommended')}
      title={t(`overview.steps.${step}.title`)}
    />
  );
}
