// Creates an API token of the caller, and shows it once.
import type { Permission } from '@brama/contract/admin/permissions';
import { buttonClass } from '@brama/ui/button.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import type { FormValues } from '../ui/fields.tsx';
import { endAfterDays, Form, FormError } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Secret } from '../ui/secret.tsx';
import { groupedPermissions } from './permission-groups.ts';

export function NewTokenPage() {
  const t = wordsOf('tokens');
  const { permissions } = useMe();
  const queries = useQueryClient();
  const [key] = useState(newIdempotencyKey);
  const [token, setToken] = useState<string>();
  const [chosen, setChosen] = useState<ReadonlySet<Permission>>(new Set());
  const [error, setError] = useState<string>();
  const create = async (values: FormValues) => {
    const expiresAt = endAfterDays('days', values['days']);
    const scopes = permissions.filter((permission) => chosen.has(permission));
    setError(scopes.length === 0 ? t('scopes-missing') : undefined);
    if (scopes.length === 0) throw new FormError({});
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
          ]}
          id="new-token"
          initial={{ days: '90' }}
          onCancel={() => goTo(hrefOf('/tokens'))}
          save={create}
          submitLabel={t('create')}
        >
          <PermissionFields chosen={chosen} error={error} onChange={setChosen} own={permissions} />
        </Form>
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

type PermissionFieldsProps = {
  own: readonly Permission[];
  chosen: ReadonlySet<Permission>;
  error: string | undefined;
  onChange: (chosen: ReadonlySet<Permission>) => void;
};

/** The permissions that the caller has, in words. */
function PermissionFields({ own, chosen, error, onChange }: PermissionFieldsProps) {
  const t = wordsOf('tokens');
  const id = useId();
  const toggle = (one: Permission) =>
    onChange(new Set(own.filter((other) => chosen.has(other) !== (other === one))));
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="mb-1.5 font-semibold">{t('scopes')}</legend>
      {error === undefined ? null : (
        <p className="mb-2 font-medium text-error-ink text-sm" id={id} role="alert">
          {error}
        </p>
      )}
      <div className="flex flex-col gap-4">
        {groupedPermissions(own).map(({ group, permissions }) => (
          <fieldset key={group}>
            <legend className="text-text-2">{wordsOf('shell')(`navigation.${group}`)}</legend>
            {permissions.map((one) => (
              <label className="flex min-h-11 items-center gap-3 py-1" key={one}>
                <input
                  checked={chosen.has(one)}
                  className="size-5 shrink-0 accent-brand"
                  onChange={() => toggle(one)}
                  type="checkbox"
                />
                <span>
                  {findText('tokens', `permissions.${one}`)}{' '}
                  <code className="text-muted text-xs" translate="no">
                    {one}
                  </code>
                </span>
              </label>
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
