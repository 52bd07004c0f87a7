// The client secrets of an application: each is shown once, and has an end date.
import { Button } from '@brama/ui/button.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormValues } from '../ui/fields.tsx';
import { endAfterDays, Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { Section } from '../ui/page.tsx';
import { Secret } from '../ui/secret.tsx';
import { applicationKey, type Overview } from './queries.ts';

type ClientSecret = Overview['secrets'][number];

const dayMs = 24 * 60 * 60 * 1000;
/** As owners are warned by email. */
const soonDays = 30;

type SecretsSectionProps = { id: string; items: readonly ClientSecret[] };

export function SecretsSection({ id, items }: SecretsSectionProps) {
  const t = wordsOf('applications');
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  const isAllowed = may('applications.secrets');
  const create = (
    <Button look="secondary" onClick={() => setCreating(true)} type="button">
      {t('secrets.create')}
    </Button>
  );
  return (
    <Section
      action={isAllowed && !isCreating ? create : null}
      id="secrets"
      title={t('secrets.title')}
    >
      {isCreating ? <NewSecret id={id} onEnd={() => setCreating(false)} /> : null}
      <Table
        caption={t('secrets.title')}
        columns={[
          { id: 'name', name: t('secrets.name'), cell: ({ name }) => name },
          {
            id: 'created',
            name: t('secrets.created'),
            cell: ({ createdAt }) =>
              createdAt ? <Moment at={createdAt} format="date" /> : t('secrets.manifest'),
          },
          { id: 'ends', name: t('secrets.ends'), cell: (one) => <End secret={one} /> },
          {
            id: 'used',
            name: t('secrets.used'),
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <Moment at={lastUsedAt} /> : t('secrets.never'),
          },
          ...(isAllowed
            ? [
                {
                  id: 'acts',
                  name: t('secrets.acts'),
                  hasActs: true,
                  cell: (one: ClientSecret) => <DeleteSecret id={id} secret={one} />,
                },
              ]
            : []),
        ]}
        empty={<p className="text-text-2">{t('secrets.none')}</p>}
        idOf={(one) => one.id}
        nameOf={({ name }) => name}
        rows={items}
      />
    </Section>
  );
}

function End({ secret: { expiresAt } }: { secret: ClientSecret }) {
  const t = wordsOf('applications');
  if (expiresAt === null) return t('secrets.no-end');
  const days = (Date.parse(expiresAt) - Date.now()) / dayMs;
  if (days > soonDays) return <Moment at={expiresAt} format="date" />;
  return (
    <StatusChip kind={days < 0 ? 'error' : 'warning'}>
      {t(days < 0 ? 'secrets.ended' : 'secrets.soon', { when: momentText(expiresAt, 'date') })}
    </StatusChip>
  );
}

function DeleteSecret({ id, secret }: { id: string; secret: ClientSecret }) {
  const t = wordsOf('applications');
  return (
    <ActButton
      act={() =>
        dataOf(
          admin.DELETE('/api/admin/applications/{id}/secrets/{secretId}', {
            params: { path: { id, secretId: secret.id } },
          }),
        )
      }
      changes={[applicationKey(id)]}
      confirm={{
        title: t('secrets.delete-question', { name: secret.name }),
        text: t('secrets.delete-text'),
      }}
      done={t('secrets.deleted')}
    >
      {t('secrets.delete')}
    </ActButton>
  );
}

function NewSecret({ id, onEnd }: { id: string; onEnd: () => void }) {
  const t = wordsOf('applications');
  const queries = useQueryClient();
  const [header] = useState(newIdempotencyKey);
  const [secret, setSecret] = useState<string>();
  const save = async (values: FormValues) => {
    const expiresAt = endAfterDays('days', values['days']);
    const created = await dataOf(
      admin.POST('/api/admin/applications/{id}/secrets', {
        params: { path: { id }, header },
        body: { name: values['name'] ?? '', expiresAt },
      }),
    );
    setSecret(created.secret);
    await queries.invalidateQueries({ queryKey: applicationKey(id) });
  };
  if (secret !== undefined)
    return (
      <div className="mb-4">
        <Secret label={t('secrets.secret')} value={secret}>
          <p className="mt-2">{t('secrets.secret-text')}</p>
        </Secret>
      </div>
    );
  return (
    <div className="mb-4">
      <Form
        done={t('secrets.done')}
        fields={[
          {
            name: 'name',
            label: t('secrets.name'),
            hint: t('secrets.name-hint'),
            required: true,
            maxLength: 100,
          },
          { name: 'days', label: t('secrets.days'), kind: 'number', required: true },
        ]}
        id={`new-secret-${id}`}
        initial={{ days: '365' }}
        onCancel={onEnd}
        save={save}
        submitLabel={t('secrets.create')}
      />
    </div>
  );
}
