// “This wasn’t me”: explains what happens, and then signs the user out everywhere. A disclosure and a form, which need no
// JavaScript.

import type { ActivityPage } from '@brama/contract/api/activity';
import { paths } from '@brama/contract/paths';
import { Button } from '@brama/ui/button.tsx';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { ChevronRight } from '@brama/ui/icons/chevron-right.ts';
import { useState } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { noteSignOut } from '../../session/forget-user.ts';
import { PostForm } from '../without-script.tsx';

export function NotMe({ recovery }: { recovery: ActivityPage['recovery'] }) {
  const { t } = useTranslation('account');
  const { google, passkey } = usePageProps('account').signInMethods;
  const [sent, setSent] = useState(false);
  usePageRestored(() => setSent(false));
  const effects = ['sessions', 'browsers', 'password', 'factors'] as const;
  return (
    <details className="question mt-4 border-line border-t pt-2 print:hidden">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-chip font-medium text-brand hover:text-brand-hover">
        <ChevronRight aria-hidden="true" className="chevron shrink-0" size={18} />
        {t('activity.not-me.action')}
      </summary>
      <p className="mt-1 text-text-2">{t('activity.not-me.text')}</p>
      <ul className="mt-2 list-disc ps-5 text-text-2">
        {effects.map((effect) => (
          <li key={effect}>{t(`activity.not-me.effects.${effect}`)}</li>
        ))}
        {google === null && passkey === null ? null : <li>{t('activity.not-me.effects.added')}</li>}
      </ul>
      <p className="mt-2 text-text-2">{t(`activity.not-me.after.${recovery}`)}</p>
      <PostForm
        action={paths.secureAccount}
        className="mt-4"
        onSubmit={() => {
          setSent(true);
          noteSignOut();
        }}
      >
        <Button look="primary" pending={sent} type="submit">
          {t('activity.not-me.confirm')}
        </Button>
      </PostForm>
    </details>
  );
}
