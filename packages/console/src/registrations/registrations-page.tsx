// Applications that have registered themselves, and the permits with which others may.
import { Button } from '@brama/ui/button.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { ActButton } from '../ui/act-button.tsx';
import type { FormValues } from '../ui/fields.tsx';
import { Form } from '../ui/form.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page, Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { Secret } from '../ui/secret.tsx';

const key = ['registrations'];
/** More than a university has. */
const limit = 200;

export function RegistrationsPage() {
  const t = wordsOf('registrations');
  return (
    <Page lead={t('about')} title={t('title')}>
      <Applications />
      <Permits />
    </Page>
  );
}

function Applications() {
  const t = wordsOf('registrations');
  const may = useMay();
  const query = useQuery({
    queryKey: [...key, 'applications'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/registrations', { params: { query: { limit } }, signal })),
  });
  const remove = ({ id, title }: { id: string; title: { uk: string; en: string } }) => (
    <ActButton
      act={() =>
        dataOf(admin.DELETE('/api/admin/registrations/{id}', { params: { path: { id } } }))
      }
      changes={[key, ['applications']]}
      confirm={{ title: t('remove-question', { name: title[language] }), text: t('remove-text') }}
      done={t('removed')}
    >
      {t('remove')}
    </ActButton>
  );
  return (
    <Section title={t('applications')}>
      <QueryState query={query} rows={2}>
        {({ items }) => (
          <Table
            caption={t('applications')}
            columns={[
              {
                id: 'name',
                name: t('name'),
                cell: ({ id, title }) => (
                  <a className={textLink} href={hrefOf(`/applications/${id}`)}>
                    {title[language]}
                  </a>
                ),
              },
              {
                id: 'when',
                name: t('when'),
                cell: ({ registeredAt }) => <Moment at={registeredAt} />,
              },
              ...(may('registrations.write')
                ? [{ id: 'acts', name: t('acts'), hasActs: true, cell: remove }]
                : []),
            ]}
            empty={<p className="text-text-2">{t('none')}</p>}
            idOf={({ id }) => id}
            nameOf={({ title }) => title[language]}
            rows={items}
          />
        )}
      </QueryState>
    </Section>
  );
}

function Permits() {
  const t = wordsOf('registrations');
  const may = useMay();
  const [isCreating, setCreating] = useState(false);
  const query = useQuery({
    queryKey: [...key, 'tokens'],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/registrations/tokens', { params: { query: { limit } }, signal }),
      ),
  });
  const revoke = ({ id }: { id: string }) => (
    <ActButton
      act={() =>
        dataOf(admin.DELETE('/api/admin/registrations/tokens/{id}', { params: { path: { id } } }))
      }
      changes={[key]}
      confirm={{ title: t('revoke-question'), text: t('revoke-text') }}
      done={t('revoked')}
    >
      {t('revoke')}
    </ActButton>
  );
  const create = (
    <Button look="secondary" onClick={() => setCreating(true)} type="button">
      {t('create')}
    </Button>
  );
  return (
    <Section action={may('registrations.write') && !isCreating ? create : null} title={t('tokens')}>
      {isCreating ? <NewPermit onEnd={() => setCreating(false)} /> : null}
      <QueryState query={query} rows={2}>
        {({ items }) => (
          <Table
            caption={t('tokens')}
            columns={[
              { id: 'id', name: t('id'), cell: ({ id }) => <code translate="no">{id}</code> },
              {
                id: 'groups',
                name: t('groups'),
                cell: ({ groups }) => groups?.join(', ') ?? t('everyone'),
              },
              {
                id: 'created',
                name: t('created'),
                cell: ({ createdAt }) => <Moment at={createdAt} />,
              },
              { id: 'ends', name: t('ends'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
              ...(may('registrations.write')
                ? [{ id: 'acts', name: t('acts'), hasActs: true, cell: revoke }]
                : []),
            ]}
            empty={<p className="text-text-2">{t('no-tokens')}</p>}
            idOf={({ id }) => id}
            nameOf={({ id }) => id}
            rows={items}
          />
        )}
      </QueryState>
    </Section>
  );
}

type Created = Awaited<ReturnType<typeof createPermit>>;

function createPermit(values: FormValues, header: ReturnType<typeof newIdempotencyKey>) {
  const groups = (values['groups'] ?? '').split(/[\s,;]+/).filter(Boolean);
  const body = { hours: Number(values['hours']), groups: groups.length > 0 ? groups : null };
  return dataOf(admin.POST('/api/admin/registrations/tokens', { params: { header }, body }));
}

function NewPermit({ onEnd }: { onEnd: () => void }) {
  const t = wordsOf('registrations');
  const queries = useQueryClient();
  const [header] = useState(newIdempotencyKey);
  const [created, setCreated] = useState<Created>();
  const save = async (values: FormValues) => {
    setCreated(await createPermit(values, header));
    await queries.invalidateQueries({ queryKey: key });
  };
  if (created)
    return (
      <div className="mb-4">
        <Secret label={t('secret')} value={created.token}>
          <p className="mt-2">{t('secret-text', { until: momentText(created.expiresAt) })}</p>
          {created.accepted ? null : <p className="mt-2 font-semibold">{t('off')}</p>}
        </Secret>
      </div>
    );
  return (
    <div className="mb-4">
      <Form
        done={t('done')}
        fields={[
          { name: 'hours', label: t('hours'), kind: 'number', required: true },
          { name: 'groups', label: t('groups-field'), hint: t('groups-hint') },
        ]}
        id="new-permit"
        initial={{ hours: '24' }}
        onCancel={onEnd}
        save={save}
        submitLabel={t('create')}
      />
    </div>
  );
}
