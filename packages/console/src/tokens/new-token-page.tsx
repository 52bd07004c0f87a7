// Creates an API token of the caller, and shows it once.
import { buttonClass } from '@brama/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Secret } from '../ui/secret.tsx';

const dayMs = 24 * 60 * 60 * 1000;

export function NewTokenPage() {
  const t = wordsOf('tokens');
  const { permissions } = useMe();
  const queries = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const [token, setToken] = useState<string>();
  const create = async (values: FormValues) => {
    const days = Number(values['days']);
    const expiresAt = new Date(Date.now() + days * dayMs).toISOString();
    const scopes = permissions.filter((permission) => values[`scopes.${permission}`] === 'true');
    const body = { name: values['name'] ?? '', scopes, expiresAt };
    const created = await dataOf(
      admin.POST('/api/admin/tokens', { params: { header: key }, body }),
    );
    setToken(created.token);
    await queries.invalidateQueries({ queryKey: ['tokens'] });
  };
  return (
    <Page lead={t('about')} title={t('create')}>
      {token === undefined ? (
        <Form
          done={t('done')}
          fields={[
            {
              name: 'name',
              label: t('name'),
              hint: t('name-hint'),
              required: true,
              maxLength: 100,
            },
            { name: 'days', label: t('days'), kind: 'number', required: true },
            ...permissions.map(
              (permission) =>
                ({ name: `scopes.${permission}`, label: permission, kind: 'flag' }) as const,
            ),
          ]}
          id="new-token"
          initial={{ days: '90' }}
          onCancel={() => goTo(hrefOf('/tokens'))}
          save={create}
          submitLabel={t('create')}
        />
      ) : (
        <>
          <Secret label={t('secret')} value={token}>
            <p className="mt-2">{t('secret-text')}</p>
          </Secret>
          <p>
            <a className={buttonClass('secondary')} href={hrefOf('/tokens')}>
              {t('back')}
            </a>
          </p>
        </>
      )}
    </Page>
  );
}
