// The page on which a recovered user chooses a new password or, with JavaScript, adds a passkey. Only then the user is signed in.

import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { useEffect, useState } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { FormMessage } from '../frame/form-message.tsx';
import { useErrorTitle } from '../frame/navigation/use-page-title.ts';
import { PasswordField } from '../frame/password-field.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useTranslation } from '../i18n/use-translation.ts';
import { PasskeyChoice } from './passkey-choice.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const { message, passkey, username } = usePageProps('recovery-set-up');
  useErrorTitle(t('recovery-set-up.title'), message !== '');
  return (
    <Column>
      <div className="mb-7">
        <PageHead lead={t('recovery-set-up.text')}>{t('recovery-set-up.title')}</PageHead>
      </div>
      <p className="mb-6 wrap-anywhere">
        <Trans
          components={{ name: <strong>{username}</strong> }}
          text={t('recovery-set-up.username')}
        />
      </p>
      <FormMessage message={message} title={t('not-saved')} />
      <PasswordChoice />
      {passkey ? <PasskeyChoice /> : null}
    </Column>
  );
}

function PasswordChoice() {
  const { t } = useTranslation(['recovery', 'password']);
  const { username, userHash, minLength } = usePageProps('recovery-set-up');
  const [interactive, setInteractive] = useState(false);
  const [visible, setVisible] = useState(false);
  const [sent, setSent] = useState(false);
  useEffect(() => setInteractive(true), []);
  usePageRestored(() => setSent(false));
  const least = t('password:characters', { count: minLength });
  return (
    <form
      method="post"
      onSubmit={() => {
        setVisible(false);
        setSent(true);
      }}
    >
      <h2 className="mb-3 font-semibold text-lg">{t('recovery:recovery-set-up.password')}</h2>
      <input name="pendingUser" type="hidden" value={userHash} />
      <input
        autoComplete="username"
        defaultValue={username}
        hidden
        name="username"
        readOnly
        type="text"
      />
      <PasswordField
        hint={t('password:hint', { least })}
        id="new-password"
        interactive={interactive}
        label={t('password:new')}
        name="newPassword"
        onToggle={() => setVisible(!visible)}
        readOnly={sent}
        visible={visible}
      />
      <Button className="mt-6 min-h-13 w-full" look="primary" pending={sent} type="submit">
        {t('recovery:recovery-set-up.submit')}
      </Button>
    </form>
  );
}
