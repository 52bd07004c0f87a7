// Shows, once, how the administrators of the new installation sign in, and the fingerprints of its keys.

import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';

const heading = 'mt-8 mb-3 font-semibold text-lg';

export function Screen() {
  const { t } = useTranslation('setup');
  const { administrators, keys, settingsFile, href } = usePageProps('setup-done');
  return (
    <Column>
      <PageHead lead={t('setup-done.text', { file: settingsFile })}>
        {t('setup-done.title')}
      </PageHead>
      <h2 className={heading}>{t('setup-done.codes.title')}</h2>
      <DefinitionRows>
        {administrators.map(({ username, accessCode }) => (
          <DefinitionRow key={username} name={username}>
            <code className="text-md tracking-wide whitespace-nowrap" translate="no">
              {accessCode}
            </code>
          </DefinitionRow>
        ))}
      </DefinitionRows>
      <p className="mt-3 text-text-2">{t('setup-done.codes.text')}</p>
      {administrators.length > 1 ? null : (
        <p className="mt-3 text-text-2">{t('setup-done.codes.second')}</p>
      )}
      <h2 className={heading}>{t('setup-done.keys.title')}</h2>
      <DefinitionRows>
        {keys.map(({ setting, fingerprint, file }) => (
          <DefinitionRow key={setting} name={<span translate="no">{setting}</span>}>
            <code translate="no">{fingerprint}</code>
            <span className="block text-muted text-sm" translate="no">
              {file ?? t('setup-done.keys.in-settings')}
            </span>
          </DefinitionRow>
        ))}
      </DefinitionRows>
      <p className="mt-3 font-medium">{t('setup-done.keys.text')}</p>
      <a className={`${buttonClass('primary')} mt-6`} href={href}>
        {t('setup-done.action')}
      </a>
    </Column>
  );
}
