// The fields that several pages of recovery have.

import { Field } from '@brama/ui/field.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useEffect, useState } from 'react';
import { usePageAddress } from '../browser/page-address.ts';
import { takeEmailCode } from '../frame/navigation/take-email-code.ts';
import { useLanguage } from '../i18n/use-language.ts';

const typedText = {
  autoCapitalize: 'none',
  autoCorrect: 'off',
  required: true,
  spellCheck: false,
  type: 'text',
} as const;

type UsernameFieldProps = { label: string; typed: string; readOnly: boolean; className?: string };

export function UsernameField({ label, typed, readOnly, className }: UsernameFieldProps) {
  return (
    <Field
      {...typedText}
      autoComplete="username"
      className={className}
      defaultValue={typed}
      id="username"
      label={label}
      maxLength={256}
      name="username"
      readOnly={readOnly}
    />
  );
}

type EmailCodeFieldProps = { label: string; hint: string; code: string; readOnly: boolean };

/**
 * The code from an email. The link in the email holds it behind `#`: JavaScript moves it into a hidden field. Without
 * JavaScript the user types it.
 */
export function EmailCodeField({ label, hint, code, readOnly }: EmailCodeFieldProps) {
  const [brought, setBrought] = useState<string>();
  // `code` comes from the server after a refusal that has left the code valid
  useEffect(() => setBrought(takeEmailCode() ?? (code || undefined)), [code]);
  if (brought !== undefined) return <input name="code" type="hidden" value={brought} />;
  return (
    <Field
      {...typedText}
      autoComplete="off"
      defaultValue={code}
      hint={hint}
      id="code"
      label={label}
      maxLength={256}
      name="code"
      readOnly={readOnly}
    />
  );
}

/** A link to another page below the language, beside the button of a form. */
export function FormLink({ path, children }: { path: string; children: string }) {
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <a
      className={`${textLink} inline-flex min-h-11 items-center`}
      href={`/${language}/${path}${carried}`}
    >
      {children}
    </a>
  );
}
