// A secret that the server shows once, with a button that copies it.
import { Alert } from '@brama/ui/alert.tsx';
import { ReferenceCode } from '@brama/ui/reference-code.tsx';
import type { ReactNode } from 'react';
import { wordsOf } from '../i18n/words.ts';

type SecretProps = { label: string; value: string; children?: ReactNode };

export function Secret({ label, value, children }: SecretProps) {
  const t = wordsOf('shell');
  return (
    <Alert kind="warning" title={t('secret.once')}>
      <ReferenceCode
        className="mt-1"
        code={value}
        label={label}
        words={{ copy: t('copy.do'), copied: t('copy.done'), failed: t('copy.failed') }}
      />
      {children}
    </Alert>
  );
}
