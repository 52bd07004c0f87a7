// How the user signs in and gets back in, and what an operator may change about it.
import type { RemovableFactor } from '@brama/contract/admin/user-access/factors';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import type { ReactNode } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Section } from '../ui/page.tsx';
import { useMayDo } from './acts.ts';
import { AccessCodeForm, InviteButton, ResetForm } from './help-forms.tsx';
import { type Account, type Factors, type User, userKey } from './queries.ts';

type FactorsSectionProps = {
  user: User;
  factors: Factors;
  invitation: Account['invitation'];
};

export function FactorsSection(props: FactorsSectionProps) {
  const t = wordsOf('users');
  return (
    <Section id="factors" title={t('factors.title')}>
      <Loaded {...props} />
    </Section>
  );
}

function Loaded({ user, factors, invitation }: FactorsSectionProps) {
  const mayDo = useMayDo();
  const { password, diia, google, passkeys } = factors;
  const hasWay = password || diia || google !== null || passkeys.length > 0;
  const invites = !hasWay && mayDo('invite');
  return (
    <>
      <FactorRows factors={factors} invitation={invitation} user={user} />
      {mayDo('reset-factors') || invites ? (
        <div className="mt-4 flex flex-wrap items-start gap-3 print:hidden">
          {mayDo('reset-factors') ? (
            <>
              <AccessCodeForm user={user} />
              <ResetForm user={user} />
            </>
          ) : null}
          {invites ? <InviteButton user={user} /> : null}
        </div>
      ) : null}
    </>
  );
}

function useRemoval(user: User) {
  const t = wordsOf('users');
  const mayDo = useMayDo();
  /** Returns the button that removes something by this call; nothing for callers who may not. */
  return (name: string, act: () => Promise<unknown>): ReactNode =>
    mayDo('remove-factors') ? (
      <ActButton
        act={act}
        changes={[userKey(user.id)]}
        confirm={{
          title: t('factors.remove-question', { what: name }),
          text: t('factors.remove-text'),
        }}
        done={t('factors.removed')}
      >
        {t('factors.remove')}
      </ActButton>
    ) : undefined;
}

function usedText({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  const t = wordsOf('users');
  return lastUsedAt
    ? t('factors.used', { added: momentText(createdAt), used: momentText(lastUsedAt) })
    : t('factors.unused', { added: momentText(createdAt) });
}

function GoogleRow({ user, google }: { user: User; google: Factors['google'] }) {
  const t = wordsOf('users');
  const removal = useRemoval(user);
  if (!google) return <DefinitionRow name={t('methods.google')}>{t('factors.no')}</DefinitionRow>;
  const unlink = () =>
    dataOf(
      admin.DELETE('/api/admin/users/{id}/identities/{method}', {
        params: { path: { id: user.id, method: 'google' } },
      }),
    );
  return (
    <DefinitionRow action={removal(t('methods.google'), unlink)} name={t('methods.google')}>
      {t('factors.linked', { email: google.email ?? '', when: momentText(google.linkedAt) })}
    </DefinitionRow>
  );
}

function PasskeyRows({ user, passkeys }: { user: User; passkeys: Factors['passkeys'] }) {
  const t = wordsOf('users');
  const removal = useRemoval(user);
  if (passkeys.length === 0)
    return <DefinitionRow name={t('methods.passkey')}>{t('factors.no')}</DefinitionRow>;
  const remove = (passkeyId: string) => () =>
    dataOf(
      admin.DELETE('/api/admin/users/{id}/passkeys/{passkeyId}', {
        params: { path: { id: user.id, passkeyId } },
      }),
    );
  return passkeys.map((passkey) => (
    <DefinitionRow
      action={removal(passkey.name, remove(passkey.id))}
      key={passkey.id}
      name={t('factors.passkey', { name: passkey.name })}
    >
      {usedText(passkey)}
    </DefinitionRow>
  ));
}

function FactorRows({ user, factors, invitation }: FactorsSectionProps) {
  const t = wordsOf('users');
  const removal = useRemoval(user);
  const { id } = user;
  const removeFactor = (factor: RemovableFactor) => () =>
    dataOf(
      admin.DELETE('/api/admin/users/{id}/factors/{factor}', { params: { path: { id, factor } } }),
    );
  const { google, passkeys, authenticatorApp, secondaryEmail, accessCode, rememberedBrowsers } =
    factors;
  return (
    <DefinitionRows>
      {invitation ? (
        <DefinitionRow name={t('factors.invitation')}>
          {t('factors.invited-until', { until: momentText(invitation.expiresAt) })}
        </DefinitionRow>
      ) : null}
      <DefinitionRow name={t('methods.password')}>
        {t(factors.password ? 'factors.yes' : 'factors.no')}
      </DefinitionRow>
      <DefinitionRow name={t('methods.diia')}>
        {t(factors.diia ? 'factors.yes' : 'factors.no')}
      </DefinitionRow>
      <GoogleRow google={google} user={user} />
      <PasskeyRows passkeys={passkeys} user={user} />
      <DefinitionRow
        action={
          authenticatorApp
            ? removal(t('factors.app'), removeFactor('authenticator-app'))
            : undefined
        }
        name={t('factors.app')}
      >
        {authenticatorApp ? usedText(authenticatorApp) : t('factors.no')}
      </DefinitionRow>
      <DefinitionRow name={t('factors.recovery-codes')}>
        {factors.recoveryCodesLeft === 0
          ? t('factors.no')
          : t('factors.codes-left', { count: factors.recoveryCodesLeft })}
      </DefinitionRow>
      <DefinitionRow
        action={
          rememberedBrowsers.length > 0
            ? removal(t('factors.browsers'), removeFactor('remembered-browsers'))
            : undefined
        }
        name={t('factors.browsers')}
      >
        {rememberedBrowsers.length === 0
          ? t('factors.no')
          : t('factors.browser-count', { count: rememberedBrowsers.length })}
      </DefinitionRow>
      <DefinitionRow
        action={
          secondaryEmail.state === 'none'
            ? undefined
            : removal(t('factors.secondary-email'), removeFactor('secondary-email'))
        }
        name={t('factors.secondary-email')}
      >
        {secondaryEmail.email ? `${secondaryEmail.email}: ` : ''}
        {t(`factors.email-states.${secondaryEmail.state}`)}
      </DefinitionRow>
      <DefinitionRow
        action={
          accessCode ? removal(t('factors.access-code'), removeFactor('access-code')) : undefined
        }
        name={t('factors.access-code')}
      >
        {accessCode
          ? t('factors.code-by', {
              name: accessCode.issuedBy,
              until: momentText(accessCode.expiresAt),
            })
          : t('factors.no')}
      </DefinitionRow>
    </DefinitionRows>
  );
}
