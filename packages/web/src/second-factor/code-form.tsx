// The form with one field for a code. The server checks it and shows the page again with the reason for a refusal.

import { Button } from '@brama/ui/button.tsx';
import { Field } from '@brama/ui/field.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { type InputHTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { announce } from '../session/session-broadcast.ts';

type CodeFormProps = Pick<InputHTMLAttributes<HTMLInputElement>, 'autoComplete' | 'inputMode'> & {
  label: string;
  hint: string;
  /** Why the code was refused; otherwise empty. */
  message: string;
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
      <Field
        {...field}
        autoCapitalize="none"
        autoCorrect="off"
        autoFocus
        className="mb-4.5"
        error={message === '' ? undefined : message}
        errorPrefix={t('common:error-prefix')}
        hint={hint}
        id="code"
        label={label}
        maxLength={64}
        name="code"
        readOnly={sent}
        required
        spellCheck={false}
        type="text"
      />
      {children}
      <Button className="min-h-13 w-full" look="primary" pending={sent} type="submit">
        {t('second-factor:submit')}
      </Button>
    </form>
  );
}
