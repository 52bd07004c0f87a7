// The form with one field for a code, which is sent with its last character. The server checks it and shows the page again with
// the reason for a refusal.

import { Button } from '@brama/ui/button.tsx';
import type { CodeShape } from '@brama/ui/code.ts';
import { CodeField } from '@brama/ui/code-field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { type ReactNode, useRef, useState } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { announce } from '../session/session-broadcast.ts';

type CodeFormProps = {
  autoComplete: 'one-time-code' | 'off';
  shape: CodeShape;
  label: string;
  hint: string;
  /** Why the code was refused; otherwise empty. */
  message: string;
  /** Stands above the field, because the last character sends the form. */
  children?: ReactNode;
};

export function CodeForm({ label, hint, message, children, ...field }: CodeFormProps) {
  const { t } = useTranslation(['second-factor', 'common']);
  const { userHash, isSignedIn } = usePageProps('second-factor', 'second-factor-recovery');
  const form = useRef<HTMLFormElement>(null);
  const [sent, setSent] = useState(false);
  // a code works once, so that Back leads to an empty form
  usePageRestored(() => {
    form.current?.reset();
    setSent(false);
  });
  const send = () => {
    setSent(true);
    // the page goes when the answer has come: other tabs then ask whether the user is signed in
    addEventListener('pagehide', () => announce('signed-in'), { once: true });
  };
  return (
    <form method="post" onSubmit={send} ref={form}>
      <input name={isSignedIn ? 'userHash' : 'pendingUser'} type="hidden" value={userHash} />
      {children}
      <CodeField
        {...field}
        autoFocus
        className="mb-6"
        error={message === '' ? undefined : message}
        errorPrefix={t('common:error-prefix')}
        hint={hint}
        id="code"
        label={label}
        name="code"
        readOnly={sent}
      />
      <Button className="min-h-13 w-full" look="primary" pending={sent} type="submit">
        {t('second-factor:submit')}
      </Button>
    </form>
  );
}
